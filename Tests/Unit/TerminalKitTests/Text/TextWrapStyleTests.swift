import TerminalKit
import TestSupport
import Testing

@Suite struct TextWrapStyleTests {
  typealias Span = StyledText.Span

  init() { UTF8Locale.set() }

  @Test("Spans are split at line breaks")
  func cut() {
    let text = StyledText([Span("see "), Span("the long link", .link), Span(" now")])
    #expect(
      TextLayout.wrap(text, width: 8) == [
        StyledText([Span("see "), Span("the", .link)]),
        StyledText([Span("long", .link)]),
        StyledText([Span("link", .link), Span(" now")]),
      ])
  }

  @Test("A word may continue in the next span")
  func wordAcrossSpans() {
    let text = StyledText([Span("a wo"), Span("rd", .bold), Span("s.")])
    #expect(
      TextLayout.wrap(text, width: 6) == [
        StyledText([Span("a")]),
        StyledText([Span("wo"), Span("rd", .bold), Span("s.")]),
      ])
  }

  @Test("Line feeds and empty spans leave no spans")
  func lineFeeds() {
    let text = StyledText([Span("", .bold), Span("a\n", .bold), Span("\n"), Span("日本", .link), Span("")])
    #expect(
      TextLayout.wrap(text, width: 4) == [
        StyledText([Span("a", .bold)]), StyledText(), StyledText([Span("日本", .link)]),
      ])
  }

  @Test("A combining mark at the start of a span is separate")
  func markAcrossSpans() {
    let text = StyledText([Span("e"), Span("\u{301}", .match)])
    #expect(TextLayout.wrap(text, width: 4) == [StyledText([Span("e"), Span("◌\u{301}", .match)])])
  }

  @Test("Without spans there are no lines")
  func nothing() {
    #expect(TextLayout.wrap(StyledText(), width: 4).isEmpty)
    #expect(TextLayout.wrap(StyledText([Span(""), Span("", .bold)]), width: 4).isEmpty)
  }

  @Test("A linked address is not broken in any script")
  func linkedAddress() {
    let text = StyledText([Span("詳細は"), Span("https://a.example/日本語「版」", .link), Span("です")])
    #expect(TextLayout.wrap(text, width: 30).map(\.plain) == ["詳細は", "https://a.example/日本語「版」", "です"])
    let long = TextLayout.wrap(text, width: 24).map(\.plain)
    #expect(long.joined() == text.plain)
    let words = StyledText([Span("詳細は"), Span("日本語の記事", .link)])
    #expect(TextLayout.wrap(words, width: 12).map(\.plain) == ["詳細は日本語", "の記事"])
  }
}
