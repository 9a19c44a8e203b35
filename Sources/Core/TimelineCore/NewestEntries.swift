import Domain

/// The newest entries of a timeline that are known, so that none is counted twice above the loaded window.
struct NewestEntries {
  /// The newest visible entry that has been loaded or reported.
  var known: EntryPosition?
  /// The newest entry that the source has reported.
  private(set) var reported: PostKey?
  /// The newest entry that is counted above the window although the source has not reported it yet; nil if there is
  /// none. When it and those before it are reported, they are not counted again.
  private var counted: EntryPosition?

  mutating func report(_ newest: Post) {
    known = EntryPosition(newest)
    reported = newest.key
  }

  /// Records the newest entry that a loaded page counts.
  /// - Parameters:
  ///   - counted: nil if it is unknown.
  ///   - arrived: the entries that arrived during the request.
  mutating func recordCounted(_ counted: EntryPosition?, arrived: NewEntries) {
    let reported = arrived.posts.isEmpty ? reported : arrived.previous
    self.counted = counted?.key == reported ? nil : counted
  }

  /// The reported entries, newest first, that are not counted above the window yet.
  mutating func uncounted(_ reported: [Post]) -> [Post] {
    guard let counted else { return reported }
    let isReported = reported.contains { $0.key == counted.key }
    let above = reported.prefix { entry in
      isReported
        ? entry.key != counted.key : (entry.timelineDate ?? .distantPast) > (counted.date ?? .distantPast)
    }
    if isReported || !above.isEmpty { self.counted = nil }
    return Array(above)
  }
}
