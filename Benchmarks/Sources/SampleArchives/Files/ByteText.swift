/// A growing UTF-8 text.
struct ByteText {
  private(set) var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ other: ByteText) { bytes.append(contentsOf: other.bytes) }

  mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  mutating func append(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

  /// Appends a decimal number with at least `digits` digits.
  mutating func append(_ number: Int, digits: Int = 1) {
    var rest = number.magnitude
    var reversed: [UInt8] = []
    reversed.reserveCapacity(20)
    while rest > 0 || reversed.count < digits {
      reversed.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: reversed.reversed())
  }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
