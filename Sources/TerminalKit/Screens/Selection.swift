/// What is selected in a list, and the screen that shows it.
public struct Selection {
  /// Tells it from all else that can be selected.
  let id: AnyHashable
  let make: @MainActor () -> (any ViewController)?

  /// - Parameter make: makes the screen, where there is room for it; nil where it is gone meanwhile.
  public init(id: AnyHashable, make: @escaping @MainActor () -> (any ViewController)?) {
    self.id = id
    self.make = make
  }
}
