import CPictures

/// What a file is by its first bytes.
public enum PictureKind {
  /// How many of them tell.
  public static let head = 16

  /// What it is where it is no picture that is drawn, in words: “a GIF”; nil where it is one.
  public static func other(than bytes: [UInt8]) -> String? {
    var words = [CChar](repeating: 0, count: 64)
    guard tern_picture_kind(bytes, bytes.count, &words, words.count) == TERN_PICTURE_NONE else { return nil }
    return String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
