/// Observers that are not retained, in the order in which they were added.
/// `Observer` is the existential type of a protocol for classes, such as `any UnsentCountObserver`.
@MainActor
public struct WeakObservers<Observer> {
  private struct Reference {
    weak var object: AnyObject?
  }

  private var references: [Reference] = []

  public init() {}

  /// Adds an observer, and drops those that no longer exist.
  public mutating func add(_ observer: Observer) {
    references = references.filter { $0.object != nil } + [Reference(object: observer as AnyObject)]
  }

  /// Calls a closure with each observer that still exists.
  public func notify(_ body: (Observer) -> Void) {
    for observer in references.compactMap({ $0.object as? Observer }) { body(observer) }
  }
}
