/// The cached profile of an account, its timelines and filters.
public protocol OverviewCache: Sendable {
  /// The profile and timelines as the server last returned them; nil if it never has.
  func overview() async throws(StoreError) -> TimelineOverview?

  /// Stores an overview, but keeps the stored list of muted and blocked accounts.
  func store(_ overview: TimelineOverview) async throws(StoreError)
}
