import Domain

@MainActor
public protocol TimelineOptionsObserver: AnyObject {
  func optionsDidChange(of timeline: TimelineID, from old: TimelineOptions)
}

/// The options of the timelines of an account, shared by its screens.
@MainActor
public final class TimelineOptionsStore {
  private let cache: PostCache
  private let preferences: @MainActor () -> ReadingPreferences
  private var options: [TimelineID: TimelineOptions] = [:]
  private var observers = WeakObservers<any TimelineOptionsObserver>()

  /// - Parameter cache: contains the posts that others reply to, to find their authors.
  public init(
    cache: PostCache = PostCache(),
    preferences: @escaping @MainActor () -> ReadingPreferences = { ReadingPreferences() }
  ) {
    (self.cache, self.preferences) = (cache, preferences)
  }

  public subscript(timeline: TimelineID) -> TimelineOptions { options[timeline] ?? TimelineOptions() }

  public func add(_ observer: any TimelineOptionsObserver) {
    observers.add(observer)
  }

  /// Sets the options stored in an earlier session. Those that the user has changed since stay.
  public func restore(_ stored: [TimelineID: TimelineOptions]) {
    options.merge(stored) { current, _ in current }
  }

  public func set(_ new: TimelineOptions, of timeline: TimelineID) {
    let old = self[timeline]
    guard new != old else { return }
    options[timeline] = new
    observers.notify { $0.optionsDidChange(of: timeline, from: old) }
  }

  /// The reason that the options of a timeline hide an entry; nil if they do not.
  /// - Parameter user: the profile of the account.
  public func hiddenReason(of entry: Post, in timeline: TimelineID, user: Profile) -> HiddenReason? {
    self[timeline].hiddenReason(of: entry, in: timeline, user: user, preferences()) { [cache] id in
      cache[PostRef(account: entry.ref.account, id: id)]?.author
    }
  }
}
