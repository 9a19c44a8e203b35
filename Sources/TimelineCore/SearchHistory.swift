import Domain
import Runtime

/// What a person has looked for, in whatever account: they can look for it again.
@MainActor
public final class SearchHistory {
  private let remember: (any SaveSearchesUseCase)?
  private let runner: TaskRunner?
  private let storing: SerialQueue?
  /// The latest first.
  private var texts: [String] = []
  private var isRead = false
  private var isReading = false
  private var waiting: [@MainActor () -> Void] = []

  /// - Parameter remember: nil where nothing is remembered from one start to the next.
  public init(remember: (any SaveSearchesUseCase)? = nil, runner: TaskRunner? = nil) {
    self.remember = remember
    self.runner = runner
    storing = runner.map(SerialQueue.init)
  }

  /// Asks, once, for what is remembered from the last time. Nobody waits for it.
  public func read() {
    guard !isRead, let remember, let runner else { return }
    (isRead, isReading) = (true, true)
    runner.start { [weak self] in
      let remembered = await remember.searches()
      guard let self else { return }
      texts += remembered.filter { !self.texts.contains($0) }
      isReading = false
      let calls = waiting
      waiting = []
      for call in calls { call() }
    }
  }

  /// Calls at once, or, while it is being asked what is remembered, when that is known.
  public func whenRead(_ call: @escaping @MainActor () -> Void) {
    if isReading { waiting.append(call) } else { call() }
  }

  public func add(_ text: String) {
    let text = SessionState.kept(search: text)
    guard !text.isEmpty else { return }
    texts = [text] + texts.filter { $0 != text }.prefix(SessionState.maxSearches - 1)
    storing?.add { [remember] in
      // What cannot be stored is said of the places, which are stored with it.
      try? await remember?.remember(text)
    }
  }

  /// The one that so many others came after; nil where there is none.
  subscript(index: Int) -> String? { texts.indices.contains(index) ? texts[index] : nil }
}

/// Where a person is among their earlier searches while they type another one.
@MainActor
public struct SearchRecall {
  private let history: SearchHistory
  private var index: Int?
  /// What was typed before one of them took its place.
  private var draft = ""

  public init(_ history: SearchHistory) {
    self.history = history
  }

  /// Whether nothing has been looked for yet.
  public var isEmpty: Bool { history[0] == nil }

  /// Whether what stands in the field was looked for earlier.
  public var isRecalling: Bool { index != nil }

  /// - Parameter text: what is being typed.
  /// - Returns: the search before; nil where there is none.
  public mutating func earlier(than text: String) -> String? {
    var next = index.map { $0 + 1 } ?? 0
    // What stands there already would be no change.
    if index == nil, history[next] == text { next += 1 }
    guard let found = history[next] else { return nil }
    if index == nil { draft = text }
    index = next
    return found
  }

  /// The search after, and in the end what was typed.
  public mutating func later() -> String? {
    guard let index else { return nil }
    self.index = index > 0 && history[index - 1] != draft ? index - 1 : nil
    return self.index.flatMap { history[$0] } ?? draft
  }

  /// What is being typed is no earlier search any more.
  public mutating func forget() {
    (index, draft) = (nil, "")
  }
}
