import Domain

/// What a person has done and can take back, the latest first.
@MainActor
public final class ActionHistory {
  public struct Action {
    /// What it was, in a few words: “Home marked read”.
    let name: String
    /// What was done; nil where nobody can refuse it.
    let action: ReaderAction?
    let takeBack: @MainActor () -> Void

    public init(_ name: String, of action: ReaderAction? = nil, takeBack: @escaping @MainActor () -> Void) {
      self.name = name
      self.action = action
      self.takeBack = takeBack
    }
  }

  /// What was done earlier stays done.
  private static let maxCount = 20

  /// The latest last.
  private var actions: [Action] = []

  public init() {}

  /// What is taken back next; nil where there is nothing.
  public var latest: String? { actions.last?.name }

  public func add(_ action: Action) {
    actions = actions.suffix(Self.maxCount - 1) + [action]
  }

  /// It was not done after all.
  func remove(_ action: ReaderAction) {
    if let index = actions.lastIndex(where: { $0.action == action }) { actions.remove(at: index) }
  }

  public func takeBack() {
    actions.popLast()?.takeBack()
  }
}
