/// Plays videos and sounds of posts in an external program.
public struct PlayMedia: Sendable {
  private let pictures: any PictureRepository
  private let player: any MediaPlayer
  private let openLink: OpenLink
  private let isOffline: Bool

  /// - Parameter isOffline: Whether only stored files may be played.
  public init(
    pictures: any PictureRepository, player: any MediaPlayer, openLink: OpenLink, isOffline: Bool
  ) {
    self.pictures = pictures
    self.player = player
    self.openLink = openLink
    self.isOffline = isOffline
  }

  /// The location of a video or a sound: the stored file if there is one. Makes no request.
  public func location(of picture: PostPicture) async throws(MediaFailure) -> MediaLocation {
    if let stored = await pictures.storedPicture(for: picture) { return .stored(stored) }
    guard let url = picture.media.url else { throw .noAddress }
    let address: WebAddress
    do throws(LinkError) {
      address = try WebAddress(url)
    } catch {
      // The path of a file in an archive.
      if case .unsupportedScheme = error, !url.contains(":") { throw .noAddress }
      throw .notOpened(error)
    }
    guard !isOffline else { throw .offlineMode(host: address.host) }
    return .web(address)
  }

  /// Plays a video or a sound.
  /// - Parameter player: The program and first arguments from the settings; empty to use the system's program for a
  ///   stored file and the browser for a URL.
  public func play(_ location: MediaLocation, with player: [String]) async throws(MediaFailure) {
    guard case .web(let address) = location, player.isEmpty else {
      return try await self.player.play(location, with: player)
    }
    do throws(LinkError) {
      try openLink(address.text)
    } catch {
      throw .notOpened(error)
    }
  }
}
