import Domain

/// The timelines that are out of date: those to reload from the cache, and those to refresh from the source. Both
/// happen when they are next shown.
struct OutdatedTimelines {
  /// Timelines with more entries than reported, or with entries that are no longer hidden.
  private var toReload: Set<TimelineID> = []
  /// Timelines whose reload is running.
  private var reloading: Set<TimelineID> = []
  /// Timelines to refresh regardless of their age: the user may have added to them, or their last refresh failed
  /// because the source did not respond.
  private var toRefresh: Set<TimelineID> = []

  mutating func needsReload(_ id: TimelineID) { toReload.insert(id) }
  func isReloadNeeded(_ id: TimelineID) -> Bool { toReload.contains(id) }

  /// Records that a reload starts.
  /// - Returns: whether it was needed.
  @discardableResult
  mutating func startReload(_ id: TimelineID) -> Bool {
    guard toReload.remove(id) != nil else { return false }
    reloading.insert(id)
    return true
  }

  mutating func reloadDidFinish(_ id: TimelineID) { reloading.remove(id) }

  /// Called while no request runs: reloads that were cancelled or have failed are still needed.
  mutating func reloadsDidEnd() {
    toReload.formUnion(reloading)
    reloading = []
  }

  mutating func needsRefresh(_ id: TimelineID) { toRefresh.insert(id) }
  func isRefreshNeeded(_ id: TimelineID) -> Bool { toRefresh.contains(id) }
  mutating func startRefresh(_ id: TimelineID) { toRefresh.remove(id) }
}
