/// What a person has done and can take back, the latest first.
@MainActor
public final class ActionHistory {
  public struct Action {
    /// What it was, in a few words: “Home marked read”.
    let name: String
    let takeBack: @MainActor () -> Void

    public init(_ name: String, takeBack: @escaping @MainActor () -> Void) {
      self.name = name
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

  public func takeBack() {
    actions.popLast()?.takeBack()
  }
}
