import SampleArchives

/// An archive in memory.
struct MemorySink: ArchiveSink {
  /// In the order of writing.
  private(set) var paths: [String] = []
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var isClosed = false

  mutating func begin(_ path: String) { paths.append(path) }

  mutating func write(_ bytes: [UInt8]) {
    guard let path = paths.last else { return }
    files[path, default: []] += bytes
  }

  mutating func end() {}

  mutating func close() { isClosed = true }
}
