import TerminalKit
import TestSupport
import Testing

@Suite struct TextWrapTests {
  init() { UTF8Locale.set() }

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var width: Int
    var lines: [String]

    init(_ name: String, _ text: String, _ width: Int, _ lines: [String]) {
      self.name = name
      self.text = text
      self.width = width
      self.lines = lines
    }

    var testDescription: String { "\(name), \(width) cells" }
  }

  static let latin = [
    Case("nothing", "", 10, []),
    Case("width zero", "text", 0, []),
    Case("negative width", "text", -1, []),
    Case("one line", "one line", 8, ["one line"]),
    Case("words", "one two three four", 9, ["one two", "three", "four"]),
    Case("words that fill the line", "one two six", 7, ["one two", "six"]),
    Case("spaces at the end of a line", "one    two   ", 5, ["one", "two"]),
    Case("spaces within a line", "a  b", 10, ["a  b"]),
    Case("spaces at the start", "  indented text", 10, ["  indented", "text"]),
    Case("an indentation that does not fit", "    word", 5, ["word"]),
    Case("spaces alone", "     ", 2, [""]),
    Case("empty lines", "a\n\n  \nb\n", 5, ["a", "", "", "b", ""]),
    Case("a line feed alone", "\n", 5, ["", ""]),
    Case("a carriage return", "a\r\nb\rc", 5, ["a", "b", "c"]),
    Case("a word longer than the line", "abcdefgh", 3, ["abc", "def", "gh"]),
    Case("a long word after a short one", "a bcdefg", 4, ["a", "bcde", "fg"]),
    Case("a no-break space", "10\u{A0}km away", 6, ["10\u{A0}km", "away"]),
    Case("a hyphen", "a well-known fact", 8, ["a well-", "known", "fact"]),
    Case("hyphens before digits", "on 2026-11-20 or COVID-19", 12, ["on", "2026-11-20", "or COVID-19"]),
    Case("a hyphen after one letter", "an e-mail", 6, ["an", "e-mail"]),
    Case("an option", "use --long-form", 8, ["use", "--long-", "form"]),
    Case("a dash", "now—or never", 6, ["now—or", "never"]),
    Case("a dash at the edge", "now—never", 5, ["now—", "never"]),
    Case("numbers", "it costs 1,000,000.50 now", 14, ["it costs", "1,000,000.50", "now"]),
    Case("a full stop past the edge", "abcd.", 4, ["abc", "d."]),
    Case("brackets", "see (this) f(x)", 6, ["see", "(this)", "f(x)"]),
    Case("French punctuation", "est-ce oui ?", 10, ["est-ce", "oui ?"]),
    Case("French quotation marks", "il dit « oui » là", 12, ["il dit", "« oui » là"]),
    Case("German quotation marks", "er sagt »ja« dazu", 9, ["er sagt", "»ja« dazu"]),
    Case("a separate bracket", "list ( of ) things", 8, ["list", "( of )", "things"]),
    Case("an exclamation mark before a word", "be !important", 12, ["be", "!important"]),
    Case("an apostrophe before a word", "in the ’90s", 7, ["in the", "’90s"]),
    Case("years", "it was 2019–2026", 12, ["it was", "2019–2026"]),
    Case("a smiley", "good day :)", 9, ["good", "day :)"]),
    Case("a word that starts with a full stop", "use .NET", 6, ["use", ".NET"]),
    Case("quotation marks", "he said “yes” twice", 10, ["he said", "“yes”", "twice"]),
  ]

  static let addresses = [
    Case(
      "an address that fits on a line", "see https://a.example/long-path here", 27,
      ["see", "https://a.example/long-path", "here"]),
    Case("an address too long", "https://example.com/some/path", 22, ["https://example.com/", "some/path"]),
    Case("a query", "https://example.com/find?q=tern", 26, ["https://example.com/find", "?q=tern"]),
    Case("parameters", "https://a.example/?q=tern&page=two", 27, ["https://a.example/?q=tern", "&page=two"]),
    Case("a handle", "ask @user@host-name.example", 26, ["ask", "@user@host-name.example"]),
    Case("an address after ideographs", "詳細はhttps://a.example/b", 20, ["詳細は", "https://a.example/b"]),
  ]

  @Test("Latin text is wrapped between words", arguments: latin)
  func wrapLatin(_ example: Case) { check(example) }

  @Test("Addresses are broken only if necessary", arguments: addresses)
  func wrapAddresses(_ example: Case) { check(example) }

  private func check(_ example: Case) {
    let lines = TextLayout.wrap(StyledText(example.text), width: example.width)
    #expect(lines.map(\.plain) == example.lines)
  }
}
