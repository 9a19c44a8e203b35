import Foundation
import Runtime
import TestSupport
import Testing

@testable import Domain

/// The notifications of all accounts as one timeline.
struct NotificationsOfAllAccountsTests {
  private struct Sources: SourceRepository {
    let listed: [(Account, StubTimelineRepository)]

    func accounts() async throws(TimelineError) -> [Account] { listed.map(\.0) }
    func signIn(handle: String, password: String) async throws(SignInError) -> Account {
      throw .unknownAccount(handle: handle)
    }
    func source(of account: AccountID) -> Source? {
      listed.first { $0.0.id == account }.map { Source($0.1, capabilities: SourceCapabilities()) }
    }
  }

  private struct Listing: ListAccountsUseCase {
    let accounts: [ListedAccount]
    func callAsFunction() async throws(TimelineError) -> [ListedAccount] { accounts }
  }

  private static let overview = TimelineOverview(timelines: [ListedTimeline(.home), ListedTimeline(.notifications)])

  private func post(_ id: String, _ minutes: Double, of account: Account) -> Post {
    var post = Post.fixture(id: id, createdAt: .noon.minutesAgo(minutes), text: id)
    post.notification = PostNotification(id: id, kind: .mention, profiles: [], at: post.createdAt)
    post.assign(to: account.id)
    return post
  }

  private func notifications(
    _ pages: [(Account, Result<TimelinePage, TimelineError>, TimelineOverview)], locked: Account? = nil
  ) -> NotificationsOfAllAccounts {
    let sources = Sources(
      listed: pages.map { account, page, overview in
        (account, StubTimelineRepository(overview: .success(overview), pages: [page]))
      })
    let listed = pages.map { ListedAccount(account: $0.0, isReady: $0.0 != locked) }
    return NotificationsOfAllAccounts(Listing(accounts: listed), in: sources, clock: VirtualClock(now: .noon))
  }

  private func texts(_ notifications: NotificationsOfAllAccounts) async throws -> [String] {
    let page = try await notifications.page(
      of: NotificationsOfAllAccounts.timeline.id, PageRequest(.newest, limit: 9))
    return page.posts.map { "\($0.text.plain) \($0.ref.account?.key ?? "")" }
  }

  @Test func `Entries of all accounts are merged, newest first`() async throws {
    let (ada, bo, cy) = (
      Account.fixture(handle: "ada@a"), Account.fixture(handle: "bo@b"), Account.fixture(handle: "cy@c")
    )
    let merged = notifications([
      (ada, .success(TimelinePage(posts: [post("1", 1, of: ada), post("3", 3, of: ada)])), Self.overview),
      (bo, .success(TimelinePage(posts: [post("2", 2, of: bo)])), Self.overview),
      // An account without notifications is not asked.
      (cy, .success(TimelinePage(posts: [post("0", 0, of: cy)])), TimelineOverview(timelines: [ListedTimeline(.home)])),
    ])
    #expect(try await texts(merged) == ["1 ada@a", "2 bo@b", "3 ada@a"])
    #expect(merged.accounts.result.accounts == [ada, bo])
    #expect(try await merged.overview(isRefresh: true).timelines.map(\.title) == ["Notifications of all accounts"])
  }

  @Test func `An account that fails is named, and the others are shown`() async throws {
    let (ada, bo) = (Account.fixture(handle: "ada@a"), Account.fixture(handle: "bo@b"))
    let offline = TimelineError.offline(host: "b")
    let merged = notifications([
      (ada, .success(TimelinePage(posts: [post("1", 1, of: ada)])), Self.overview),
      (bo, .failure(offline), Self.overview),
    ])
    #expect(try await texts(merged) == ["1 ada@a"])
    #expect(merged.accounts.result.failures == [.init(account: bo, error: offline)])
  }

  @Test func `An account that needs a password is left out`() async throws {
    let ada = Account.fixture(handle: "ada@a")
    let merged = notifications(
      [(ada, .success(TimelinePage(posts: [post("1", 1, of: ada)])), Self.overview)], locked: ada)
    #expect(try await texts(merged).isEmpty)
  }
}
