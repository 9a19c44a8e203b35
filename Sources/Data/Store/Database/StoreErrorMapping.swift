import Domain
import FoundationEssentials
import GRDB
import Glibc

/// Maps errors of SQLite to `StoreError`, with reasons for the user.
enum StoreErrorMapping {
  static func storeError(_ error: any Error, _ path: String) -> StoreError {
    if let error = error as? StoreError { return error }
    guard let error = error as? DatabaseError else {
      return .unusable(path: path.escapingControls, reason: "\(error)")
    }
    if error.extendedResultCode == .SQLITE_CORRUPT_VTAB {
      return .unusable(path: path.escapingControls, reason: "Its search index is damaged; the posts are intact")
    }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy(path: path.escapingControls)
    case .SQLITE_FULL: return .unusable(path: path.escapingControls, reason: reason(ENOSPC))
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      return .unusable(path: path.escapingControls, reason: accessFailure(path) ?? reason(EACCES))
    case .SQLITE_ERROR where hasUnexpectedTables(error):
      return .unusable(path: path.escapingControls, reason: "It has unexpected tables")
    default:
      let reason = accessFailure(path) ?? error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
      return .unusable(path: path.escapingControls, reason: reason.escapingControls)
    }
  }

  /// Whether a statement names a table or column that the database lacks.
  private static func hasUnexpectedTables(_ error: DatabaseError) -> Bool {
    let message = error.message ?? ""
    return message.hasPrefix("no such ") || message.contains(" has no column named ")
  }

  /// Whether the file itself is damaged, and not only the full-text index.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError, error.extendedResultCode != .SQLITE_CORRUPT_VTAB else { return false }
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
  }

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// The cause, if SQLite only reports that it could not open, read or write.
  static func accessFailure(_ path: String) -> String? {
    if access(path, R_OK) != 0 || access(StoreFolder.path(of: path) + "/", W_OK) != 0 { return reason(errno) }
    var disk = statvfs()
    return statvfs(path, &disk) == 0 && disk.f_bavail < 16 ? reason(ENOSPC) : nil
  }
}
