/// Bytes that come piece by piece: of a file of any size, of a pipe, or unpacked from either.
package protocol ByteSource: AnyObject {
  /// Appends the next piece, and waits for it where that takes a while.
  /// - Returns: false at the end, which is also where reading has failed.
  func read(into bytes: inout [UInt8]) -> Bool

  /// Why it ended early, if it did.
  var trouble: SourceTrouble? { get }
}

/// Why bytes end before they should.
package enum SourceTrouble: Hashable {
  /// In the system's words.
  case unreadable(reason: String)
  /// What should have come, as a noun phrase.
  case damaged(expected: String)
}
