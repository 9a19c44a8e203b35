/// The pictures of an account's posts: those that are kept on this machine, and where the others can be had.
public protocol PictureRepository: Sendable {
  /// Where a picture is kept; nil where it is not. It asks nobody.
  func kept(_ picture: PostPicture) async -> StoredPicture?

  /// Who would be asked for a picture, for people: `files.timeline.example`; nil where it cannot be had.
  func host(of picture: PostPicture) -> String?

  /// Asks for a picture, and keeps it.
  func fetch(_ picture: PostPicture) async throws(PictureFailure) -> StoredPicture
}

/// Makes characters of pictures, and pixels for a terminal. A picture may be anybody's: whatever it is, this ends with
/// these or with a line that says why there are none.
public protocol PictureDrawing: Sendable {
  func draw(_ picture: StoredPicture, _ request: PictureRequest) async throws(PictureFailure) -> DrawnPicture
}

/// A picture, a film or a sound, and the post that carries it.
public struct PostPicture: Hashable, Sendable {
  public var media: Media
  public var post: PostRef

  public init(_ media: Media, of post: PostRef) {
    self.media = media
    self.post = post
  }
}

/// A picture, a film or a sound on this machine.
public struct StoredPicture: Hashable, Sendable {
  /// Absolute.
  public var path: String

  public init(path: String) {
    self.path = path
  }
}

extension Post {
  /// What it carries that can be looked at or listened to, in its order.
  public var pictures: [PostPicture] {
    media.filter { [.image, .video, .gif, .audio].contains($0.kind) }.map { PostPicture($0, of: ref) }
  }
}
