import Domain
import Runtime

/// Recent searches of all accounts, for recall in the search field.
@MainActor
public final class SearchHistory {
  private let remember: SaveSearches?
  private let runner: TaskRunner?
  private let storeQueue: SerialQueue?
  /// Newest first.
  private var texts: [String] = []
  private var hasLoaded = false
  private var isLoading = false
  private var waiters: [@MainActor () -> Void] = []

  /// - Parameter remember: loads and stores the searches; nil if nothing is stored between launches.
  public init(remember: SaveSearches? = nil, runner: TaskRunner? = nil) {
    self.remember = remember
    self.runner = runner
    storeQueue = runner.map(SerialQueue.init)
  }

  /// Loads the stored searches, once, in the background.
  public func load() {
    guard !hasLoaded, let remember, let runner else { return }
    (hasLoaded, isLoading) = (true, true)
    runner.start { [weak self] in
      let stored = await remember.history()
      guard let self else { return }
      texts += stored.filter { !self.texts.contains($0) }
      isLoading = false
      let calls = waiters
      waiters = []
      for call in calls { call() }
    }
  }

  /// Calls `call` when the stored searches are loaded; immediately unless they are being loaded.
  public func runWhenLoaded(_ call: @escaping @MainActor () -> Void) {
    if isLoading { waiters.append(call) } else { call() }
  }

  public func add(_ text: String) {
    let text = SessionState.normalized(search: text)
    guard !text.isEmpty else { return }
    texts = [text] + texts.filter { $0 != text }.prefix(SessionState.maxSearches - 1)
    storeQueue?.add { [remember] in
      // A failure is reported when positions are stored: both are in the same file.
      try? await remember?.addToHistory(text)
    }
  }

  /// The search at an index, 0 being the newest; nil if none exists.
  subscript(index: Int) -> String? { texts.indices.contains(index) ? texts[index] : nil }
}

/// The position in the search history while the user types a search.
@MainActor
public struct SearchRecall {
  private let history: SearchHistory
  private var index: Int?
  /// The text typed before the first recall.
  private var draft = ""

  public init(_ history: SearchHistory) {
    self.history = history
  }

  public var isEmpty: Bool { history[0] == nil }

  /// Whether the field shows a search from the history.
  public var isRecalling: Bool { index != nil }

  /// - Parameter text: the current text of the field.
  /// - Returns: the next older search; nil if none exists.
  public mutating func earlier(than text: String) -> String? {
    var next = index.map { $0 + 1 } ?? 0
    // Recalling the text that is already in the field would change nothing.
    if index == nil, history[next] == text { next += 1 }
    guard let found = history[next] else { return nil }
    if index == nil { draft = text }
    index = next
    return found
  }

  /// The next newer search, and finally the text that was typed; nil if nothing is recalled.
  public mutating func later() -> String? {
    guard let index else { return nil }
    self.index = index > 0 && history[index - 1] != draft ? index - 1 : nil
    return self.index.flatMap { history[$0] } ?? draft
  }

  /// Ends the recall because the text has been edited.
  public mutating func reset() {
    (index, draft) = (nil, "")
  }
}
