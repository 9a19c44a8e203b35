import Glibc

/// Identifies the content of a file at a time: its size, its times of modification and status change, and its inode. A
/// file that was replaced or changed has another version, even if its modification time was set back.
public struct FileVersion: Hashable, Sendable {
  /// As it is stored with a draft.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(_ status: stat) {
    let times = [status.st_mtim, status.st_ctim].map { "\($0.tv_sec).\($0.tv_nsec)" }
    rawValue = "\(status.st_size) \(times[0]) \(times[1]) \(status.st_ino)"
  }

  /// The version of the file at a path; nil if it cannot be read.
  public init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
