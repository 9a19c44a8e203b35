extension Int {
  /// The number with thousands separators.
  var grouped: String {
    let digits = Array(String(magnitude))
    let groups = digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : String(digit)
    }
    return (self < 0 ? "-" : "") + groups.joined()
  }
}
