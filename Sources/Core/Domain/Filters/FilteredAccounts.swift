import FoundationEssentials
import Runtime

/// Applies the local filters to the posts of all accounts.
public struct FilteredAccounts: SourceRepository {
  private let base: any SourceRepository
  private let filters: LocalFilterStore
  private let clock: any WallClock

  public init(_ base: any SourceRepository, filters: LocalFilterStore, clock: any WallClock) {
    (self.base, self.filters, self.clock) = (base, filters, clock)
  }

  public func accounts() async throws(TimelineError) -> [Account] { try await base.accounts() }

  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    try await base.signIn(handle: handle, password: password)
  }

  public func source(of account: AccountID) -> Source? {
    base.source(of: account).map { source in
      // The posts of an archive are the user's own.
      let owner = source.actions == nil ? nil : account.key
      return source.filtered(by: PostFiltering(account: account, owner: owner, filters: filters, clock: clock))
    }
  }
}

/// Applies the local filters to the posts of an account.
private struct PostFiltering: Sendable {
  let account: AccountID
  /// The handle whose posts are not filtered; nil to filter all posts.
  let owner: String?
  let filters: LocalFilterStore
  let clock: any WallClock

  private var filterSet: LocalFilterSet { filters.filterSet(for: account, owner: owner) }

  func page(_ page: TimelinePage, _ scope: FilterScope) -> TimelinePage {
    var page = page
    page.posts = filterSet.applied(to: page.posts, in: scope, at: clock.now)
    return page
  }

  func thread(_ thread: PostThread) -> PostThread {
    let filterSet = filterSet
    guard !filterSet.isEmpty else { return thread }
    return thread.filtered { filterSet.applied(to: $0, in: .context(.thread), at: clock.now) }
  }

  func change(_ change: SourceChange) -> SourceChange {
    guard case .inserted(let posts, let timeline) = change else { return change }
    return .inserted(filterSet.applied(to: posts, in: timeline.filterScope, at: clock.now), in: timeline)
  }
}

extension Source {
  fileprivate func filtered(by filtering: PostFiltering) -> Source {
    var source = self
    source.timelines = FilteringTimelines(base: timelines, filtering: filtering)
    source.threads = FilteringThreads(base: threads, filtering: filtering)
    source.search = FilteringSearch(base: search, filtering: filtering)
    source.profiles = profiles.map { FilteringProfiles(base: $0, filtering: filtering) }
    return source
  }
}

private struct FilteringTimelines: TimelineRepository {
  let base: any TimelineRepository
  let filtering: PostFiltering

  func overview(_ freshness: Freshness) async throws(TimelineError) -> TimelineOverview {
    try await base.overview(freshness)
  }

  func page(of timeline: TimelineID, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    filtering.page(try await base.page(of: timeline, request), timeline.filterScope)
  }

  func changes() -> AsyncStream<SourceChange> {
    filtering.filters.changes(of: base.changes()) { [filtering] in filtering.change($0) }
  }

  func waitUntilLoaded() async { await base.waitUntilLoaded() }
}

private struct FilteringThreads: ThreadRepository {
  let base: any ThreadRepository
  let filtering: PostFiltering

  var hasSpareRequests: Bool { base.hasSpareRequests }

  func thread(of post: PostRef, _ freshness: Freshness) async throws(TimelineError) -> PostThread {
    filtering.thread(try await base.thread(of: post, freshness))
  }
}

private struct FilteringSearch: PostSearchRepository {
  let base: any PostSearchRepository
  let filtering: PostFiltering

  func matches(of query: SearchQuery, _ request: PageRequest) async throws(TimelineError) -> TimelinePage {
    filtering.page(try await base.matches(of: query, request), .search)
  }

  func matchCount(of query: SearchQuery, upTo limit: Int?) async throws(TimelineError) -> MatchCount {
    try await base.matchCount(of: query, upTo: limit)
  }
}

private struct FilteringProfiles: ProfileRepository {
  let base: any ProfileRepository
  let filtering: PostFiltering

  var tabs: [ProfileTab] { base.tabs }
  var listsProfiles: Bool { base.listsProfiles }

  func profile(_ profile: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
    try await base.profile(profile, freshness)
  }

  func posts(
    of profile: Profile, _ tab: ProfileTab, _ request: PageRequest
  ) async throws(TimelineError) -> TimelinePage {
    filtering.page(try await base.posts(of: profile, tab, request), .context(.account))
  }

  func relationships(with profiles: [Profile]) async throws(TimelineError) -> [String: Relationship] {
    try await base.relationships(with: profiles)
  }

  func profiles(
    in list: ProfileList, after cursor: RemoteCursor?
  ) async throws(TimelineError) -> ProfileListPage { try await base.profiles(in: list, after: cursor) }
}
