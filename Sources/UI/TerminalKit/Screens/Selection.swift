/// A selected item and its detail screen.
public struct Selection {
  /// Unique among all selectable items.
  let id: AnyHashable
  let make: @MainActor () -> (any ViewController)?

  /// - Parameter make: Creates the detail when there is space for it; returns nil if the item no longer exists.
  public init(id: AnyHashable, make: @escaping @MainActor () -> (any ViewController)?) {
    self.id = id
    self.make = make
  }
}
