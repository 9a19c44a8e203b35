import Domain

/// A text on a terminal that leads to an address: “Hyperlinks in Terminal Emulators”, OSC 8. Terminals that know nothing
/// of it show the text alone.
struct Hyperlink {
  /// In bytes: what terminals take at the most (VTE).
  private static let maxLength = 2_083

  /// Nothing but visible ASCII: nothing in it can end the sequence.
  let address: String

  /// nil for what is no clear address of the web.
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
  ///   - text: harmless already.
  ///   - number: the same for the lines of one link, which then light up together.
  func around(_ text: String, number: Int) -> String {
    "\u{1B}]8;id=\(number);\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}
