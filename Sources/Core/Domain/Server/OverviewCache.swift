/// The cached profile of an account, its timelines and filters.
public protocol OverviewCache: Sendable {
  /// The profile and timelines as the server last returned them; nil if it never has.
  /// - Throws: `StoreError` if the cache cannot be read.
  func overview() async throws(StoreError) -> TimelineOverview?

  /// Stores an overview, but keeps the stored list of muted and blocked accounts.
  /// - Throws: `StoreError` if it cannot be stored.
  func store(_ overview: TimelineOverview) async throws(StoreError)
}
