/// Little-endian numbers of a ZIP header.
struct ZIPRecord {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: Int, bytes count: Int) {
    for place in 0..<count { bytes.append(place < 8 ? UInt8(truncatingIfNeeded: value >> (8 * place)) : 0) }
  }

  mutating func append(_ more: [UInt8]) { bytes += more }
}
