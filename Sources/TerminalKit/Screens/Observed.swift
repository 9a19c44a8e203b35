/// A value that may change while screens show it: whoever holds this sees the one that holds now.
@MainActor
public final class Observed<Value> {
  public var value: Value

  public init(_ value: Value) {
    self.value = value
  }
}
