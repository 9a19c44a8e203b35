/// Where the files of an archive go.
public protocol ArchiveSink {
  /// A new file, by its path in the archive.
  mutating func begin(_ path: String) throws(SampleArchiveError)
  /// More of it.
  mutating func write(_ bytes: [UInt8]) throws(SampleArchiveError)
  mutating func end() throws(SampleArchiveError)
  /// That was the last file.
  mutating func close() throws(SampleArchiveError)
}
