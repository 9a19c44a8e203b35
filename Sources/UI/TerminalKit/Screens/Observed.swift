/// A shared value that may change. Holders always read the current value.
@MainActor
public final class Observed<Value> {
  public var value: Value

  public init(_ value: Value) {
    self.value = value
  }
}
