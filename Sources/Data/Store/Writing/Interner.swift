/// Assigns numbers to values. Equal values have the same number.
struct Interner<Value: Hashable & Sendable>: Sendable {
  private var values: [Value] = []
  private var numbers: [Value: Int] = [:]
  private var last: Int?

  subscript(number: Int) -> Value { values[number] }

  mutating func number(of value: Value) -> Int {
    // Fast path: most often it equals the last one.
    if let last, values[last] == value { return last }
    let number = numbers[value] ?? values.count
    if number == values.count {
      values.append(value)
      numbers[value] = number
    }
    last = number
    return number
  }
}

extension Interner {
  /// Maps all values, in the order of their numbers.
  func map<Result>(_ body: (Value) throws -> Result) rethrows -> [Result] { try values.map(body) }
}
