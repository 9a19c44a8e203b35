import Domain
import Foundation
import TestSupport
import Testing

@Suite struct SearchQueryTests {
  private func query(_ text: String) throws -> SearchQuery { try SearchQuery(text, now: .noon) }

  private func conditions(_ text: String) throws -> [SearchQuery.Condition] { try query(text).conditions }

  private func day(_ text: String) throws -> DateSpan { try #require(DateSpan(text, now: .noon)) }

  @Test func `The typed text is preserved`() throws {
    #expect(try query(" Coffee  BREAK ").text == " Coffee  BREAK ")
  }

  @Test func `Queries have words, phrases and fields that can be excluded`() throws {
    #expect(
      try conditions("tea \"black coffee\" from:@Ada has:MEDIA -has:link -is:repost -\"a b\" -milk") == [
        .init(.word("tea")), .init(.phrase("black coffee")), .init(.from(handle: "Ada")), .init(.hasMedia),
        .init(.hasLink, isExcluded: true), .init(.isRepost, isExcluded: true), .init(.phrase("a b"), isExcluded: true),
        .init(.word("milk"), isExcluded: true),
      ])
  }

  @Test func `since: and until: cover whole periods`() throws {
    let march = try day("2015-03")
    #expect(
      try conditions("since:2015-03 until:2015-03") == [.init(.since(march.start)), .init(.until(march.end))])
    #expect(try march.end == day("2015-04-01").start)
    #expect(try conditions("after:2015-03") == [.init(.since(march.end))])
    #expect(try conditions("before:2015-03") == [.init(.until(march.start))])
    #expect(try conditions("since:today") == [.init(.since(day(LocalTime.day(.noon)).start))])
  }

  @Test func `on: covers a day, or the day of today in earlier years`() throws {
    let pi = try day("2015-03-14")
    #expect(try conditions("on:2015-03-14") == [.init(.anyOf([[.init(.since(pi.start)), .init(.until(pi.end))]]))])
    let leapDay = try #require(DateSpan("2024-02-29", now: .noon)).start.addingTimeInterval(60)
    let query = try SearchQuery("on:this-day", now: leapDay)
    func matches(_ text: String) throws -> Bool {
      query.matches(.fixture(createdAt: try day(text).start.addingTimeInterval(3_600)))
    }
    #expect(try matches("2020-02-29") && matches("2004-02-29"))
    #expect(try !matches("2024-02-29") && !matches("2023-02-28") && !matches("2023-03-01"))
    #expect(SearchQuery.error(inSaved: "from:ada on:this-day") == nil)
    #expect(throws: SearchQueryError.self) { try self.query("on:birthday") }
  }

  @Test func `The query for this day is recognised`() {
    let text = SearchQuery.onThisDay(of: Profile(handle: "ada@demo"))
    #expect(text == "from:ada@demo on:this-day" && SearchQuery.isOnThisDay(text))
    #expect(SearchQuery.onThisDay(of: Profile(handle: "", name: "f.json")) == "on:this-day")
    #expect(!SearchQuery.isOnThisDay("tea on:this-day") && !SearchQuery.isOnThisDay("on:2015"))
  }

  @Test(arguments: [
    ("https://a.example/x", "https://a.example/x"), ("foo:bar", "foo:bar"), ("12:30", "12:30"), ("don't", "don't"),
    ("well-known", "well-known"),
  ]) func `Other colons, slashes and apostrophes are part of words`(text: String, word: String) throws {
    #expect(try conditions(text) == [.init(.word(word))])
  }

  @Test func `An unclosed quotation ends with the text`() throws {
    #expect(try conditions("tea \"black cof") == [.init(.word("tea")), .init(.word("black cof"))])
    let query = try query("\"black cof")
    #expect(query.matches(.fixture(text: "More black coffee")))
    #expect(!query.matches(.fixture(text: "blackish coffee")))
  }

  @Test func `Typographic quotation marks work`() throws {
    #expect(
      try conditions("“black coffee” ＂tea time＂") == [.init(.phrase("black coffee")), .init(.phrase("tea time"))])
  }

  @Test func `Terms without words are ignored`() throws {
    #expect(try conditions("tea - & \"\" !!!") == [.init(.word("tea"))])
  }

  @Test(arguments: [
    ("", 1, "a word to search for"), (" \n\t", 1, "a word to search for"), ("\"\"", 1, "a word to search for"),
    ("- & !", 1, "a word to search for"), ("since:yesterweek", 7, "a date like 2015-03 after since:"),
    ("tea until:2015-02-30", 11, "a date like 2015-03 after until:"), ("since:", 7, "a date like 2015-03 after since:"),
    ("日本 since:x", 10, "a date like 2015-03 after since:"), ("from:", 6, "a handle after from:"),
    ("-from:@", 7, "a handle after from:"), ("likes:many", 7, "a number like >100 after likes:"),
    ("lang:x", 6, "a language like en after lang:"), ("in:", 4, "the name of a timeline after in:"),
    ("to:", 4, "a handle after to:"), ("OR tea", 1, "a term before OR"),
    ("(tea OR) milk", 6, "a term after OR"), ("tea OR", 5, "a term after OR"),
    ("since:2016 until:2015", 12, "a since: before until:"),
  ]) func `Syntax errors have a column and an expectation`(text: String, column: Int, reason: String) throws {
    let error = #expect(throws: SearchQueryError.self) { try query(text) }
    #expect(error == SearchQueryError(column: column, reason: reason))
  }

  @Test(arguments: [
    (
      "has:cheese", 5, "media, link, image, video, audio, poll or quote after has:", nil,
      "expected media, link, image, video, audio, poll or quote after has:, at character 5"
    ),
    (
      "tea IS:replly", 8, "repost, reply, thread, edited or deleted after is:", "is:reply",
      "expected repost, reply, thread, edited or deleted after is:, at character 8 (did you mean “is:reply”?)"
    ),
  ]) func `Unknown values get a suggestion`(
    text: String, column: Int, reason: String, nearest: String?, message: String
  ) throws {
    let error = #expect(throws: SearchQueryError.self) { try query(text) }
    #expect(error == SearchQueryError(column: column, reason: reason, nearest: nearest))
    #expect(error?.message == message)
  }

  @Test func `Unknown fields get a suggestion`() throws {
    let error = #expect(throws: SearchQueryError.self) { try query("tea form:ada") }
    #expect(error == SearchQueryError(column: 5, unknownField: "form:", nearest: "from:"))
    #expect(error?.message == "unknown field “form:” (did you mean “from:”?)")
    #expect(error?.sentence == "Unknown field “form:”. Did you mean “from:”?")
  }

  @Test func `Hashtags, handles, is: and has: are conditions`() throws {
    #expect(
      try conditions("#Café @ada @ada@sea.example to:@Bob is:reply is:thread -is:edited is:deleted has:poll has:Image")
        == [
          .init(.tag(["cafe"])), .init(.mentions(handle: "ada")), .init(.mentions(handle: "ada@sea.example")),
          .init(.to(handle: "Bob")), .init(.isReply), .init(.isThread), .init(.hasState(.edited), isExcluded: true),
          .init(.hasState(.deleted)), .init(.has(.poll)), .init(.has(.image)),
        ])
    #expect(
      try conditions("lang:JA in:Favourites in:\"Close friends\" tea") == [
        .init(.language("ja")), .init(.timeline("Favourites")), .init(.timeline("\"Close friends\"")),
        .init(.word("tea")),
      ])
  }

  @Test(arguments: ["#", "@", "#!", "@…", "#_", "x#tea", "x@ada"])
  func `Invalid names are words or ignored`(text: String) throws {
    #expect(try conditions("milk \(text)").dropFirst().allSatisfy { $0.term == .word(text) })
  }

  @Test(arguments: [
    ("#tea/", "#tea"), ("#tea.", "#tea"), ("＃Tea,", "#tea"), ("#tea…!", "#tea"), ("#co_op:", "#co_op"),
    ("#日本、", "#日本"), ("#CAFÉ)", "#cafe"), ("#te\u{200D}a?", "#tea"), ("#\u{200D}tea", "#tea"), ("@ada,", "@ada"),
    ("@ada/", "@ada"), ("@ada.", "@ada"), ("@ada@", "@ada"), ("＠ada@sea.example).", "@ada@sea.example"),
    ("-#tea/", "-#tea"), ("(#tea/ OR @ada,)", "(#tea OR @ada)"),
  ]) func `Punctuation after a name is ignored`(text: String, name: String) throws {
    #expect(try conditions(text) == conditions(name))
  }

  @Test(arguments: [
    ("#tea/pot", 5, "a space after “#tea”"), ("milk #black-tea", 12, "a space after “#black”"),
    ("#a,b", 3, "a space after “#a”"), ("#tea☕", 5, "a space after “#tea”"),
    ("#/tea", 2, "letters or digits after #"), ("##tea", 2, "letters or digits after #"),
    ("#☕", 2, "letters or digits after #"), ("@ada,bob", 5, "a space after “@ada”"),
    ("@ada@sea.example/1", 17, "a space after “@ada@sea.example”"),
    ("@日本", 2, "a handle of letters a to z and digits after @"),
    ("@adaé", 2, "a handle of letters a to z and digits after @"),
  ]) func `A name followed by other characters is an error`(
    text: String, column: Int, wanted: String
  ) throws {
    let error = #expect(throws: SearchQueryError.self) { try query(text) }
    #expect(error == SearchQueryError(column: column, reason: "\(wanted), or quotation marks around it"))
  }

  @Test(
    arguments: [
      ("english", "en"), ("German", "de"), ("Español", "es"), ("日本語", "ja"), ("klingon", nil), ("x1", nil),
      ("pt-", nil),
      ("pt_br", nil), ("en-", nil), ("-en", nil), ("en--us", nil), ("pt-brazilian", nil),
    ] as [(String, String?)])
  func `Languages are codes, and names get a suggestion`(value: String, code: String?) throws {
    let error = #expect(throws: SearchQueryError.self) { try query("lang:\(value)") }
    let nearest = code.map { "lang:\($0)" }
    #expect(error == SearchQueryError(column: 6, reason: "a language like en after lang:", nearest: nearest))
  }

  @Test(arguments: ["en", "JA", "gsw", "pt-BR", "zh-Hant-TW", "es-419"])
  func `Language codes may have subtags`(code: String) throws {
    #expect(try conditions("lang:\(code)") == [.init(.language(code.lowercased()))])
  }

  @Test(arguments: [
    (">100", [101, 5_000], [100, 0]), (">=100", [100], [99]), ("<3", [0, 2], [3]), ("<=3", [3], [4]),
    ("3", [3], [2, 4]),
    ("0", [0], [1]), ("<0", [], [0]),
  ]) func `Counts are compared and unknown counts do not match`(
    span: String, found: [Int], others: [Int]
  ) throws {
    for (counts, isFound) in [(found, true), (others, false)] {
      for count in counts {
        #expect(try query("likes:\(span)").matches(.fixture(counts: Counts(likes: count))) == isFound)
        #expect(try query("reposts:\(span)").matches(.fixture(counts: Counts(reposts: count))) == isFound)
      }
    }
    #expect(try !query("likes:\(span)").matches(.fixture(counts: Counts(reposts: found.first))))
  }

  @Test(arguments: ["likes:>9223372036854775807", "likes:99999999999999999999", "likes:>-1", "likes:>+1", "likes:=>1"])
  func `Invalid numbers are errors`(text: String) {
    #expect(throws: SearchQueryError.self) { try query(text) }
  }

  @Test func `AND binds closer than OR, and parentheses group`() throws {
    func word(_ word: String) -> SearchQuery.Condition { .init(.word(word)) }
    #expect(
      try conditions("tea milk OR coffee") == [.init(.anyOf([[word("tea"), word("milk")], [word("coffee")]]))])
    #expect(
      try conditions("tea (milk OR \"soy milk\") -(cold OR is:repost)") == [
        word("tea"), .init(.anyOf([[word("milk")], [.init(.phrase("soy milk"))]])),
        .init(.anyOf([[word("cold")], [.init(.isRepost)]]), isExcluded: true),
      ])
    #expect(
      try conditions("(tea) ((milk)) -(cold)") == [word("tea"), word("milk"), .init(.word("cold"), isExcluded: true)])
    #expect(
      try conditions("-(cold tea)") == [.init(.anyOf([[word("cold"), word("tea")]]), isExcluded: true)])
    #expect(try conditions("tea (milk OR coffee") == conditions("tea (milk OR coffee)"))
    #expect(try conditions("(f(x) OR tea)") == [.init(.anyOf([[word("f(x)")], [word("tea")]]))])
  }

  @Test func `Stray parentheses, lower-case or and quoted operators are words`() throws {
    #expect(try conditions("tea :) or \"OR\"") == conditions("tea or \"OR\""))
    #expect(try conditions("tea or \"OR\"").map(\.term) == [.word("tea"), .word("or"), .phrase("OR")])
  }

  @Test func `Nesting is limited`() throws {
    #expect(try conditions(String(repeating: "(", count: 16) + "tea").count == 1)
    let error = #expect(throws: SearchQueryError.self) { try query(String(repeating: "(", count: 100_000) + "tea") }
    #expect(error == SearchQueryError(column: 17, reason: "fewer nested parentheses"))
    #expect(throws: SearchQueryError.self) { try query((0..<61).map { "(word\($0))" }.joined(separator: " OR ")) }
  }

  @Test func `Terms in parentheses and hashtags are highlighted`() throws {
    let text = "Tea with #co_op milk"
    let marked = try query("(tea OR #co_op) -(milk OR cold)").ranges(in: text).map { String(text[$0]) }
    #expect(marked == ["Tea", "co_op"])
    let named = "Ask @ada"
    #expect(try query("@ada@sea.example").ranges(in: named).map { String(named[$0]) } == ["ada"])
  }

  @Test func `The number of terms is limited`() throws {
    let words = (0..<60).map { "word\($0)" }
    #expect(try conditions(words.joined(separator: " ")).count == 60)
    let tooMany = #expect(throws: SearchQueryError.self) { try query(words.joined(separator: " ") + " more") }
    #expect(tooMany?.reason == "at most 60 words")
    #expect(throws: SearchQueryError.self) { try query("\"\(words.joined(separator: " ")) more\"") }
    #expect(try query("\"\(words.joined(separator: " "))\"").matches(.fixture(text: words.joined(separator: ", "))))
  }

  @Test func `Random input is a query or an error`() throws {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "-", "\"", ":", "from:", "since:", "2015", "-03", " ", "é", "日", "has:", "media", "e\u{301}", "👩‍🚀", "“", "@",
      "\u{0}",
      "word", "*", "(", ")", " OR ", "#", "is:reply", "likes:>", "in:\"", "NEAR", "OR", "'", ";", "ﬁ", "\u{10FFFF}",
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
