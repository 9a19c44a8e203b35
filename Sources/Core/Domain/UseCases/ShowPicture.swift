/// Shows pictures of posts. Only `fetch` makes a request.
public protocol ShowPictureUseCase: Sendable {
  /// The drawn picture; nil if it is not stored, or neither an image nor a GIF.
  func callAsFunction(_ picture: PostPicture, _ request: PictureRequest) async throws(PictureFailure) -> DrawnPicture?

  /// Whether the picture is stored and can be drawn. Makes no request.
  func isStored(_ picture: PostPicture) async -> Bool

  /// The host that the picture would be fetched from; nil if it is not an image or cannot be fetched.
  func host(of picture: PostPicture) -> String?

  /// Fetches a picture and stores it.
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
    guard let stored = await storedPicture(for: picture) else { return nil }
    return try await drawing.draw(stored, request)
  }

  public func isStored(_ picture: PostPicture) async -> Bool { await storedPicture(for: picture) != nil }

  private func storedPicture(for picture: PostPicture) async -> StoredPicture? {
    [.image, .gif].contains(picture.media.kind) ? await pictures.storedPicture(for: picture) : nil
  }

  public func host(of picture: PostPicture) -> String? {
    picture.media.kind == .image ? pictures.host(of: picture) : nil
  }

  public func fetch(_ picture: PostPicture) async throws(PictureFailure) {
    _ = try await pictures.fetch(picture)
  }
}
