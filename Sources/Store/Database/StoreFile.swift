import Domain
import Glibc

/// The file of a database, as it lies there now: another may take its place.
struct StoreFile: Hashable, Sendable {
  private let device: UInt
  private let number: UInt
  let isEmpty: Bool

  /// nil where there is none.
  /// - Throws: where something else stands in its place.
  init?(at path: String) throws(StoreError) {
    var info = stat()
    guard stat(path, &info) == 0 else {
      let code = errno
      // A link that leads nowhere: the disk that it leads to may come back.
      guard code == ENOENT, lstat(path, &info) != 0 else {
        if code == ENOTDIR { return nil }
        throw .unusable(path: path.escapingControls, reason: StoreErrorMapping.reason(code))
      }
      return nil
    }
    switch info.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .unusable(path: path.escapingControls, reason: StoreErrorMapping.reason(EISDIR))
    default: throw .unusable(path: path.escapingControls, reason: "It is no file")
    }
    device = UInt(info.st_dev)
    number = UInt(info.st_ino)
    isEmpty = info.st_size == 0
  }

  /// Whether a path leads to the same file, however it has grown.
  func isAt(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && UInt(info.st_dev) == device && UInt(info.st_ino) == number
  }

  /// In bytes; 0 where there is none.
  static func size(of path: String) -> Int {
    var info = stat()
    return lstat(path, &info) == 0 ? Int(info.st_size) : 0
  }
}
