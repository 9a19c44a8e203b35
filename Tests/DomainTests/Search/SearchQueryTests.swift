import Domain
import Foundation
import TestSupport
import Testing

@Suite struct SearchQueryTests {
  private func query(_ text: String) throws -> SearchQuery { try SearchQuery(text, now: .noon) }

  private func conditions(_ text: String) throws -> [SearchQuery.Condition] { try query(text).conditions }

  private func day(_ text: String) throws -> DateSpan { try #require(DateSpan(text, now: .noon)) }

  @Test func `It keeps what was typed`() throws {
    #expect(try query(" Coffee  BREAK ").text == " Coffee  BREAK ")
  }

  @Test func `A query is words, phrases and fields, each of which may be excluded`() throws {
    #expect(
      try conditions("tea \"black coffee\" from:@Ada has:MEDIA -has:link -is:repost -\"a b\" -milk") == [
        .init(.word("tea")), .init(.phrase("black coffee")), .init(.from(handle: "Ada")), .init(.hasMedia),
        .init(.hasLink, isExcluded: true), .init(.isRepost, isExcluded: true), .init(.phrase("a b"), isExcluded: true),
        .init(.word("milk"), isExcluded: true),
      ])
  }

  @Test func `A span of time begins with its first moment and ends before the next one`() throws {
    let march = try day("2015-03")
    #expect(
      try conditions("since:2015-03 until:2015-03") == [.init(.since(march.start)), .init(.until(march.end))])
    #expect(try march.end == day("2015-04-01").start)
    #expect(try conditions("since:today") == [.init(.since(day(LocalTime.day(.noon)).start))])
  }

  @Test(arguments: [
    ("https://a.example/x", "https://a.example/x"), ("foo:bar", "foo:bar"), ("12:30", "12:30"), ("don't", "don't"),
    ("well-known", "well-known"),
  ]) func `Another colon, a stroke or an apostrophe is part of words`(text: String, word: String) throws {
    #expect(try conditions(text) == [.init(.word(word))])
  }

  @Test func `A quotation that is not closed ends with the text, maybe in the middle of a word`() throws {
    #expect(try conditions("tea \"black cof") == [.init(.word("tea")), .init(.word("black cof"))])
    let query = try query("\"black cof")
    #expect(query.matches(.fixture(text: "More black coffee")))
    #expect(!query.matches(.fixture(text: "blackish coffee")))
  }

  @Test func `Typographic quotation marks quote as well`() throws {
    #expect(
      try conditions("“black coffee” ＂tea time＂") == [.init(.phrase("black coffee")), .init(.phrase("tea time"))])
  }

  @Test func `What holds no word is left out where there is something else`() throws {
    #expect(try conditions("tea - & \"\" !!!") == [.init(.word("tea"))])
  }

  @Test(arguments: [
    ("", 1, "a word to look for"), (" \n\t", 1, "a word to look for"), ("\"\"", 1, "a word to look for"),
    ("- & !", 1, "a word to look for"), ("since:yesterweek", 7, "a date like 2015-03 after since:"),
    ("tea until:2015-02-30", 11, "a date like 2015-03 after until:"), ("since:", 7, "a date like 2015-03 after since:"),
    ("日本 since:x", 10, "a date like 2015-03 after since:"), ("from:", 6, "a handle after from:"),
    ("-from:@", 7, "a handle after from:"), ("has:cheese", 5, "media or link after has:"),
    ("IS:post", 4, "repost after is:"), ("since:2016 until:2015", 12, "a since: that is not after until:"),
  ]) func `What means nothing says where and what is wanted there`(text: String, column: Int, reason: String) throws {
    let error = #expect(throws: SearchQueryError.self) { try query(text) }
    #expect(error == SearchQueryError(column: column, reason: reason))
  }

  @Test func `There is an end to what can be looked for at once`() throws {
    let words = (0..<60).map { "word\($0)" }
    #expect(try conditions(words.joined(separator: " ")).count == 60)
    let tooMany = #expect(throws: SearchQueryError.self) { try query(words.joined(separator: " ") + " more") }
    #expect(tooMany?.reason == "no more than 60 words")
    #expect(throws: SearchQueryError.self) { try query("\"\(words.joined(separator: " ")) more\"") }
    #expect(try query("\"\(words.joined(separator: " "))\"").matches(.fixture(text: words.joined(separator: ", "))))
  }

  @Test func `Whatever is typed is a query or an error`() throws {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "-", "\"", ":", "from:", "since:", "2015", "-03", " ", "é", "日", "has:", "media", "e\u{301}", "👩‍🚀", "“", "@",
      "\u{0}",
      "word", "*", "(", "NEAR", "OR", "'", ";", "ﬁ", "\u{10FFFF}",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? ""
      }
      .joined()
      let result = Result { try query(text) }
      switch result {
      case .success(let query):
        _ = query.matches(.fixture())
        #expect(query.ranges(in: text).allSatisfy { !$0.isEmpty })
        #expect(query.widenings.count < 5)
      case .failure(let error as SearchQueryError): #expect(1...text.count + 1 ~= error.column)
      case .failure(let error): Issue.record(error)
      }
      _ = try? SearchQuery.typed(text, now: .noon)
    }
  }
}
