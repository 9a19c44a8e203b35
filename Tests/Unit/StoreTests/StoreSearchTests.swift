import Domain
import Foundation
import TestSupport
import Testing

@testable import Store

/// The index finds the same as a query in memory.
@Suite struct StoreSearchTests {
  private let fixture = StoreHarness()
  private let posts: [Post]

  private static let words = [
    "coffee", "Coffeehouse", "café", "naïve", "don't", "軌道", "計算", "軌道計算", "ａｂｃ", "abc", "ภาษาไทย", "한국어", "x", "to",
    "Straße", "ЁЛКА", "ёж", "👩‍🚀", "#tag", "@grace", "2021年", "co_op", "AND", "NOT", "\"", "*", "(", "-", "...", "tea",
    "ﾃﾞｰﾀ", "デ\u{30FC}タ", "か\u{3099}", "がく", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", "\u{11A8}", "하",
  ]

  init() throws {
    var random = SeededGenerator(seed: 11)
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in Self.words.randomElement(using: &random) ?? "" }
        .joined(separator: [" ", "", ", "].randomElement(using: &random) ?? " ")
    }
    let people = [
      Profile(handle: "grace", name: "Grace Hopper"), Profile(handle: "grace@sea.example", name: "Coffee Grace"),
      Profile(handle: "gracey", name: "軌道 さん"), Profile(handle: "", name: "Nobody Tea"),
    ]
    posts = (0..<400).map { index in
      var post = Post.fixture(
        id: "\(index)", author: people.randomElement(using: &random),
        createdAt: .noon.minutesAgo(Double(index * 3_000)),
        text: text(0...6))
      switch index % 9 {
      case 0: post.media = [Media(kind: .image, description: text(0...3))]
      case 1: post.text.runs.append(.link(Link(url: "https://coffee.example/abc", text: "t", label: "coffee…")))
      case 2: post.repost = Repost(by: people.randomElement(using: &random), at: post.createdAt)
      case 3: post.warning = text(1...2)
      case 4: post.poll = Poll(options: [.init(title: text(1...2)), .init(title: text(1...1))], isClosed: false)
      case 5: post.quote = .shown(.fixture(id: "q\(index)", createdAt: post.createdAt, text: text(1...3)))
      default: break
      }
      return post
    }
    try fixture.importPosts(posts.map { ImportItem($0, in: .posts) })
  }

  @Test func `A frequent name finds posts of all its authors`() async throws {
    let fixture = StoreHarness()
    var posts: [Post] = []
    for index in 0..<1_500 {
      let author = Profile(handle: "h\(index)", name: index % 100 == 99 ? "Zoe" : "Robin \(index)")
      let text = index % 10 == 0 ? "by Zoe" : "nothing"
      posts.append(
        Post.fixture(id: "\(index)", author: author, createdAt: .noon.minutesAgo(Double(index)), text: text))
    }
    try fixture.importPosts(posts.map { ImportItem($0, in: .posts) }, batch: 1_500)
    for words in ["robin", "-robin", "robin -zoe", "robin OR zoe", "zoe robin"] {
      let query = try SearchQuery(words, now: .noon)
      let page = try await fixture.repository().matches(of: query, PageRequest(.newest, limit: 2_000))
      #expect(ids(page.posts) == ids(posts.filter { query.matches($0) }), "\(words)")
    }
  }

  /// The latest posts are scanned first. These queries have no or too few matches there.
  @Test func `A frequent name is found far down, and with other conditions`() async throws {
    let fixture = StoreHarness()
    let items = (0..<5_600).map { index in
      let isFar = index > 5_000 || index % 450 == 9
      let author = Profile(
        handle: "h\(index)", name: isFar ? "Robin \(index % 3 == 0 ? "Sun" : "Moon")" : "Zoe \(index)")
      let text = index % 40 == 0 ? "by Zoe" : index % 70 == 0 ? "by Robin" : "nothing"
      var post = Post.fixture(
        id: "\(index)", author: author, createdAt: .noon.minutesAgo(Double(index * 90)), text: text,
        replyTo: index % 5 == 0 ? "\(index + 1)" : nil)
      if index % 4 == 0 { post.counts = Counts(likes: index % 8) }
      if index % 6 == 0 {
        post.repost = Repost(by: Profile(handle: "r\(index)", name: "Robin Sun"), at: post.createdAt)
      }
      return ImportItem(post, in: index % 3 == 0 ? .likes : .posts)
    }
    try fixture.importPosts(items, batch: 2_000)
    let names = Dictionary(uniqueKeysWithValues: items.map { ($0.post.key, $0.timelines) })
    let surroundings = SearchQuery.MatchContext { post, name in
      names[post.key]?.contains { ListedTimeline($0).matches(name) }
    } author: { _ in
      nil
    }
    for words in [
      "robin", "robin -sun", "robin moon", "moon robin is:repost", "-robin", "robin in:Posts", "robin in:Likes",
      "robin -in:Posts", "robin is:reply", "robin -is:reply", "robin is:repost", "robin -is:repost", "robin likes:0",
      "robin -likes:>3", "robin zoe", "robin -zoe", "robin OR moon", "moon (robin OR zoe)", "robin until:2025-12",
      "robin since:2026-02 moon", "moon \"by robin\"", "moon nothing in:Posts", "sun moon", "robin lang:ja",
    ] {
      let query = try SearchQuery(words, now: .noon)
      let expected = items.map(\.post).filter { query.matches($0, surroundings) }
      for limit in [60, 700, 6_000] {
        let newest = try await fixture.repository().matches(of: query, PageRequest(.newest, limit: limit))
        #expect(ids(newest.posts) == ids(Array(expected.prefix(limit))), "\(words), \(limit)")
        let oldest = try await fixture.repository().matches(of: query, PageRequest(.oldest, limit: limit))
        #expect(ids(oldest.posts) == ids(Array(expected.suffix(limit))), "\(words), \(limit)")
      }
      let count = try await fixture.repository().matchCount(of: query, upTo: nil).count
      #expect(count == expected.count, "\(words)")
    }
  }

  @Test(arguments: [
    "coffee", "cof", "co", "to", "x", "cafe", "CAFÉ", "naive", "don't", "don", "軌道", "軌", "道計", "abc", "ａｂ", "ภา",
    "ไทย", "국", "データ", "ﾃﾞ", "テ", "が", "か", "か\u{3099}く", "한국", "하", "\u{1112}\u{1161}\u{11AB}",
    "strasse", "straße", "елка", "еж", "👩‍🚀", "tag", "grace", "hopper", "さん", "nobody", "2021", "年", "co_op", "and",
    "not",
    "\"coffee tea\"", "\"grace hopper\"", "\"軌道計算\"", "-coffee", "coffee -tea", "-軌道 -計", "from:grace",
    "from:Grace@sea.example",
    "-from:grace", "from:nobody", "from:gracey coffee", "has:media", "has:link", "is:repost", "-has:media -is:repost",
    "since:2021", "until:2020-05", "since:2019 until:2020 coffee", "-since:2020", "example",
    "https://coffee.example/abc",
    "coffee.example", "tea OR coffee", "NEAR(a b)", "text:coffee", "a* b", "co*", "\"\"", "{text}:x", "^coffee",
    "x + y", "'; DROP TABLE post; --",
    "\u{241E}", "hm", "a1", "p1", "rp",
  ]) func `The store finds the same as a search in memory`(words: String) async throws {
    let query: SearchQuery
    do throws(SearchQueryError) { query = try SearchQuery(words, now: .noon) } catch { return }
    let expected = posts.filter(query.matches).map(\.id.rawValue)
    let repository = fixture.repository()
    let page = try await repository.matches(of: query, PageRequest(.newest, limit: 1_000))
    #expect(page.posts.map(\.id.rawValue) == expected, "\(words)")
    let count = try await repository.matchCount(of: query, upTo: nil)
    #expect(count == MatchCount(count: expected.count, isExact: true, searchedCount: 400))
  }

  @Test func `Matches can be paged in both directions`() async throws {
    let query = try SearchQuery("coffee", now: .noon)
    let repository = fixture.repository()
    let all = try await repository.matches(of: query, PageRequest(.newest, limit: 1_000)).posts
    #expect(all.count > 20)
    for (start, isDown) in [(PagePosition.newest, true), (.oldest, false)] {
      var position = start
      var walked: [Post] = []
      while true {
        let page = try await repository.matches(of: query, PageRequest(position, limit: 7))
        walked = isDown ? walked + page.posts : page.posts + walked
        guard let next = isDown ? page.older : page.newer else { break }
        position = isDown ? .older(than: next) : .newer(than: next)
      }
      #expect(walked == all)
    }
    let middle = all[all.count / 2]
    let around = try await repository.matches(of: query, PageRequest(.around(middle.key, nil), limit: 8))
    #expect(around.posts.contains(middle))
    #expect(around.posts.count == 8)
  }

  @Test func `Counting stops at its limit`() async throws {
    let query = try SearchQuery("coffee", now: .noon)
    let count = try await fixture.repository().matchCount(of: query, upTo: 5)
    #expect(count.count == 5)
    #expect(!count.isExact)
  }

  @Test func `Special characters in a query cause no error`() async throws {
    var random = SeededGenerator(seed: 3)
    let repository = fixture.repository()
    for _ in 0..<300 {
      let text = String(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
          "\"'*():^-+{}[]\\/~`!@#$%&|;,.<>? \u{0}\n軌é👩‍🚀aZ0fromhasisNEARANDORNOT".randomElement(using: &random) ?? "x"
        })
      guard let query = try? SearchQuery(text, now: .noon) else { continue }
      let expected = posts.filter(query.matches).count
      let found = try await repository.matchCount(of: query, upTo: nil).count
      #expect(found == expected, "\(text.debugDescription)")
    }
  }
}
