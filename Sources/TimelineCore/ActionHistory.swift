import Domain

/// What a person has done and can take back, the latest first.
@MainActor
public final class ActionHistory {
  public struct Action {
    /// What it was, in a few words: “Home marked read”.
    let name: String
    /// What was done; nil where nobody can refuse it.
    let action: UserAction?
    let takeBack: @MainActor () -> Void

    public init(_ name: String, of action: UserAction? = nil, takeBack: @escaping @MainActor () -> Void) {
      self.name = name
      self.action = action
      self.takeBack = takeBack
    }
  }

  /// What was done earlier stays done.
  private static let maxCount = 20

  /// How many things have been done in all accounts since the start.
  private static var count = 0

  /// The latest last, each with its number among what was done in all accounts.
  private var actions: [(number: Int, action: Action)] = []

  public init() {}

  /// What is taken back next; nil where there is nothing.
  public var latest: String? { actions.last?.action.name }

  /// Of several, the one in which something was done last; the first where nothing was in any.
  public static func latest(of first: ActionHistory, _ others: [ActionHistory]) -> ActionHistory {
    others.reduce(first) { ($1.actions.last?.number ?? 0) > ($0.actions.last?.number ?? 0) ? $1 : $0 }
  }

  public func add(_ action: Action) {
    Self.count += 1
    actions = actions.suffix(Self.maxCount - 1) + [(Self.count, action)]
  }

  /// It was not done after all.
  func remove(_ action: UserAction) {
    if let index = actions.lastIndex(where: { $0.action.action == action }) { actions.remove(at: index) }
  }

  public func takeBack() {
    actions.popLast()?.action.takeBack()
  }
}
