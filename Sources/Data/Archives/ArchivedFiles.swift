import Domain
import Formats
import Glibc
import LocalFiles
import SystemFiles

/// Files of an archive other than posts, such as pictures and films, read one after another and on demand.
public struct ArchivedFiles: Sendable {
  /// The maximum depth of folders. Archives have no deeper ones.
  private static let maxDepth = 12

  private let path: String

  /// - Parameter path: The path of a ZIP, a tar or a folder. Other files have no members.
  public init(path: String) {
    self.path = path
  }

  /// Reads the selected files.
  /// - Parameters:
  ///   - isWanted: Selects files by their path within the archive.
  ///   - body: Receives each selected file; returns false to stop.
  /// - Throws: `TimelineError.fileMissing` or `.fileUnreadable` if the archive cannot be opened.
  public func read(
    where isWanted: (String) -> Bool, body: (ArchivedFile) -> Bool
  ) throws(TimelineError) {
    if path == FileQueue.standardInput { return }
    if OpenedFile.isFolder(path) {
      _ = readFolder("", depth: 0, where: isWanted, body: body)
    } else if let packed = try PackedFiles(path) {
      while let name = packed.nextPath(where: isWanted) {
        guard body(ArchivedFile(name, size: packed.statedSize, packed.open())) else { return }
      }
    }
  }
}

extension ArchivedFiles {
  /// - Returns: Whether to continue.
  private func readFolder(
    _ inner: String, depth: Int, where isWanted: (String) -> Bool, body: (ArchivedFile) -> Bool
  ) -> Bool {
    guard depth < Self.maxDepth else { return true }
    let root = path.hasSuffix("/") ? path : path + "/"
    for name in DirectoryListing.names(in: root + inner) {
      let place = inner + name
      var status = stat()
      // Targets of links are not part of the archive.
      guard lstat(root + place, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        guard readFolder(place + "/", depth: depth + 1, where: isWanted, body: body) else { return false }
      case S_IFREG where isWanted(place):
        let source = try? OpenedFile(path: root + place)
        guard body(ArchivedFile(place, size: Int(status.st_size), source)) else { return false }
      default: break
      }
    }
    return true
  }
}

/// A file in an archive, valid while it is the current one.
public final class ArchivedFile {
  /// The path within the archive.
  public let path: String
  /// The stated size in bytes, which may be wrong; nil if not stated.
  public let size: Int?
  private let source: (any ByteSource)?

  /// - Parameter source: nil if the file cannot be opened.
  init(_ path: String, size: Int?, _ source: (any ByteSource)?) {
    self.path = path
    self.size = size
    self.source = source
  }

  /// Whether reading has failed so far.
  public var isDamaged: Bool { source.map { $0.readError != nil } ?? true }

  /// Appends the next chunk.
  /// - Returns: false at the end.
  public func read(into bytes: inout [UInt8]) -> Bool { source?.read(into: &bytes) ?? false }
}
