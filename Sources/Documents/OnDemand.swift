/// A value that takes a while to make: made when it is first asked for, while whoever asks can answer others, and
/// kept from then on.
actor OnDemand<Value: Sendable> {
  private let make: @Sendable () -> Value
  private var made: Value?

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  var value: Value {
    if let made { return made }
    let value = make()
    made = value
    return value
  }
}
