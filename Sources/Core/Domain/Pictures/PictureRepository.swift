/// The pictures of an account's posts, stored or remote.
public protocol PictureRepository: Sendable {
  /// The stored picture; nil if it is not stored. Makes no request.
  func storedPicture(for picture: PostPicture) async -> StoredPicture?

  /// The host that a picture would be fetched from: `files.timeline.example`; nil if it cannot be fetched.
  func host(of picture: PostPicture) -> String?

  func fetch(_ picture: PostPicture) async throws(PictureFailure) -> StoredPicture
}

/// Draws pictures as characters and pixels. The input is untrusted: any file results in a drawing or an error.
public protocol PictureDrawing: Sendable {
  func draw(_ picture: StoredPicture, _ request: PictureRequest) async throws(PictureFailure) -> DrawnPicture
}

/// A picture, a video or a sound, and its post.
public struct PostPicture: Hashable, Sendable {
  public var media: Media
  public var post: PostRef
  /// Whether the smaller version is fetched, if there is one and the picture is not stored.
  public var prefersPreview = false

  public init(_ media: Media, of post: PostRef) {
    self.media = media
    self.post = post
  }

  /// The address to fetch.
  public var url: String? { prefersPreview ? media.previewURL ?? media.url : media.url }

  /// The picture in its smaller version.
  public var preview: PostPicture {
    var preview = self
    preview.prefersPreview = true
    return preview
  }
}

/// A picture, a video or a sound stored on this machine.
public struct StoredPicture: Hashable, Sendable {
  /// Absolute.
  public var path: String

  public init(path: String) {
    self.path = path
  }
}

extension Post {
  /// The attachments that can be shown or played, in order.
  public var pictures: [PostPicture] {
    media.filter { [.image, .video, .gif, .audio].contains($0.kind) }.map { PostPicture($0, of: ref) }
  }
}
