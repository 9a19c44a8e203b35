/// Plays the films and sounds of posts in the person's own program.
public protocol PlayMediaUseCase: Sendable {
  /// Where one is: on this machine, where it is kept there. Nobody is asked.
  func place(of picture: PostPicture) async throws(MediaFailure) -> MediaLocation

  /// - Parameter player: what the person has set: a program, then what it is told first. Without one, what is kept goes to
  ///   the system's own program, and an address to the browser.
  func play(_ place: MediaLocation, with player: [String]) async throws(MediaFailure)
}

public struct PlayMedia: PlayMediaUseCase {
  private let pictures: any PictureRepository
  private let player: any MediaPlayer
  private let openLink: any OpenLinkUseCase
  private let isOffline: Bool

  /// - Parameter isOffline: whether nobody is to be asked for what is not kept.
  public init(
    pictures: any PictureRepository, player: any MediaPlayer, openLink: any OpenLinkUseCase, isOffline: Bool
  ) {
    self.pictures = pictures
    self.player = player
    self.openLink = openLink
    self.isOffline = isOffline
  }

  public func place(of picture: PostPicture) async throws(MediaFailure) -> MediaLocation {
    if let kept = await pictures.kept(picture) { return .kept(kept) }
    guard let url = picture.media.url else { throw .noAddress }
    let address: WebAddress
    do throws(LinkError) {
      address = try WebAddress(url)
    } catch {
      // The path of a file in an archive is no address.
      if case .unsupportedScheme = error, !url.contains(":") { throw .noAddress }
      throw .notOpened(error)
    }
    guard !isOffline else { throw .notAsked(host: address.host) }
    return .web(address)
  }

  public func play(_ place: MediaLocation, with player: [String]) async throws(MediaFailure) {
    guard case .web(let address) = place, player.isEmpty else {
      return try await self.player.play(place, with: player)
    }
    do throws(LinkError) {
      try openLink(address.text)
    } catch {
      throw .notOpened(error)
    }
  }
}
