/// Recognizes heartbeats in an event stream: comments between events. These do not wake the consumer.
package struct EventComments {
  private static let (newline, carriage, colon) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"))

  /// The last delivered bytes, which show whether an event has begun.
  private var tail: [UInt8] = [newline, newline]

  package init() {}

  /// Whether bytes are complete lines, each a comment or empty, outside an event.
  package func areOnlyComments<Bytes: Collection<UInt8>>(of bytes: Bytes) -> Bool {
    guard isBetweenEvents, bytes.first == Self.colon || bytes.first == Self.newline || bytes.first == Self.carriage
    else { return false }
    var isAtLine = true
    var isAfterCarriage = false
    for byte in bytes {
      switch byte {
      case Self.newline: isAtLine = true
      // A lone carriage return is left to the event parser.
      case _ where isAfterCarriage: return false
      case Self.carriage, Self.colon: isAtLine = false
      case _ where isAtLine: return false
      default: break
      }
      isAfterCarriage = byte == Self.carriage
    }
    return isAtLine
  }

  package mutating func recordDelivered<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) {
    tail = Array((tail + bytes.suffix(3)).suffix(3))
  }

  private var isBetweenEvents: Bool {
    tail.hasSuffix([Self.newline, Self.newline]) || tail == [Self.newline, Self.carriage, Self.newline]
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
