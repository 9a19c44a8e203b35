import Domain

/// Observes how the user reads timelines.
@MainActor
public protocol TimelineOptionsObserver: AnyObject {
  func optionsDidChange(of timeline: TimelineID, from old: TimelineOptions)
}

/// How the user reads the timelines of an account, for all its screens.
@MainActor
public final class TimelineOptionsStore {
  private let cache: PostCache
  private let repeatsOwnPosts: @MainActor () -> Bool
  private var options: [TimelineID: TimelineOptions] = [:]
  private var observers = WeakObservers<any TimelineOptionsObserver>()

  /// - Parameters:
  ///   - cache: the posts whose authors tell to whom a post replies.
  ///   - repeatsOwnPosts: whether reposts of posts that the user wrote or reposted are shown.
  public init(cache: PostCache = PostCache(), repeatsOwnPosts: @escaping @MainActor () -> Bool = { false }) {
    self.cache = cache
    self.repeatsOwnPosts = repeatsOwnPosts
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

  /// Why an entry is left out of a timeline; nil if it is not.
  /// - Parameter user: the profile of the account.
  public func omission(of entry: Post, in timeline: TimelineID, user: Profile) -> EntryOmission? {
    let kind = self[timeline].hides(entry, user: user) { [cache] id in
      cache[PostRef(account: entry.ref.account, id: id)]?.author
    }
    if let kind { return .hidden(kind) }
    return timeline.joinsReposts && entry.repeatsPost(of: user) && !repeatsOwnPosts() ? .ownPostRepeated : nil
  }

  public func omitted(among posts: [Post], in timeline: TimelineID, user: Profile) -> Set<PostKey> {
    Set(posts.filter { omission(of: $0, in: timeline, user: user) != nil }.map(\.key))
  }
}
