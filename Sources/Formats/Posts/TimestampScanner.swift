/// Goes through a timestamp from left to right.
struct TimestampScanner {
  /// Their three letters as one number.
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    .map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { index == bytes.count }

  var isAtDigit: Bool { !isAtEnd && 0x30...0x39 ~= bytes[index] }

  mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard isAtDigit else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return number
  }

  /// - Returns: whether there was one.
  mutating func skipWord() -> Bool {
    let start = index
    while !isAtEnd, bytes[index] != 0x20 { index += 1 }
    return index > start
  }

  /// `Jan` to `Dec`, from 1.
  mutating func month() -> Int? {
    guard index + 3 <= bytes.count else { return nil }
    let letters = bytes[index..<index + 3].reduce(0) { $0 << 8 | UInt32($1) }
    index += 3
    return Self.months.firstIndex(of: letters).map { $0 + 1 }
  }

  /// `12:34` or `12:34:56`, in seconds. A leap second is let through.
  mutating func timeOfDay() -> Double? {
    guard let hour = number(digits: 2), hour < 24, takes(":"), let minute = number(digits: 2), minute < 60 else {
      return nil
    }
    guard takes(":") else { return Double(hour * 3600 + minute * 60) }
    guard let second = number(digits: 2), second <= 60 else { return nil }
    return Double(hour * 3600 + minute * 60 + second)
  }

  /// The digits behind the point.
  mutating func fraction() -> Double? {
    guard isAtDigit else { return nil }
    var value = 0.0
    var scale = 0.1
    while isAtDigit {
      value += Double(bytes[index] - 0x30) * scale
      scale /= 10
      index += 1
    }
    return value
  }

  /// `Z`, `+01:00`, `+0100`, `+01` or nothing, in seconds.
  mutating func offset() -> Double? {
    if isAtEnd || takes("Z") || takes("z") { return 0 }
    let sign = takes("-") ? -1.0 : 1
    guard sign < 0 || takes("+"), let hours = number(digits: 2), hours < 24 else { return nil }
    let hasMinutes = takes(":") || isAtDigit
    guard let minutes = hasMinutes ? number(digits: 2) : 0, minutes < 60 else { return nil }
    return sign * Double(hours * 3600 + minutes * 60)
  }
}
