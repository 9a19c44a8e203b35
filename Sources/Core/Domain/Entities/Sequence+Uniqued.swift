extension Sequence {
  /// The first element of each key, in order. Named as in Swift Algorithms.
  public func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without duplicates, in order.
  public func uniqued() -> [Element] { uniqued(on: \.self) }
}
