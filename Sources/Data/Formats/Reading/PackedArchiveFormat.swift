/// The format of a packed archive, recognized by its first bytes. The raw value is its name in a sentence.
package enum PackedArchiveFormat: String {
  case zip = "a ZIP"
  case tar = "a tar"

  /// The number of bytes needed to recognize the format.
  package static let length = 262

  package init?(_ bytes: [UInt8]) {
    // A local file header, or the end record of an empty archive (APPNOTE.TXT 4.3).
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6]) {
      self = .zip
    } else if bytes.dropFirst(257).starts(with: "ustar".utf8) {
      self = .tar
    } else {
      return nil
    }
  }

  var advice: String { "This is \(rawValue) archive: use `tern import`" }
}
