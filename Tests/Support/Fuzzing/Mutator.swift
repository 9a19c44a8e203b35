import TestSupport

/// Damages files as transmission errors, editors and attackers do.
public struct Mutator {
  private let fixtures: [[UInt8]]
  private var random: SeededGenerator

  /// - Parameter fixtures: valid files; at least one.
  public init(fixtures: [[UInt8]], seed: UInt64) {
    self.fixtures = fixtures
    random = SeededGenerator(seed: seed)
  }

  /// A fixture with one to four faults.
  public mutating func next() -> [UInt8] {
    var bytes = fixtures[pick(fixtures.count)]
    for _ in 0...pick(4) { mutate(&bytes) }
    return pick(20) == 0 ? encoded(bytes) : bytes
  }
}

extension Mutator {
  private static let values = [
    "null", "true", "0", "-1", "1e999999", "99999999999999999999", "0.1", #""""#, #""\u0000""#, #""\ud800""#,
    #""\udc00\ud800""#, #""1e999999""#, #""-1""#, "[]", "{}", "[[[[]]]]", #"{"":{"":""}}"#, #"[null,{},[],"",0]"#,
    #""<p><a href='x'>&#0;&#x110000;&#27;</p""#, #""\u202e\u001b[2J\u009b""#, #""2026-02-30T25:61:61Z""#, "[9,1]",
    "[-5,2000000000]", #""\#(String(repeating: "a", count: 3000))""#, String(repeating: "[", count: 400),
    #""@context""#, #"{"$type":"app.bsky.embed.record#view"}"#,
  ].map { Array($0.utf8) }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes = Array("[{}]".utf8) }
    switch pick(10) {
    case 0: bytes[pick(bytes.count)] = UInt8(pick(256))
    case 1: bytes.remove(at: pick(bytes.count))
    case 2: bytes.insert(UInt8(pick(256)), at: pick(bytes.count))
    case 3: bytes.removeLast(pick(bytes.count))
    case 4: bytes.removeSubrange(stretch(of: bytes))
    case 5: bytes.insert(contentsOf: bytes[stretch(of: bytes)], at: pick(bytes.count))
    case 6:
      let other = fixtures[pick(fixtures.count)]
      if !other.isEmpty { bytes.replaceSubrange(stretch(of: bytes), with: other[stretch(of: other)]) }
    case 7: swapKeys(&bytes)
    default: replaceValue(&bytes)
    }
  }

  /// Replaces a value after a colon.
  private mutating func replaceValue(_ bytes: inout [UInt8]) {
    guard let colon = next(":", in: bytes) else { return }
    let end = bytes[(colon + 1)...].firstIndex { ",}]".utf8.contains($0) } ?? bytes.count
    bytes.replaceSubrange(colon + 1..<end, with: Self.values[pick(Self.values.count)])
  }

  /// Replaces a key by another one.
  private mutating func swapKeys(_ bytes: inout [UInt8]) {
    guard let first = key(in: bytes), let second = key(in: bytes), first.upperBound <= second.lowerBound else { return }
    let name = bytes[first]
    bytes.replaceSubrange(first, with: bytes[second])
    let shift = second.count - first.count
    bytes.replaceSubrange(second.lowerBound + shift..<second.upperBound + shift, with: name)
  }

  private mutating func key(in bytes: [UInt8]) -> Range<Int>? {
    guard let colon = next(":", in: bytes), colon > 1, bytes[colon - 1] == UInt8(ascii: "\""),
      let start = bytes[..<(colon - 1)].lastIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return start..<colon
  }

  /// The next position of a character from a random position.
  private mutating func next(_ character: Unicode.Scalar, in bytes: [UInt8]) -> Int? {
    bytes.isEmpty ? nil : bytes[pick(bytes.count)...].firstIndex(of: UInt8(ascii: character))
  }

  /// As UTF-16, or with a byte order mark.
  private mutating func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let units = Array(String(decoding: bytes, as: UTF8.self).utf16)
    switch pick(3) {
    case 0: return [0xEF, 0xBB, 0xBF] + bytes
    case 1: return [0xFF, 0xFE] + units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    default: return units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
  }

  private mutating func stretch(of bytes: [UInt8]) -> Range<Int> {
    let start = pick(bytes.count)
    return start..<start + pick(min(200, bytes.count - start + 1))
  }

  private mutating func pick(_ count: Int) -> Int {
    Int.random(in: 0..<max(1, count), using: &random)
  }
}
