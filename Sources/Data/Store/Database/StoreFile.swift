import Domain
import Glibc

/// The identity of a database file. Another file may replace it at the same path.
struct StoreFile: Hashable, Sendable {
  private let device: UInt
  private let number: UInt
  let isEmpty: Bool

  /// nil if there is no file.
  init?(at path: String) throws(StoreError) {
    var info = stat()
    guard stat(path, &info) == 0 else {
      let code = errno
      // A dangling link is an error: its disk may be mounted later.
      guard code == ENOENT, lstat(path, &info) != 0 else {
        if code == ENOTDIR { return nil }
        throw .unusable(path: path.escapingControls, reason: StoreErrorMapping.reason(code))
      }
      return nil
    }
    switch info.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .unusable(path: path.escapingControls, reason: StoreErrorMapping.reason(EISDIR))
    default: throw .unusable(path: path.escapingControls, reason: "It is not a file")
    }
    device = UInt(info.st_dev)
    number = UInt(info.st_ino)
    isEmpty = info.st_size == 0
  }

  /// Whether a path has the same file, whatever its size.
  func isAt(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && UInt(info.st_dev) == device && UInt(info.st_ino) == number
  }

  /// In bytes; 0 if there is no file.
  static func size(of path: String) -> Int {
    var info = stat()
    return lstat(path, &info) == 0 ? Int(info.st_size) : 0
  }
}
