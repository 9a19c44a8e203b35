/// Knows what of a stream of events says nothing but that the connection lives: comments that stand alone. Whoever waits
/// for events is not woken by them.
package struct EventComments {
  private static let (newline, carriage, colon) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"))

  /// The end of what has been handed out, which says whether an event is begun.
  private var tail: [UInt8] = [newline, newline]

  package init() {}

  /// Whether these bytes are whole lines, each of them a comment or empty, and no event is begun.
  package func areAll<Bytes: Collection<UInt8>>(of bytes: Bytes) -> Bool {
    guard isBetweenEvents, bytes.first == Self.colon || bytes.first == Self.newline || bytes.first == Self.carriage
    else { return false }
    var isAtLine = true
    var isAfterCarriage = false
    for byte in bytes {
      switch byte {
      case Self.newline: isAtLine = true
      // One that ends a line by itself is left to whoever reads events.
      case _ where isAfterCarriage: return false
      case Self.carriage, Self.colon: isAtLine = false
      case _ where isAtLine: return false
      default: break
      }
      isAfterCarriage = byte == Self.carriage
    }
    return isAtLine
  }

  /// Notes what has been handed out.
  package mutating func pass<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) {
    tail = Array((tail + bytes.suffix(3)).suffix(3))
  }

  private var isBetweenEvents: Bool {
    tail.hasSuffix([Self.newline, Self.newline]) || tail == [Self.newline, Self.carriage, Self.newline]
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
