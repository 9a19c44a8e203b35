/// What a file is in which others are packed, by its first bytes.
package enum PackedKind: String {
  case zip = "a ZIP"
  case tar = "a tar"

  /// In bytes. So much of the beginning of a file says which it is.
  package static let length = 262

  package init?(_ bytes: [UInt8]) {
    // A file's header, or the end of a list of none (APPNOTE.TXT 4.3).
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6]) {
      self = .zip
    } else if bytes.dropFirst(257).starts(with: "ustar".utf8) {
      self = .tar
    } else {
      return nil
    }
  }

  var advice: String { "Is \(rawValue), which is for `tern import`" }
}
