import CPictures
import Domain

/// Detects the type of a file by its first bytes.
public enum PictureKind {
  /// Media types of attachments.
  public enum Media: Hashable, Sendable {
    /// A picture that Tern can draw.
    case picture
    /// Media for external programs.
    case video, audio
    case other
  }

  /// The number of bytes needed for detection.
  public static let headLength = 16

  /// The name of a type that cannot be drawn, for example "an AVIF"; nil for drawable pictures.
  static func unsupportedType(of bytes: [UInt8]) -> String? {
    var name = [CChar](repeating: 0, count: 64)
    guard tern_picture_kind(bytes, bytes.count, &name, name.count) == TERN_PICTURE_NONE else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The file name extension and the kind of attachment of a picture; those of a PNG for other bytes.
  static func fileExtension(of bytes: [UInt8]) -> (suffix: String, kind: Domain.Media.Kind) {
    var name = [CChar](repeating: 0, count: 64)
    return switch tern_picture_kind(bytes, bytes.count, &name, name.count) {
    case TERN_PICTURE_JPEG: ("jpg", .image)
    case TERN_PICTURE_WEBP: ("webp", .image)
    case TERN_PICTURE_GIF: ("gif", .gif)
    default: ("png", .image)
    }
  }

  public static func media(of bytes: [UInt8]) -> Media {
    if unsupportedType(of: bytes) == nil { return .picture }
    switch tern_media_kind(bytes, bytes.count) {
    case TERN_MEDIA_VIDEO: return .video
    case TERN_MEDIA_AUDIO: return .audio
    default: return .other
    }
  }
}
