import Domain
import Formats
import Glibc
import LocalFiles

/// Files that lie in an archive beside its posts, such as their pictures: read one after another, each in one piece, and
/// none that is larger than is wanted.
public struct ArchivedFiles: Sendable {
  /// One of them.
  public enum Found {
    /// - Parameter path: within the archive.
    case file(path: String, bytes: [UInt8])
    case tooLarge(path: String)
    case damaged(path: String)
  }

  /// Folders within folders, at the most: what lies deeper is no archive's.
  private static let maxDepth = 12

  private let path: String

  /// - Parameter path: of a ZIP, a tar or a folder. Another file has none.
  public init(path: String) {
    self.path = path
  }

  /// - Parameters:
  ///   - limit: how large a file may be, in bytes.
  ///   - isWanted: asked of the path of each file within the archive.
  ///   - take: is given what is wanted; it is the end where it says false.
  /// - Throws: `fileMissing`, `fileUnreadable`.
  public func read(
    upTo limit: Int, where isWanted: (String) -> Bool, take: (Found) -> Bool
  ) throws(TimelineError) {
    if path == FileQueue.standardInput { return }
    if OpenedFile.isFolder(path) {
      _ = readFolder("", depth: 0, upTo: limit, where: isWanted, take: take)
    } else if let packed = try PackedFiles(path) {
      while let name = packed.nextPath(where: isWanted) {
        guard take(Self.read(packed.open(), at: name, upTo: limit)) else { return }
      }
    }
  }
}

extension ArchivedFiles {
  /// - Returns: whether it is to go on.
  private func readFolder(
    _ inner: String, depth: Int, upTo limit: Int, where isWanted: (String) -> Bool, take: (Found) -> Bool
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
        guard readFolder(place + "/", depth: depth + 1, upTo: limit, where: isWanted, take: take) else { return false }
      case S_IFREG where isWanted(place):
        let file: OpenedFile
        do throws(TimelineError) {
          file = try OpenedFile(path: root + place)
        } catch {
          guard take(.damaged(path: place)) else { return false }
          continue
        }
        guard take(Self.read(file, at: place, upTo: limit)) else { return false }
      default: break
      }
    }
    return true
  }

  private static func read(_ source: any ByteSource, at path: String, upTo limit: Int) -> Found {
    var bytes: [UInt8] = []
    while bytes.count <= limit, source.read(into: &bytes) {}
    if bytes.count > limit { return .tooLarge(path: path) }
    return source.trouble == nil ? .file(path: path, bytes: bytes) : .damaged(path: path)
  }
}
