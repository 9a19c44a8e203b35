import Domain
import Formats
import Glibc
import LocalFiles

/// Files that lie in an archive beside its posts, such as their pictures and films: one after another, each read piece by
/// piece as far as it is wanted.
public struct ArchivedFiles: Sendable {
  /// Folders within folders, at the most: what lies deeper is no archive's.
  private static let maxDepth = 12

  private let path: String

  /// - Parameter path: of a ZIP, a tar or a folder. Another file has none.
  public init(path: String) {
    self.path = path
  }

  /// - Parameters:
  ///   - isWanted: asked of the path of each file within the archive.
  ///   - take: is given what is wanted; it is the end where it says false.
  /// - Throws: `fileMissing`, `fileUnreadable`.
  public func read(
    where isWanted: (String) -> Bool, take: (ArchivedFile) -> Bool
  ) throws(TimelineError) {
    if path == FileQueue.standardInput { return }
    if OpenedFile.isFolder(path) {
      _ = readFolder("", depth: 0, where: isWanted, take: take)
    } else if let packed = try PackedFiles(path) {
      while let name = packed.nextPath(where: isWanted) {
        guard take(ArchivedFile(name, size: packed.statedSize, packed.open())) else { return }
      }
    }
  }
}

extension ArchivedFiles {
  /// - Returns: whether it is to go on.
  private func readFolder(
    _ inner: String, depth: Int, where isWanted: (String) -> Bool, take: (ArchivedFile) -> Bool
  ) -> Bool {
    guard depth < Self.maxDepth else { return true }
    let root = path.hasSuffix("/") ? path : path + "/"
    for name in FolderFiles.names(in: root + inner) {
      let place = inner + name
      var status = stat()
      // What a link leads to is not in the archive.
      guard lstat(root + place, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        guard readFolder(place + "/", depth: depth + 1, where: isWanted, take: take) else { return false }
      case S_IFREG where isWanted(place):
        let source = try? OpenedFile(path: root + place)
        guard take(ArchivedFile(place, size: Int(status.st_size), source)) else { return false }
      default: break
      }
    }
    return true
  }
}

/// A file in an archive, as long as it is its turn.
public final class ArchivedFile {
  /// Within the archive.
  public let path: String
  /// As the archive says, in bytes; nil where it says nothing. It need not be true.
  public let size: Int?
  private let source: (any ByteSource)?

  /// - Parameter source: nil where it cannot be opened.
  init(_ path: String, size: Int?, _ source: (any ByteSource)?) {
    self.path = path
    self.size = size
    self.source = source
  }

  /// Whether something is wrong with what has been read so far.
  public var isDamaged: Bool { source.map { $0.trouble != nil } ?? true }

  /// Appends the next piece.
  /// - Returns: false at the end.
  public func read(into bytes: inout [UInt8]) -> Bool { source?.read(into: &bytes) ?? false }
}
