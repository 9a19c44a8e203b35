import Domain
import Runtime

/// Whoever shows saved searches as tabs.
@MainActor
public protocol SavedSearchesHolder: AnyObject {
  func savedSearchesDidChange()
}

/// The searches that stand as tabs: those that the person has kept, and those of the settings.
@MainActor
public final class SavedSearches {
  private struct Holder {
    weak var holder: (any SavedSearchesHolder)?
  }

  /// Those of the settings.
  public var set: [ConfiguredSearch] {
    didSet {
      if set != oldValue { notify() }
    }
  }

  private let remember: (any SaveSearchesUseCase)?
  private let storing: SerialQueue?
  private let didFail: (SessionError) -> Void
  private var kept: [SavedSearch] = []
  private var isRead = false
  private var holders: [Holder] = []

  /// - Parameters:
  ///   - remember: nil where nothing is remembered from one start to the next.
  ///   - didFail: told what cannot be kept.
  public init(
    remember: (any SaveSearchesUseCase)? = nil, runner: TaskRunner? = nil, set: [ConfiguredSearch] = [],
    didFail: @escaping (SessionError) -> Void = { _ in }
  ) {
    self.remember = remember
    storing = runner.map(SerialQueue.init)
    self.set = set
    self.didFail = didFail
  }

  /// Asks, once, for what is remembered from the last time.
  public func read() async {
    guard !isRead, let remember else { return }
    let remembered = await remember.saved()
    guard !isRead else { return }
    isRead = true
    kept = remembered + kept.filter { !remembered.contains($0) }
  }

  public func add(_ holder: any SavedSearchesHolder) {
    holders = holders.filter { $0.holder != nil } + [Holder(holder: holder)]
  }

  /// Those that stand in an account, each once: what is set stands in front, and a name of the settings goes for what is
  /// kept as well.
  public func timelines(of account: Account) -> [ListedTimeline] {
    Self.timelines(of: account, set: set, kept: kept)
  }

  public static func timelines(of account: Account, set: [ConfiguredSearch], kept: [SavedSearch]) -> [ListedTimeline] {
    let set = set.filter { $0.stands(in: account) }.map(\.timeline)
    let kept = kept.filter { $0.account == nil || $0.account == account.id }.map {
      ListedTimeline($0.timeline, title: title(of: $0.query))
    }
    var known: Set<TimelineID> = []
    return (set + kept).filter { known.insert($0.id).inserted }
  }

  /// What a search is called that has no name.
  public static func title(of query: String) -> String { "“\(query)”" }

  /// Whether the person has kept it, and no setting.
  public func isKept(_ search: SavedSearch) -> Bool { kept.contains(search) }

  /// - Returns: whether there is room for it.
  public func keep(_ search: SavedSearch, at index: Int? = nil) -> Bool {
    var session = SessionState(savedSearches: kept)
    guard session.save(search, at: index) else { return false }
    kept = session.savedSearches
    store { remember throws(SessionError) in try await remember.save(search, at: index) }
    return true
  }

  /// - Returns: where it stood among those that are kept; nil where it is none of them.
  public func forget(_ search: SavedSearch) -> Int? {
    guard let index = kept.firstIndex(of: search) else { return nil }
    kept.remove(at: index)
    store { remember throws(SessionError) in try await remember.forget(search) }
    return index
  }

  private func store(
    _ work: @escaping @Sendable (any SaveSearchesUseCase) async throws(SessionError) -> Void
  ) {
    notify()
    guard let remember else { return }
    storing?.add { [didFail] in
      do throws(SessionError) {
        try await work(remember)
      } catch {
        didFail(error)
      }
    }
  }

  private func notify() {
    for holder in holders.compactMap(\.holder) { holder.savedSearchesDidChange() }
  }
}
