import FoundationEssentials
import Glibc

/// An unpacked archive as a folder.
public struct FolderSink: ArchiveSink {
  private let folder: String
  private var file: OutputFile?

  public init(folder: String) {
    self.folder = folder
  }

  public mutating func begin(_ path: String) throws(SampleArchiveError) {
    let path = folder + "/" + path
    do {
      try FileManager.default.createDirectory(
        atPath: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), withIntermediateDirectories: true)
    } catch {
      throw SampleArchiveError(path)
    }
    file = try OutputFile(path)
  }

  public mutating func write(_ bytes: [UInt8]) throws(SampleArchiveError) { try file?.write(bytes) }

  public mutating func end() throws(SampleArchiveError) { file = nil }

  public mutating func close() throws(SampleArchiveError) {}
}
