import Domain
import Runtime
import TimelineCore

extension AppEnvironment {
  /// The saved searches that an account shows as tabs.
  func savedSearches(in account: Account) throws -> [ListedTimeline] {
    try Self.savedSearches(in: account, set: configuredSearches, session)
  }

  static func savedSearches(
    in account: Account, set: [ConfiguredSearch], _ session: any SessionRepository
  ) throws -> [ListedTimeline] {
    let savedSearches = try MainLoop.wait { () async throws(TimelineError) in await session.load().savedSearches }
    return SavedSearches.timelines(of: account, configured: set, saved: savedSearches)
  }
}

extension [ListedTimeline] {
  /// The search with a tab title or a query.
  func search(called title: String) -> ListedTimeline? {
    TimelineOverview(timelines: self).timeline(titled: title) ?? first { $0.id.query == title }
  }
}
