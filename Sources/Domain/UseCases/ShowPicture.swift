/// Shows the pictures of posts. Nobody is asked for one that is not kept until `fetch` is called.
public protocol ShowPictureUseCase: Sendable {
  /// The picture in characters; nil where it is not kept.
  func callAsFunction(_ picture: PostPicture, _ request: PictureRequest) async throws(PictureFailure) -> DrawnPicture?

  /// Who would be asked for a picture; nil where it cannot be had.
  func host(of picture: PostPicture) -> String?

  /// Has a picture that is not kept be fetched.
  func fetch(_ picture: PostPicture) async throws(PictureFailure)
}

public struct ShowPicture: ShowPictureUseCase {
  private let pictures: any PictureRepository
  private let drawing: any PictureDrawing

  public init(pictures: any PictureRepository, drawing: any PictureDrawing) {
    self.pictures = pictures
    self.drawing = drawing
  }

  public func callAsFunction(
    _ picture: PostPicture, _ request: PictureRequest
  ) async throws(PictureFailure) -> DrawnPicture? {
    guard [.image, .gif].contains(picture.media.kind), let kept = await pictures.kept(picture) else { return nil }
    return try await drawing.draw(kept, request)
  }

  public func host(of picture: PostPicture) -> String? {
    picture.media.kind == .image ? pictures.host(of: picture) : nil
  }

  public func fetch(_ picture: PostPicture) async throws(PictureFailure) {
    _ = try await pictures.fetch(picture)
  }
}
