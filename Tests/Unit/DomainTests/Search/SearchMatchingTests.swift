import Domain
import Foundation
import TestSupport
import Testing

@Suite struct SearchMatchingTests {
  private func query(_ text: String) throws -> SearchQuery { try SearchQuery(text, now: .noon) }

  @Test(arguments: [
    ("coffee", true), ("COFFEE", true), ("coff", true), ("before compiler", true), ("coffee tea", false),
    ("hopper", true), ("grace coffee", true), ("co", false), ("offee", false), ("did", true), ("the", true),
    ("\"the coffee\"", true), ("\"the coff\"", false), ("\"coffee the\"", false), ("\"hopper the\"", false),
    ("-tea", true), ("-coffee", false), ("coffee -tea", true), ("coffee -\"the coffee\"", false), ("from:grace", true),
    ("-from:grace", false), ("from:Hopper", false), ("the-coffee", true), ("coffee-the", false),
  ]) func `A post must meet every condition`(text: String, isMatch: Bool) throws {
    #expect(try query(text).matches(.fixture(text: "The compiler finished before the coffee did.")) == isMatch)
  }

  @Test(arguments: [
    ("cafe", "Un CAFÉ, s'il vous plaît"), ("café", "un cafe\u{301}"), ("CREME", "la crème"), ("strasse", "STRASSE"),
    ("ｔｅａ", "Tea time"), ("tea", "ＴＥＡ"), ("ёлка", "Елка"), ("don't", "I DON’T know"), ("dont", "dont"),
    ("日本", "来週は日本へ行く"), ("本", "来週は日本へ行く"), ("道は", "軌道はまだ計算の途中"), ("カメ", "新しいカメラ"), ("中", "一九八零年中国"),
    ("어요", "고마워요 좋았어요"), ("서", "서울에서"), ("ไทย", "ภาษาไทยง่าย"), ("ย", "ภาษาไทยง่าย"), ("👩‍🚀", "the 👩‍🚀 lands"),
    ("iphone日本", "the iPhone日本 edition"), ("カフェ", "ｶﾌｪでお茶"), ("ｶﾌｪ", "新しいカフェ"), ("データ", "ﾃﾞｰﾀ"), ("ﾃﾞｰﾀ", "データ"),
    ("が", "か\u{3099}く"), ("か\u{3099}", "がく"), ("パン", "ﾊﾟﾝ"), ("ﾊﾟﾝ", "ハ\u{309A}ン"), ("ヴ", "ｳﾞ"), ("ﾜﾞ", "ヷ"),
    ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}어"),
    ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", "한국어"), ("한", "하\u{11AB}"), ("ㄱㅏ", "ﾡￂ"),
    ("#データ", "#ﾃﾞｰﾀ です"), ("#ﾃﾞｰﾀ", "＃デ\u{FF70}タ"), ("#tea", "か\u{3099}#tea"), ("#tea", "ﾃﾞ#tea"),
  ]) func `Case, accents and width are ignored`(
    text: String, post: String
  ) throws {
    #expect(try query(text).matches(.fixture(text: post)))
  }

  @Test(arguments: [
    ("か", "が"), ("か", "か\u{3099}"), ("カ", "ｶﾞ"), ("カ", "か"), ("か", "ｶ"), ("ハ", "パ"), ("하", "한"),
    ("하", "\u{1112}\u{1161}\u{11AB}"), ("\u{1112}", "한"),
  ]) func `Sound marks and syllables are significant`(text: String, post: String) throws {
    #expect(try !query(text).matches(.fixture(text: post)))
  }

  @Test(arguments: [("本日", "日本"), ("大ア", "大きいア"), ("dont", "don't"), ("ไย", "ภาษาไทย")])
  func `Characters must be consecutive and in order`(text: String, post: String) throws {
    #expect(try !query(text).matches(.fixture(text: post)))
  }

  @Test(arguments: [
    Post.fixture(repost: Repost(by: .fixture(handle: "ada", name: "needle"))),
    .fixture(author: .fixture(handle: "needle@timeline.example")),
    .fixture(author: .fixture(handle: "sam@needle.example")),
    .fixture(warning: "A needle"), .fixture(media: [Media(kind: .image, description: "haystack with a needle")]),
    .fixture(poll: Poll(options: [Poll.Option(title: "hay"), Poll.Option(title: "needle")], isClosed: false)),
    .fixture(links: [Link(url: "https://needle.example/")]),
    .fixture(links: [Link(url: "https://needle.example/", text: "t.example", label: "short")]),
    .fixture(media: [Media(kind: .link, url: "https://needle.example/")]),
  ]) func `All texts of a post are searched`(post: Post) throws {
    #expect(try query("needle").matches(post))
    #expect(try !query("-needle").matches(post))
    #expect(try !query("pin").matches(post))
  }

  @Test(arguments: [
    Post.fixture(quote: .shown(.fixture(id: "2", text: "needle"))),
    .fixture(links: [Link(url: "https://needle.example/ada", text: "@ada")]),
    .fixture(links: [Link(url: "https://t.example/", text: "t.example", label: "needle")]),
  ]) func `Quoted posts and URLs of mentions are not searched`(post: Post) throws {
    #expect(try !query("needle").matches(post))
  }

  @Test func `A phrase matches within one text`() throws {
    let post = Post.fixture(text: "black", warning: "coffee", media: [Media(kind: .image, description: "black hole")])
    #expect(try query("black coffee hole").matches(post))
    #expect(try !query("\"black coffee\"").matches(post))
    #expect(try !query("\"coffee black\"").matches(post))
  }

  @Test(arguments: [
    ("ada", "ada", true), ("ada", "ada@timeline.example", true), ("ADA@timeline.example", "ada@Timeline.example", true),
    ("ada@timeline.example", "ada", false), ("ada", "adam", false), ("ada@time", "ada@timeline.example", false),
  ]) func `Handles match with or without their domain`(wanted: String, handle: String, isMatch: Bool) throws {
    let ada = Profile.fixture(handle: handle, name: "Somebody")
    #expect(try query("from:\(wanted)").matches(.fixture(author: ada)) == isMatch)
    #expect(try query("from:@\(wanted)").matches(.fixture(repost: Repost(by: ada))) == isMatch)
    #expect(try query("from:grace").matches(.fixture(repost: Repost(by: ada))))
  }

  @Test func `Date conditions cover whole days`() throws {
    let day = try #require(DateSpan("2015-03-14", now: .noon))
    func matches(_ text: String, _ date: Date?) throws -> Bool { try query(text).matches(.fixture(createdAt: date)) }
    for (date, isSince, isUntil) in [
      (day.start - 1, false, true), (day.start, true, true), (day.end - 1, true, true), (day.end, true, false),
    ] {
      #expect(try matches("since:2015-03-14", date) == isSince)
      #expect(try matches("until:2015-03-14", date) == isUntil)
    }
    #expect(try !matches("since:2015", nil))
    #expect(try !matches("until:2015", nil))
    #expect(try matches("-since:2015", nil))
    let repost = Post.fixture(createdAt: day.start - 9_999, repost: Repost(by: nil, at: day.start))
    #expect(try query("since:2015-03-14").matches(repost))
  }

  @Test func `Media, links and reposts`() throws {
    let picture = Post.fixture(media: [Media(kind: .image)])
    let page = Post.fixture(media: [Media(kind: .link, url: "https://a.example")])
    let link = Post.fixture(links: [Link(url: "https://a.example")])
    let mention = Post.fixture(links: [Link(url: "https://a.example/@ada", text: "@ada"), Link(url: "x", text: "#tea")])
    let repost = Post.fixture(repost: Repost(by: nil))
    let posts = [picture, page, link, mention, repost]
    #expect(try posts.map(query("has:media").matches) == [true, false, false, false, false])
    #expect(try posts.map(query("has:link").matches) == [false, true, true, false, false])
    #expect(try posts.map(query("is:repost").matches) == [false, false, false, false, true])
  }

  @Test(arguments: [
    ("coffee", "Coffee, black coffee", ["Coffee", "coffee"]), ("coff", "Coffee", ["Coffee"]),
    ("a ab", "abab ab", ["ab"]),
    ("\"black coffee\" tea", "Black, coffee; tea", ["Black, coffee", "tea"]), ("軌道", "新しい軌道は", ["軌道"]),
    ("👩‍🚀", "the 👩‍🚀 lands", ["👩‍🚀"]), ("👩", "the 👩‍🚀 lands", ["👩‍🚀"]), ("が", "か\u{3099}く", ["か\u{3099}"]),
    ("か", "か\u{3099}く", []), ("データ", "新しいﾃﾞｰﾀを", ["ﾃﾞｰﾀ"]),
    ("국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}어", ["국"]),
    ("x", "nothing here", []), ("-tea from:ada has:link", "tea ada", []), ("aaa \"b aaa\"", "b aaa", ["b aaa"]),
    ("cafe", "cafe\u{301}!", ["cafe\u{301}"]),
  ]) func `Matches are highlighted once`(words: String, text: String, expected: [String]) throws {
    #expect(try query(words).ranges(in: text).map { String(text[$0]) } == expected)
  }

  @Test(arguments: [
    ("coff", "coffe", true), ("coffee", "coffee tea", true), ("coffee", "tea", false), ("-tea", "-te", false),
    ("co", "cof", false), ("\"a b\"", "\"a b\" x", true), ("x cof", "cof x", true), ("coffee", "-coffee", false),
    ("black-cof", "black-coffee", true), ("日", "日本", true), ("\"tea\"", "tea", false),
    ("\"black\"", "\"black cof", true), ("cof", "\"black coffee\"", true), ("\"a b\"", "\"x a b c\"", true),
    ("\"a b\"", "\"a x b\"", false), ("\"tea\"", "\"black tea", false),
    ("日本", "日", false),
  ]) func `Narrower queries are detected`(wide: String, narrow: String, isSo: Bool) throws {
    #expect(try query(narrow).narrows(query(wide)) == isSo)
  }
}

extension SearchMatchingTests {
  @Test func `Listed mentions are found by handle`() throws {
    var post = Post.fixture(links: [Link(url: "https://www.loop.example/@ann", text: "@ann", kind: .mention)])
    post.mentions = [
      Mention(id: "9", handle: "ann@loop.example", url: "https://www.loop.example/@ann"),
      Mention(handle: "bob@far.example"),
    ]
    func finds(_ text: String) throws -> Bool { try SearchQuery(text, now: .noon).matches(post) }
    #expect(try finds("@ann") && finds("@ann@loop.example") && finds("@bob") && finds("@bob@far.example"))
    #expect(try !finds("@ann@www.loop.example"))
    post.mentions = []
    #expect(try finds("@ann@www.loop.example") && !finds("@ann@loop.example") && !finds("@bob"))
  }
}
