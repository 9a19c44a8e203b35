import Domain

/// A server that is read without an account. It is stored with its first response, so that its posts can be cached.
final class PublicServer: RemoteTimelines, RemoteProfiles, PostHistoryRepository {
  private let base: any RemoteServer
  private let account: Account
  private let accounts: any ServerAccountRepository

  init(_ base: any RemoteServer, _ account: Account, _ accounts: any ServerAccountRepository) {
    (self.base, self.account, self.accounts) = (base, account, accounts)
  }

  var hasSpareRequests: Bool { base.hasSpareRequests }

  /// The timelines that everyone can read. Requests nothing.
  func overview() async throws(TimelineError) -> TimelineOverview {
    TimelineOverview(timelines: [ListedTimeline(.local)])
  }

  func page(
    of query: TimelineQuery, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage {
    let page = try await base.page(of: query, at: position, limit: limit)
    try await store()
    return page
  }

  func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    let thread = try await base.thread(of: post)
    try await store()
    return thread
  }

  func events() -> AsyncStream<RemoteEvent> { AsyncStream { $0.finish() } }

  func profile(_ profile: Profile) async throws(TimelineError) -> ProfilePage { try await base.profile(profile) }

  func versions(of post: PostID, _ freshness: Freshness) async throws(TimelineError) -> [PostVersion] {
    try await base.versions(of: post, freshness)
  }

  func profiles(in list: ProfileList, after cursor: RemoteCursor?) async throws(TimelineError) -> ProfileListPage {
    try await base.profiles(in: list, after: cursor)
  }

  /// Stores the server. Another process may have removed it since the last request.
  private func store() async throws(TimelineError) {
    do throws(StoreError) {
      try await accounts.add(account)
    } catch {
      throw Task.isCancelled ? .cancelled : .storeFailed(error)
    }
  }
}
