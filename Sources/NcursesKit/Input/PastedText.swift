/// The text of a paste. tmux, and terminals set to report keys as sequences (`KeyReport`), send line ends and other
/// characters of a pasted text as reports of keys.
enum PastedText {
  private static let escape: Unicode.Scalar = "\u{1B}"
  /// The one character for `ESC [`.
  private static let controlIntroducer: Unicode.Scalar = "\u{9B}"

  /// The text, with the character that each report of a key means in its place. All else is as the terminal sent it.
  static func replacingKeyReports(in scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    var rest = scalars[...]
    while let first = rest.first {
      if first == escape || first == controlIntroducer, let (meaning, length) = keyReport(at: rest) {
        text.append(contentsOf: meaning.unicodeScalars)
        rest = rest.dropFirst(length)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The report at the beginning: what it means, and its length in scalars.
  private static func keyReport(at scalars: ArraySlice<Unicode.Scalar>) -> (meaning: String, length: Int)? {
    let introducer = scalars.first == escape ? 2 : 1
    guard introducer == 1 || scalars.dropFirst().first == "[" else { return nil }
    let body = scalars.dropFirst(introducer).prefix(InputParser.maxControlLength)
    guard let end = body.firstIndex(where: { !("0"..."?" ~= $0) }) else { return nil }
    var parameters = String.UnicodeScalarView()
    parameters.append(contentsOf: body[..<end])
    guard let meaning = KeyReport.pastedText(parameters: String(parameters), final: Character(body[end])) else {
      return nil
    }
    return (meaning, end - scalars.startIndex + 1)
  }
}
