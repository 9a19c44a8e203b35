import Glibc

/// Identifies the content of a file at a time: its size, its modification time and its inode. A file that was replaced
/// or changed has another version.
public struct FileVersion: Hashable, Sendable {
  /// As it is stored with a draft.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(_ status: stat) {
    rawValue = "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_ino)"
  }

  /// The version of the file at a path; nil if it cannot be read.
  public init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
