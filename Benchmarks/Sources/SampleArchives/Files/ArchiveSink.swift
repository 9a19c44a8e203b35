/// The destination of an archive's files.
public protocol ArchiveSink {
  /// Starts a new file with a path in the archive.
  /// - Throws: `SampleArchiveError` if writing fails.
  mutating func begin(_ path: String) throws(SampleArchiveError)
  /// Appends bytes to the current file.
  /// - Throws: `SampleArchiveError` if writing fails.
  mutating func write(_ bytes: [UInt8]) throws(SampleArchiveError)
  mutating func end() throws(SampleArchiveError)
  /// Finishes the archive after the last file.
  /// - Throws: `SampleArchiveError` if writing fails.
  mutating func close() throws(SampleArchiveError)
}
