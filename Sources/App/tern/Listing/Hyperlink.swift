import Domain

/// A clickable link in the output of a command, by the specification “Hyperlinks in Terminal Emulators” (OSC 8).
/// Terminals without support show only the text.
struct Hyperlink {
  /// Maximum length of the URL in bytes, as in VTE.
  private static let maxLength = 2_083

  /// The URL, in visible ASCII only, so that it cannot end the escape sequence.
  let address: String

  /// nil if `url` is not a valid web address or is too long.
  init?(_ url: String) {
    guard let address = (try? WebAddress(url))?.opened else { return nil }
    var encoded = ""
    for byte in address.utf8 {
      guard encoded.utf8.count < Self.maxLength else { return nil }
      if 0x21...0x7E ~= byte {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += byte.percentEncoded
      }
    }
    guard encoded.utf8.count <= Self.maxLength else { return nil }
    self.address = encoded
  }

  /// The text between the escape sequences that begin and end the link.
  /// - Parameters:
  ///   - text: the visible text, already sanitized.
  ///   - number: the ID of the link. Terminals highlight all lines with the same ID together.
  func wrapping(_ text: String, number: Int) -> String {
    "\u{1B}]8;id=\(number);\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}
