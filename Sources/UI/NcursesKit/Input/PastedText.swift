/// Decodes pasted text. tmux, and terminals configured for key reports (`KeyReport`), send line ends and other
/// characters of pasted text as key reports.
enum PastedText {
  private static let escape: Unicode.Scalar = "\u{1B}"
  /// `ESC [` as a single character.
  private static let controlIntroducer: Unicode.Scalar = "\u{9B}"

  /// The text with key reports replaced by their characters. Everything else is unchanged.
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

  /// Parses a report at the start; returns its text and its length in scalars.
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
