import Domain
import Foundation
import Runtime
import TestSupport
import Testing

/// Merged search results of several accounts.
@MainActor @Suite struct AccountMatchesTests {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let query: SearchQuery

  init() throws {
    query = try SearchQuery("tea", now: .noon)
  }

  /// Posts of an account, at minutes before noon.
  private func repository(_ name: String, _ minutes: [Int]) -> PagedTimelineRepository {
    let posts = minutes.map { minute in
      Post.fixture(id: "\(name)\(minute)", createdAt: .noon.minutesAgo(Double(minute)), text: "Tea \(name)\(minute)")
    }
    return PagedTimelineRepository([(.home, posts)], clock: clock)
  }

  private func searchableAccounts(_ repositories: [(String, PagedTimelineRepository)]) -> [SearchableAccount] {
    repositories.map { SearchableAccount(account: .fixture(handle: $0.0), search: $0.1) }
  }

  private func search(_ repositories: [(String, PagedTimelineRepository)]) -> SearchAccounts {
    SearchAccounts(clock: clock) { [accounts = searchableAccounts(repositories)] in accounts }
  }

  /// Requests a page as a screen does, and settles.
  private func page(_ search: SearchAccounts, _ request: PageRequest = .newest) async throws -> TimelinePage? {
    final class Outcome {
      var page: Result<TimelinePage, TimelineError>?
    }
    let outcome = Outcome()
    runner.start { [query] in
      do throws(TimelineError) {
        outcome.page = .success(try await search.page(of: query, request))
      } catch {
        outcome.page = .failure(error)
      }
    }
    await clock.settle(runner)
    return try outcome.page?.get()
  }

  @Test func `Results are merged by date and paged without gaps`()
    async throws
  {
    let minutes = (0..<400).map { ($0, $0 % 3 == 0 ? "a" : $0 % 7 == 0 ? "b" : "c") }
    let names = ["a", "b", "c", "empty"]
    let repositories = names.map { name in (name, repository(name, minutes.filter { $0.1 == name }.map(\.0))) }
    let wanted = minutes.map { "\($0.1)\($0.0)" }
    for chunk in [1, 7, 60, 500] {
      let matches = AccountMatches(of: query, in: searchableAccounts(repositories), chunkLength: chunk, clock: clock)
      var (pages, position) = ([TimelinePage](), PagePosition.newest)
      while let page = try? await matches.page(PageRequest(position, limit: 60)) {
        pages.append(page)
        guard let older = page.older else { break }
        position = .older(than: older)
      }
      #expect(ids(pages.flatMap(\.posts)) == wanted, "in chunks of \(chunk)")
      #expect(pages.map(\.offset) == [0, 60, 120, 180, 240, 300, 360])
      // Paging back returns the same pages.
      var newer = pages.last?.newer
      for page in pages.dropLast().reversed() {
        let cursor = try #require(newer)
        let again = try await matches.page(PageRequest(.newer(than: cursor), limit: 60))
        #expect(again.posts == page.posts)
        newer = again.newer
      }
      #expect(newer == nil)
      #expect(try await matches.count(isQuick: false) == MatchCount(count: 400, isExact: true, searchedCount: 400))
    }
  }

  @Test func `Undated posts keep their position`() async throws {
    let undated = PagedTimelineRepository(
      [(.home, [.fixture(id: "1", createdAt: nil, text: "Tea"), .fixture(id: "2", text: "Tea")])], clock: clock)
    let matches = AccountMatches(
      of: query, in: searchableAccounts([("a", repository("a", [1])), ("b", undated)]), clock: clock)
    #expect(ids(try await matches.page(PageRequest(.newest, limit: 60)).posts) == ["1", "2", "a1"])
  }

  /// A post with a URL, at seconds before noon, optionally a repost.
  private func post(
    _ id: String, by author: String? = "ada", at url: String?, _ seconds: Double, repostOf handle: String? = nil
  ) -> Post {
    let date = Date.noon.addingTimeInterval(-seconds)
    return .fixture(
      id: id, author: author.map { .fixture(handle: $0) }, createdAt: date, text: "Tea", url: url,
      repost: handle.map { Repost(by: .fixture(handle: $0), at: date) })
  }

  @Test func `Duplicates are listed once for the first account`() async throws {
    let a = [
      post("a1", at: "https://twitter.com/ada/status/7", 0.25), post("a2", at: "https://server.example/@ada/8", 60),
      post("a3", at: "https://server.example/@ada/8", 61, repostOf: "grace"), post("a4", at: nil, 62),
      post("a5", at: "https://server.example/@ada/9", 63),
    ]
    let b = [
      // An invented number.
      post("b6", by: "grace", at: "https://twitter.com/grace/status/7", 0.5),
      // The other source has no milliseconds, and a URL with the number only.
      post("b1", by: nil, at: "https://x.com/i/web/status/7?s=20", 1),
      post("b2", at: "https://server.example/@ada/8", 60),
      post("b3", at: "https://server.example/@ada/8", 61, repostOf: "alan"), post("b4", at: nil, 62),
      // A minute apart it is a different post, even with the same URL.
      post("b5", at: "https://server.example/@ada/9", 120),
    ]
    for limit in [1, 2, 3, 60] {
      let matches = AccountMatches(
        of: query,
        in: searchableAccounts([
          ("a", PagedTimelineRepository([(.home, a)], clock: clock)),
          ("b", PagedTimelineRepository([(.home, b)], clock: clock)),
        ]), clock: clock)
      var (found, position, cursors) = ([String](), PagePosition.newest, [PageCursor]())
      while true {
        let page = try await matches.page(PageRequest(position, limit: limit))
        #expect(page.offset == found.count)
        #expect(!page.posts.isEmpty, "in pages of \(limit)")
        found += ids(page.posts)
        let count = try await matches.count(isQuick: true)
        #expect(count.isApproximate == (page.older != nil && count.count < 11))
        guard let older = page.older else { break }
        cursors.append(older)
        position = .older(than: older)
      }
      #expect(found == ["a1", "b6", "a2", "a3", "b3", "a4", "b4", "a5", "b5"], "in pages of \(limit)")
      #expect(try await matches.count(isQuick: false) == MatchCount(count: 9, isExact: true, searchedCount: 11))
      // A repeated request returns the same page.
      for (index, cursor) in cursors.enumerated() {
        let again = try await matches.page(PageRequest(.older(than: cursor), limit: limit))
        #expect(ids(again.posts) == Array(found[(limit * (index + 1))...].prefix(limit)))
      }
    }
  }

  @Test func `Undated posts between duplicates do not matter`() async throws {
    let shared = (0..<40).map { number in
      (id: number, url: "https://server.example/@ada/\(number)", seconds: Double(number / 4))
    }
    func posts(_ name: String, undatedAfter: Int) -> [Post] {
      var posts = shared.map { post("\(name)\($0.id)", at: $0.url, $0.seconds) }
      posts.insert(.fixture(id: "\(name)none", createdAt: nil, text: "Tea"), at: undatedAfter)
      return posts
    }
    let accounts = searchableAccounts([
      ("a", PagedTimelineRepository([(.home, posts("a", undatedAfter: 2))], clock: clock)),
      ("b", PagedTimelineRepository([(.home, posts("b", undatedAfter: 14))], clock: clock)),
    ])
    let matches = AccountMatches(of: query, in: accounts, clock: clock)
    let page = try await matches.page(PageRequest(.newest, limit: 100))
    #expect(Set(page.posts.compactMap(\.url)).count == 40)
    #expect(page.posts.count == 42)
  }

  @Test func `A failed account is reported and does not affect the others`() async throws {
    let broken = repository("b", [2])
    broken.setMatchResponses(.init(after: 0, .offline(host: "b.example")))
    let search = search([("a", repository("a", [1, 3])), ("b", broken)])
    let found = try #require(try await page(search))
    #expect(ids(found.posts) == ["a1", "a3"])
    #expect(search.result.failures == [.init(account: .fixture(handle: "b"), error: .offline(host: "b.example"))])
    #expect(try await search.count(of: query, beside: found) == MatchCount(count: 2, isExact: true, searchedCount: 2))
    #expect(await !search.waitForMoreAccounts())
  }

  @Test func `An account that fails later keeps its results`() async throws {
    let broken = repository("b", Array(0..<200))
    let matches = AccountMatches(
      of: query, in: searchableAccounts([("a", repository("a", Array(200..<300))), ("b", broken)]), clock: clock)
    let first = try await matches.page(PageRequest(.newest, limit: 60))
    broken.setMatchResponses(.init(after: 0, .storeFailed(.unusable(path: "/x", reason: "gone"))))
    let second = try await matches.page(PageRequest(.older(than: try #require(first.older)), limit: 60))
    #expect(ids(second.posts) == (60..<120).map { "b\($0)" })
    let third = try await matches.page(PageRequest(.older(than: try #require(second.older)), limit: 60))
    #expect(ids(third.posts) == (200..<260).map { "a\($0)" })
    #expect(matches.result.failures.map(\.account.profile.handle) == ["b"])
    // Its earlier results stay when paging back and in the count.
    let back = try await matches.page(PageRequest(.newer(than: try #require(second.newer)), limit: 60))
    #expect(back.posts == first.posts)
    #expect(try await matches.count(isQuick: true).count == 300)
  }

  @Test func `A late page of an earlier list does not change the current one`() async throws {
    let (a, b) = (repository("a", Array(0..<200)), repository("b", []))
    let matches = AccountMatches(of: query, in: searchableAccounts([("a", a), ("b", b)]), clock: clock)
    let first = try await matches.page(PageRequest(.newest, limit: 60))
    let cursor = try #require(first.older)
    a.setMatchResponses(.init(after: 3))
    runner.start { _ = try? await matches.page(PageRequest(.older(than: cursor), limit: 60)) }
    await clock.settle(runner)
    let short = try await matches.page(PageRequest(.newest, limit: 20))
    _ = try await matches.page(PageRequest(.older(than: try #require(short.older)), limit: 20))
    await clock.advance(by: 3, runner)
    let second = try await matches.page(PageRequest(.older(than: cursor), limit: 20))
    #expect(ids(second.posts) == (20..<40).map { "a\($0)" })
  }

  @Test func `Slow accounts do not delay the results of others`() async throws {
    let slow = repository("b", [0, 2])
    slow.setMatchResponses(.init(after: 3))
    let search = search([("a", repository("a", [1, 3])), ("b", slow)])
    #expect(try await page(search) == nil)
    await clock.advance(by: 0.1, runner)
    let found = try #require(try await page(search, .cachedRefresh(nil, count: 0)))
    #expect(ids(found.posts) == ["a1", "a3"])
    #expect(search.result.waiting.map(\.profile.handle) == ["b"])
    #expect(try await search.count(of: query, beside: found).isExact == false)
    var responseCount = 0
    // After a cached refresh only accounts that are not on the page are awaited.
    runner.start { [query] in
      while await search.waitForMoreAccounts() {
        responseCount += 1
        _ = try? await search.page(of: query, .cachedRefresh(nil, count: 0))
      }
    }
    await clock.settle(runner)
    #expect(responseCount == 0)
    await clock.advance(by: 3, runner)
    #expect(responseCount == 1)
    #expect(ids(try #require(try await page(search, .cachedRefresh(nil, count: 0))).posts) == ["b0", "a1", "b2", "a3"])
    #expect(search.result.waiting.isEmpty)
  }

  @Test func `An empty result waits for all accounts`() async throws {
    let slow = repository("b", [0])
    slow.setMatchResponses(.init(after: 3))
    let search = search([("a", repository("a", [])), ("b", slow)])
    #expect(try await page(search) == nil)
    await clock.advance(by: 1, runner)
    #expect(search.result.waiting.map(\.profile.handle) == ["b"])
    await clock.advance(by: 2, runner)
    #expect(ids(try #require(try await page(search, .cachedRefresh(nil, count: 0))).posts) == ["b0"])
  }

  @Test func `Cancelling a search stops all work`() async throws {
    let slow = repository("b", [0])
    slow.setMatchResponses(.init(after: 3))
    var search: SearchAccounts? = search([("b", slow)])
    var error: TimelineError?
    let asking = runner.start { [query, search] in
      do throws(TimelineError) {
        _ = try await search?.page(of: query, .newest)
      } catch let reason {
        error = reason
      }
    }
    await clock.settle(runner)
    asking.cancel()
    search = nil
    await clock.settle(runner)
    #expect(error == .cancelled)
    #expect(clock.sleeperCount == 0 && clock.workCount == 0)
  }

  @Test func `A cancelled search keeps the earlier results`() async throws {
    let (all, slow) = (repository("a", Array(0..<100)), repository("b", []))
    let search = search([("a", all), ("b", slow)])
    let first = try #require(try await page(search))
    let cursor = try #require(first.older)
    slow.setMatchResponses(.init(after: 30))
    all.setMatchResponses(.init(after: 30))
    let asking = runner.start { [other = try SearchQuery("coffee", now: .noon)] in
      _ = try? await search.page(of: other, .newest)
    }
    await clock.settle(runner)
    #expect(search.result.waiting.isEmpty)
    asking.cancel()
    await clock.settle(runner)
    let second = try #require(try await page(search, .older(than: cursor)))
    #expect(ids(first.posts + second.posts) == (0..<100).map { "a\($0)" })
    #expect(try await page(search, .older(than: PageCursor("7")))?.posts == [])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A saved query is invalid if it is on every day`() {
    #expect(SearchQuery.error(inSaved: "tea since:2025 until:today") == nil)
    #expect(SearchQuery.error(inSaved: "tea since:today until:2150") == nil)
    #expect(SearchQuery.error(inSaved: "tea since:2025 until:2020") != nil)
    #expect(SearchQuery.error(inSaved: "tea OR")?.reason == "a term after OR")
    #expect(SearchQuery.error(inSaved: "!") != nil)
  }
}
