import Domain
import Foundation
import GRDB
import Runtime
import TestSupport
import Testing

@testable import Store

/// A query has the same result in memory, in the store and over all accounts. Memory is the model, the store uses SQL,
/// and results of accounts are joined as `tern search` prints and the program shows them.
@Suite struct SearchLanguageTests {
  private let fixture = StoreHarness()
  private let model: SearchModel

  init() throws {
    model = SearchModel(seed: 21, count: 400)
    try fixture.importPosts(model.items)
  }

  private func expectSame(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int {
    let query = try SearchQuery(text, now: .noon)
    let expected = model.matches(of: query)
    let repository = fixture.repository()
    let page = try await repository.matches(of: query, PageRequest(.newest, limit: 1_000))
    #expect(ids(page.posts) == expected, "\(text)", sourceLocation: sourceLocation)
    let count = try await repository.matchCount(of: query, upTo: nil)
    #expect(count.count == expected.count, "\(text)", sourceLocation: sourceLocation)
    try await expectSame(query, expected, overAll: repository, sourceLocation)
    return expected.count
  }

  /// Two equal accounts have each match twice, one after the other.
  private func expectSame(
    _ query: SearchQuery, _ expected: [String], overAll repository: StoreTimelineRepository,
    _ sourceLocation: SourceLocation
  ) async throws {
    let account = SearchableAccount(account: .fixture(), search: repository)
    let matches = AccountMatches(of: query, in: [account, account], chunkLength: 40, clock: SystemClock())
    var (found, position) = ([String](), PagePosition.newest)
    while true {
      let page = try await matches.page(PageRequest(position, limit: 60))
      found += ids(page.posts)
      guard let older = page.older else { break }
      position = .older(than: older)
    }
    #expect(found == expected.flatMap { [$0, $0] }, "\(query.text)", sourceLocation: sourceLocation)
    let count = try await matches.count(isQuick: false)
    #expect(count.count == 2 * expected.count && count.isExact, "\(query.text)", sourceLocation: sourceLocation)
  }

  /// One case for all terms, because importing the posts takes most of the time of a case.
  @Test func `Each term has matches, the same everywhere`() async throws {
    for term in SearchModel.terms {
      let found = try await expectSame(term)
      let others = try await expectSame("-\(term)")
      #expect(found > 0 && others > 0, "\(term): \(found) and \(others)")
      #expect(found + others == model.count, "\(term)")
    }
  }

  @Test func `Combined and grouped terms match the same everywhere`() async throws {
    var random = SeededGenerator(seed: 5)
    var found = 0
    for _ in 0..<400 {
      found += try await expectSame(SearchModel.query(depth: 2, using: &random)) > 0 ? 1 : 0
    }
    #expect(found > 150, "most of them find nothing")
  }

  @Test func `Excluding nothing matches everything, also in groups`() async throws {
    for text in [
      "-from:nobody OR likes:>3", "-in:nope OR tea", "(-in:nope OR likes:0) tea", "-(-in:nope OR likes:>3)",
      "tea -(in:nope OR from:nobody)",
    ] { _ = try await expectSame(text) }
  }

  @Test(arguments: [
    "-until:2026-11-20", "-since:2026-11-20", "tea -since:2015", "-until:2015 -since:2030", "in:Posts -until:2015",
  ])
  func `Excluding a date includes posts without a date`(text: String) async throws {
    let fixture = StoreHarness()
    var posts: [Post] = []
    for number in 0..<60 {
      let date: Date? = number % 7 == 3 ? nil : Date.noon.minutesAgo(Double(number) * 200_000)
      posts.append(.fixture(id: "\(number)", createdAt: date, text: number % 2 == 0 ? "tea" : "none"))
    }
    try fixture.importPosts(posts.map { ImportItem($0, in: .posts) })
    let query = try SearchQuery(text, now: .noon)
    let page = try await fixture.repository().matches(of: query, PageRequest(.newest, limit: 100))
    #expect(Set(ids(page.posts)) == Set(ids(posts.filter { query.matches($0) })))
    #expect(page.posts.contains { $0.createdAt == nil })
  }

  /// Conditions that depend on each other: a reply to oneself matches `to:` with the own handle.
  @Test func `Pairs of related conditions match the same everywhere`() async throws {
    let terms = [
      "to:grace", "to:bob_b", "to:grace@sea.example", "is:thread", "is:reply", "is:repost", "from:bob_b", "likes:0",
      "likes:<3", "reposts:<=4", "likes:9", "likes:<101", "from:ada", "lovelace", "in:likes", "in:Posts",
      "in:\"my list\"", "has:media", "coffee", "until:2024-06",
    ]
    let repository = fixture.repository()
    for (index, one) in terms.enumerated() {
      for other in terms[index...] {
        for text in ["\(one) \(other)", "\(one) -\(other)", "-\(one) \(other)", "-\(one) -\(other)"] {
          let query = try SearchQuery(text, now: .noon)
          let page = try await repository.matches(of: query, PageRequest(.newest, limit: 1_000))
          #expect(ids(page.posts) == model.matches(of: query), "\(text)")
        }
      }
    }
  }

  @Test func `Any query can be paged in both directions`() async throws {
    var random = SeededGenerator(seed: 9)
    let repository = fixture.repository()
    for _ in 0..<60 {
      let query = try SearchQuery(SearchModel.query(depth: 2, using: &random), now: .noon)
      for isDown in [true, false] {
        var position = isDown ? PagePosition.newest : .oldest
        var walked: [String] = []
        while true {
          let page = try await repository.matches(of: query, PageRequest(position, limit: 40))
          walked = isDown ? walked + ids(page.posts) : ids(page.posts) + walked
          guard let next = isDown ? page.older : page.newer else { break }
          position = isDown ? .older(than: next) : .newer(than: next)
        }
        #expect(walked == model.matches(of: query), "\(query.text)")
      }
    }
  }

  /// Plans that would take seconds with a million posts, which is invisible with these few.
  @Test func `No term sorts or scans where an index can be used`() async throws {
    for term in SearchModel.terms {
      let plan = try await plan(of: SearchQuery(term, now: .noon))
      // Sorting one page of each of two lists is fine.
      let isOfFew = plan.indices.map { $0 > 0 && plan[$0 - 1].hasPrefix("SCAN (subquery") }
      let scans = zip(plan, isOfFew).filter {
        $0.contains("TEMP B-TREE") && !$1 || $0.hasPrefix("SCAN post") && !$0.contains("postWords")
      }.map(\.0)
      #expect(!plan.isEmpty && scans == [], "\(term): \(plan)")
      let isWalk = plan.contains { $0.hasPrefix("SEARCH post USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)") }
      #expect(!isWalk, "\(term): \(plan)")
    }
  }

  private func plan(of query: SearchQuery) async throws -> [String] {
    try await fixture.store.read { database -> [String] in
      guard let account = try StoredAccount.find(.store("ada"), in: database) else { return [] }
      let rows = try SearchExpression(query, account: account, in: database)
        .rows(from: 0, to: .max, "DESC", limit: 60)
      return try SQLRequest<Row>("EXPLAIN QUERY PLAN \(rows)").fetchAll(database).map { $0["detail"] }
    } ?? []
  }

  /// Contradictions are found without reading a post.
  @Test func `A contradictory query finds nothing without a search`() async throws {
    for text in [
      "coffee -coffee", "coffee -cof", "\"black coffee\" -black", "#tea -#tea", "has:image -has:media",
      "is:thread -is:reply", "to:grace -is:reply", "likes:>100 likes:<3", "likes:>=7 -likes:>3", "lang:ja lang:pt",
      "lang:pt-br -lang:pt", "in:likes -in:likes", "coffee (tea OR milk) -(tea OR milk)",
      "(#tea OR #co) -(#co OR #tea)", "in:nowhere", "in:nowhere is:reply", "\"black coffee\" -coffee",
      "from:grace -grace", "tea -grac from:grace",
    ] {
      let query = try SearchQuery(text, now: .noon)
      #expect(model.matches(of: query) == [], "\(text)")
      let isPossible = try await fixture.store.read { database -> Bool in
        guard let account = try StoredAccount.find(.store("ada"), in: database) else { return true }
        return try SearchExpression(query, account: account, in: database).isPossible
      }
      #expect(isPossible == false, "\(text)")
    }
  }
}

/// Posts with all searchable properties, and queries for them.
private struct SearchModel {
  static let terms = [
    "coffee", "\"black coffee\"", "日本", "from:grace", "since:2024", "until:2024-06", "has:media", "has:link",
    "is:repost",
    "#tea", "#日本", "#co_op", "#CAFÉ", "@ada", "@ada@sea.example", "@bob_b", "to:grace", "to:grace@sea.example",
    "is:reply",
    "is:thread", "is:edited", "is:deleted", "has:image", "has:video", "has:audio", "has:poll", "has:quote",
    "likes:>100",
    "likes:<3", "likes:>=7", "likes:0", "reposts:>10", "reposts:<=4", "lang:ja", "lang:pt", "lang:pt-br", "in:likes",
    "in:Posts", "in:\"my list\"", "lang:en", "likes:>=1", "likes:8", "to:bob_b", "from:ada", "lovelace", "likes:>=96",
    "likes:<101", "reposts:<11", "likes:9", "likes:>=0",
  ]

  private static let words = [
    "coffee", "black", "tea", "#tea", "#teapot", "x#tea", "/#tea", "#Tea.", "＃tea", "日本", "#日本", "#日本語", "#co_op",
    "#co", "#café", "#cafe\u{301}s", "#tea\u{200D}s", "@ada", "@ada@sea.example", "@adah", "@Ada.", "@ada\u{301}",
    "x@ada",
    "@bob_b", "@bob", "ada", "OR", "(", ")",
  ]
  private static let people = [
    Profile(handle: "grace", name: "Grace Hopper"), Profile(handle: "grace@sea.example", name: "Grace"),
    Profile(handle: "bob_b", name: "Coffee Bob"), Profile(handle: "", name: "Nobody"),
  ]
  private static let timelines: [TimelineID] = [.posts, .likes, .named("My list")]

  let items: [ImportItem]
  private let names: [PostKey: [TimelineID]]
  private let authors: [PostID: Profile]

  var count: Int { items.count }

  init(seed: UInt64, count: Int) {
    var random = SeededGenerator(seed: seed)
    items = (0..<count).map { Self.item($0, using: &random) }
    names = Dictionary(uniqueKeysWithValues: items.map { ($0.post.key, $0.timelines) })
    let posts = items.map(\.post)
    authors = Dictionary(
      (posts + posts.compactMap { if case .shown(let quoted)? = $0.quote { quoted } else { nil } })
        .compactMap { post in post.author.map { (post.id, $0) } }, uniquingKeysWith: { first, _ in first })
  }

  func matches(of query: SearchQuery) -> [String] {
    let surroundings = SearchQuery.MatchContext { post, name in
      names[post.key]?.contains { ListedTimeline($0).matches(name) }
    } author: { id in
      authors[id]
    }
    return ids(items.map(\.post).filter { query.matches($0, surroundings) })
  }

  private static func item(_ index: Int, using random: inout SeededGenerator) -> ImportItem {
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: " ")
    }
    func number(_ most: Int) -> Int? { chance(30) ? nil : chance(20) ? 0 : Int.random(in: 0...most, using: &random) }
    var post = Post.fixture(
      id: "\(index)", author: chance(50) ? .owner : chance(90) ? people.randomElement(using: &random) : nil,
      createdAt: .noon.minutesAgo(Double(index * 4_000)), text: text(0...6))
    if chance(10) {
      let url = ["https://sea.example/@ada", "https://Sea.example/@Ada", "https://sky.example/@ada"]
      post.text.runs += [
        .text(" "), .link(Link(url: url.randomElement(using: &random) ?? "", text: "@ada", kind: .mention)),
      ]
    }
    if chance(5) { post.text.runs += [.text(" @ada é "), .link(Link(url: "https://sea.example/@ada"))] }
    if chance(10) { post.text.runs.append(.link(Link(url: "https://coffee.example/#tea"))) }
    if chance(10) { post.repost = Repost(by: people.randomElement(using: &random), at: post.createdAt) }
    if chance(40) { post.replyTo = PostID(chance(70) ? "\(Int.random(in: 0..<400, using: &random))" : "gone") }
    if chance(20) { post.replyToAuthor = people.dropLast().randomElement(using: &random) }
    if chance(10) { post.states.insert(.edited) }
    if chance(10) { post.states.insert(.deleted) }
    if chance(10) { post.states.insert(.pinned) }
    if chance(30) {
      post.media = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        Media(kind: Media.Kind.allCases.randomElement(using: &random) ?? .other, url: "https://m.example/\(index)")
      }
    }
    if chance(10) { post.poll = Poll(options: [.init(title: text(1...1))], isClosed: chance(50)) }
    if chance(15) {
      post.quote =
        chance(50)
        ? .shown(.fixture(id: "q\(index)", author: people[0], createdAt: post.createdAt, text: text(1...3)))
        : .unavailable(id: chance(50) ? PostID("gone") : nil, reason: .deleted)
    }
    post.counts = Counts(reposts: number(20), likes: number(chance(10) ? 300 : 12))
    post.details = PostDetails(
      language: chance(60) ? ["ja", "JA", "pt", "pt-BR", "en"].randomElement(using: &random) : nil)
    // In addition to links, and in text without handles.
    if index % 9 == 4 {
      post.mentions = [
        Mention(handle: ["ada@sky.example", "grace@sea.example", "ada"][index % 3], url: "https://sea.example/@ada")
      ]
    }
    let further = timelines.dropFirst().filter { _ in chance(20) }
    return ImportItem(post: post, timelines: (chance(90) || further.isEmpty ? [.posts] : []) + further)
  }

  /// A few conditions, some joined by OR, grouped or negated.
  static func query(depth: Int, using random: inout SeededGenerator) -> String {
    let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let isGroup = depth > 0 && Int.random(in: 0..<3, using: &random) == 0
      let part = isGroup ? "(\(query(depth: depth - 1, using: &random)))" : terms.randomElement(using: &random) ?? ""
      return (Int.random(in: 0..<4, using: &random) == 0 ? "-" : "") + part
    }
    return parts.dropFirst().reduce(parts[0]) { $0 + (Bool.random(using: &random) ? " OR " : " ") + $1 }
  }
}
