import Testing

@testable import NcursesKit

@Suite("What a terminal sends for a key that is not known")
struct UnknownSequenceTests {
  @Test(
    "is no key, and what a person types is one",
    arguments: [
      ("\u{1B}", "\u{1B}"), ("a\u{1B}", "a\u{1B}"), ("\u{1B}j", "\u{1B}j"), ("\u{1B}\u{1B}", "\u{1B}\u{1B}"),
      ("\u{1B}[4~j", "j"), ("\u{1B}[1;5A", ""), ("\u{1B}OQ2", "2"), ("\u{1B}[?1;2cq", "q"), ("[4~", "[4~"),
      ("\u{1B}\u{1B}[Ax", "\u{1B}x"), ("\u{1B}[", ""),
      ("\u{1B}[M q#j", "j"), ("\u{1B}[<0;1;5Mj", "j"), ("\u{1B}]11;rgb:1e1e/1e1e\u{7}j", "j"),
      ("\u{1B}]11;rgb:1e1e/1e1e\u{1B}\\j", "j"), ("\u{1B}P>|q(1)\u{1B}\\j", "j"), ("\u{1B}_q\u{1B}q\u{7}j", "j"),
    ])
  func sequence(sent: String, keys: String) {
    var sequence = UnknownSequence()
    var taken = sent.unicodeScalars.flatMap { sequence.take($0.value) }
    taken += sequence.end()
    #expect(taken == keys.unicodeScalars.map(\.value))
    #expect(sequence.take(0x71) == [0x71])
  }

  @Test(
    "may come in parts: a bar stands where nothing more has come so far",
    arguments: [
      ("\u{1B}[1|;2Pq", "q"), ("\u{1B}[|1;5Aj", "j"), ("\u{1B}O|Pj", "j"), ("\u{1B}[1|;|2|Pq", "q"),
      ("\u{1B}|q", "\u{1B}q"), ("\u{1B}|[4~", "\u{1B}[4~"), ("j|k", "jk"),
      ("\u{1B}]11;r|gb:1\u{1B}|\\j", "j"), ("\u{1B}[M |q|#j", "j"),
    ])
  func parts(sent: String, keys: String) {
    var sequence = UnknownSequence()
    let taken = sent.unicodeScalars.flatMap { $0 == "|" ? sequence.pause() : sequence.take($0.value) }
    #expect(taken == keys.unicodeScalars.map(\.value))
  }
}
