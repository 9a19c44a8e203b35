import Domain

/// The actions that the user can undo, newest first.
@MainActor
public final class ActionHistory {
  public struct Action {
    /// A short description: “Home marked read”.
    let name: String
    /// The user action; nil if no server can refuse it.
    let action: UserAction?
    let undo: @MainActor () -> Void

    public init(_ name: String, of action: UserAction? = nil, undo: @escaping @MainActor () -> Void) {
      self.name = name
      self.action = action
      self.undo = undo
    }
  }

  /// Older actions can no longer be undone.
  private static let maxCount = 20

  /// The number of actions in all accounts since launch. Orders actions of different accounts.
  private static var count = 0

  /// Newest last, each with its number among the actions of all accounts.
  private var actions: [(number: Int, action: Action)] = []

  public init() {}

  /// The description of the next action to undo; nil if none exists.
  public var latest: String? { actions.last?.action.name }

  /// The number of the next action to undo; nil if none exists.
  public var latestNumber: Int? { actions.last?.number }

  /// The history with the newest action; `first` if all are empty.
  public static func latest(of first: ActionHistory, _ others: [ActionHistory]) -> ActionHistory {
    others.reduce(first) { ($1.actions.last?.number ?? 0) > ($0.actions.last?.number ?? 0) ? $1 : $0 }
  }

  public func add(_ action: Action) {
    Self.count += 1
    actions = actions.suffix(Self.maxCount - 1) + [(Self.count, action)]
  }

  /// Removes an action that the server has refused.
  func remove(_ action: UserAction) {
    if let index = actions.lastIndex(where: { $0.action.action == action }) { actions.remove(at: index) }
  }

  public func undo() {
    actions.popLast()?.action.undo()
  }

  /// Undoes an action that may not be the newest.
  /// - Returns: whether it could still be undone: not if it was undone or refused before.
  public func undo(_ number: Int) -> Bool {
    guard let index = actions.firstIndex(where: { $0.number == number }) else { return false }
    actions.remove(at: index).action.undo()
    return true
  }
}
