import Domain

/// A clickable link on a terminal, by the specification “Hyperlinks in Terminal Emulators” (OSC 8). Terminals without
/// support show only the text.
struct Hyperlink {
  /// In bytes: the limit of VTE.
  private static let maxLength = 2_083

  /// Consists of visible ASCII only, so that it cannot end the sequence.
  let address: String

  /// nil if `url` is not a valid web address.
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

  /// - Parameters:
  ///   - text: The visible text, already sanitized.
  ///   - number: The ID of the link. Terminals highlight all lines with the same ID together.
  func wrapping(_ text: String, number: Int) -> String {
    "\u{1B}]8;id=\(number);\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}
