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
    ])
  func parts(sent: String, keys: String) {
    var sequence = UnknownSequence()
    let taken = sent.unicodeScalars.flatMap { $0 == "|" ? sequence.pause() : sequence.take($0.value) }
    #expect(taken == keys.unicodeScalars.map(\.value))
  }
}
