import CPictures

/// What a file is by its first bytes, whatever its name says.
public enum PictureKind {
  /// What becomes of the media of posts.
  public enum Media: Hashable, Sendable {
    /// One that is drawn.
    case picture
    /// They are for other programs.
    case film, sound
    case other
  }

  /// How many of them tell.
  public static let head = 16

  /// What it is where it is no picture that is drawn, in words: “an AVIF”; nil where it is one.
  public static func other(than bytes: [UInt8]) -> String? {
    var words = [CChar](repeating: 0, count: 64)
    guard tern_picture_kind(bytes, bytes.count, &words, words.count) == TERN_PICTURE_NONE else { return nil }
    return String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  public static func media(_ bytes: [UInt8]) -> Media {
    if other(than: bytes) == nil { return .picture }
    switch tern_media_kind(bytes, bytes.count) {
    case TERN_MEDIA_FILM: return .film
    case TERN_MEDIA_SOUND: return .sound
    default: return .other
    }
  }
}
