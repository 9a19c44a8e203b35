/// How far timelines have been read, where the source keeps that for all programs of the reader.
public protocol ReadMarkerRepository: Sendable {
  /// How far a timeline has been read elsewhere.
  /// - Returns: nil where that is no further than the mark, and where it is not known.
  func newerMark(than mark: ReadMark, of timeline: TimelineID) async -> ReadMark?

  /// It has been read so far here. It does not wait.
  func didRead(_ mark: ReadMark, of timeline: TimelineID)
}

/// What a server keeps of how far its timelines have been read. Nothing is kept, and nothing is asked twice by itself.
public protocol RemoteMarkers: Sendable {
  /// What the server pages the last entry by that has been read, of Home and Notifications.
  /// - Returns: nil where the server keeps nothing of the kind.
  func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]?

  /// - Returns: whether the server keeps such a thing.
  func store(_ markers: [TimelineID: RemoteCursor]) async throws(TimelineError) -> Bool
}

/// All that a server is asked.
public typealias RemoteServer = RemoteTimelines & RemotePeople & RemoteSearch & RemoteMarkers

extension RemoteCursor {
  /// Whether it leads to something newer than another one; nil where that cannot be seen. Ids that are numbers grow; ids
  /// of equal length (ULIDs, Pleroma’s flakes, snac’s times with a hash) order as text.
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

  /// Whether it is an id of letters and digits, long enough to hold a time. Others may be in any order.
  public var isOrderedText: Bool {
    rawValue.utf8.count >= Self.minOrderedLength
      && rawValue.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
  }

  /// In bytes. The shortest such ids are the flakes of Pleroma, of 18.
  private static var minOrderedLength: Int { 16 }
}
