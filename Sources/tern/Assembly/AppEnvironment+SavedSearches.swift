import Domain
import Runtime
import TimelineCore

extension AppEnvironment {
  /// The searches that stand as tabs in an account.
  func savedSearches(in account: Account) throws -> [ListedTimeline] {
    try Self.savedSearches(in: account, set: setSearches, session)
  }

  static func savedSearches(
    in account: Account, set: [ConfiguredSearch], _ session: any SessionRepository
  ) throws -> [ListedTimeline] {
    let kept = try MainLoop.wait { () async throws(TimelineError) in await session.load().savedSearches }
    return SavedSearches.timelines(of: account, set: set, kept: kept)
  }
}

extension [ListedTimeline] {
  /// The search that a person means by what its tab is called, or by what is looked for.
  func search(called title: String) -> ListedTimeline? {
    TimelineOverview(timelines: self).timeline(titled: title) ?? first { $0.id.query == title }
  }
}
