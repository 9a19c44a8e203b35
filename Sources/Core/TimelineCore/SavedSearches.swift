import Domain
import Runtime

/// Observes saved searches, to show them as tabs.
@MainActor
public protocol SavedSearchesObserver: AnyObject {
  func savedSearchesDidChange()
}

/// The saved tabs: searches and other timelines that the user has saved, and searches from the settings file.
@MainActor
public final class SavedSearches {
  /// The searches from the settings file.
  public var configured: [ConfiguredSearch] {
    didSet {
      if configured != oldValue { notify() }
    }
  }

  private let remember: SaveSearches?
  private let storeQueue: SerialQueue?
  private let didFail: (SessionError) -> Void
  private var saved: [SavedSearch] = []
  private var hasLoaded = false
  private var observers = WeakObservers<any SavedSearchesObserver>()

  /// - Parameters:
  ///   - remember: Loads and stores the searches; nil if nothing is stored between launches.
  ///   - didFail: Called if a search could not be stored.
  public init(
    remember: SaveSearches? = nil, runner: TaskRunner? = nil, configured: [ConfiguredSearch] = [],
    didFail: @escaping (SessionError) -> Void = { _ in }
  ) {
    self.remember = remember
    storeQueue = runner.map(SerialQueue.init)
    self.configured = configured
    self.didFail = didFail
  }

  /// Loads the stored searches, once.
  public func load() async {
    guard !hasLoaded, let remember else { return }
    let stored = await remember.savedSearches()
    guard !hasLoaded else { return }
    hasLoaded = true
    saved = stored + saved.filter { !stored.contains($0) }
  }

  public func add(_ observer: any SavedSearchesObserver) {
    observers.add(observer)
  }

  /// The tabs of an account, without duplicates. Searches from the settings come first, and their names also apply to
  /// saved ones.
  public func timelines(of account: Account) -> [ListedTimeline] {
    Self.timelines(of: account, configured: configured, saved: saved)
  }

  public static func timelines(of account: Account, configured: [ConfiguredSearch], saved: [SavedSearch])
    -> [ListedTimeline]
  {
    let configured = configured.filter { $0.isShown(in: account) }.map(\.timeline)
    let saved = saved.filter { $0.account == nil || $0.account == account.id }.map {
      ListedTimeline($0.timeline, title: title(of: $0))
    }
    var known: Set<TimelineID> = []
    return (configured + saved).filter { known.insert($0.id).inserted }
  }

  /// The title of a tab that the user has saved.
  public static func title(of saved: SavedSearch) -> String {
    guard let query = saved.query else { return saved.timeline.title }
    return SearchQuery.isOnThisDay(query) ? "On this day" : "“\(query)”"
  }

  /// Whether the user has saved the search; false for searches from the settings.
  public func isSaved(_ search: SavedSearch) -> Bool { saved.contains(search) }

  /// Saves a search, at an index among the saved ones or at the end.
  /// - Returns: Whether it was saved; false if the maximum is reached or the text is too long.
  public func save(_ search: SavedSearch, at index: Int? = nil) -> Bool {
    var session = SessionState(savedSearches: saved)
    guard session.save(search, at: index) else { return false }
    saved = session.savedSearches
    store { remember throws(SessionError) in try await remember.save(search, at: index) }
    return true
  }

  /// Removes a saved search.
  /// - Returns: Its former index; nil if it was not saved.
  public func remove(_ search: SavedSearch) -> Int? {
    guard let index = saved.firstIndex(of: search) else { return nil }
    saved.remove(at: index)
    store { remember throws(SessionError) in try await remember.remove(search) }
    return index
  }

  private func store(
    _ work: @escaping @Sendable (SaveSearches) async throws(SessionError) -> Void
  ) {
    notify()
    guard let remember else { return }
    storeQueue?.add { [didFail] in
      do throws(SessionError) {
        try await work(remember)
      } catch {
        didFail(error)
      }
    }
  }

  private func notify() {
    observers.notify { $0.savedSearchesDidChange() }
  }
}
