/// What a person downloaded, read from beginning to end.
public protocol ImportSource: Sendable {
  /// Blocks the calling thread. `take` gets batches in the order of the file and says whether more is wanted; after
  /// false the reading ends soon, without an error.
  func read(_ take: (ImportBatch) -> Bool) throws(TimelineError) -> ImportReport
}
