/// Read positions that a server shares among the user's apps.
public protocol ReadMarkerRepository: Sendable {
  /// The read mark set by another app.
  /// - Returns: nil if it is no further than `mark`, or unknown.
  func newerMark(than mark: ReadMark, of timeline: TimelineID) async -> ReadMark?

  /// Reports that the user has read up to a mark. Returns immediately.
  func didRead(_ mark: ReadMark, of timeline: TimelineID)

  /// Whether a timeline that is shown for the first time starts with `firstMark`.
  func sharesMark(of timeline: TimelineID) -> Bool

  /// The position up to which the user has read in other apps.
  func firstMark(of timeline: TimelineID) async -> FirstReadMark
}

extension ReadMarkerRepository {
  public func sharesMark(of timeline: TimelineID) -> Bool { false }
  public func firstMark(of timeline: TimelineID) async -> FirstReadMark { .unset }
}

/// The read mark of a timeline that is shown for the first time.
public enum FirstReadMark: Hashable, Sendable {
  /// The one of another app.
  case mark(ReadMark)
  /// The user has not read in another app.
  case unset
  /// The server has not responded.
  case unknown
}

/// The read markers of a server. It caches nothing and sends no request twice.
public protocol RemoteMarkers: Sendable {
  /// The cursors of the last read entries of Home and Notifications.
  /// - Returns: nil if the server has no markers.
  func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]?

  /// Stores markers at the server.
  /// - Returns: false if the server has no markers.
  func store(_ markers: [TimelineID: RemoteCursor]) async throws(TimelineError) -> Bool
}

extension RemoteCursor {
  /// Whether the cursor is newer than another one; nil if unknown. Numeric IDs grow. IDs of equal length (ULIDs,
  /// Pleroma's flakes, snac's times with a hash) are in lexical order.
  public func isNewer(than other: RemoteCursor) -> Bool? {
    if isNumber, other.isNumber {
      return (rawValue.utf8.count, rawValue) > (other.rawValue.utf8.count, other.rawValue)
    }
    guard isOrderedText, other.isOrderedText, rawValue.utf8.count == other.rawValue.utf8.count else { return nil }
    return other.rawValue.utf8.lexicographicallyPrecedes(rawValue.utf8)
  }

  public var isNumber: Bool {
    !rawValue.isEmpty && rawValue.first != "0" && rawValue.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// Whether it is an alphanumeric ID long enough to contain a timestamp. Others may be in any order.
  public var isOrderedText: Bool {
    rawValue.utf8.count >= Self.minOrderedLength
      && rawValue.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
  }

  /// In bytes. The shortest such IDs are Pleroma's flakes with 18.
  private static var minOrderedLength: Int { 16 }
}
