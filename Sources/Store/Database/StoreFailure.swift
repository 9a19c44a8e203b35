import Domain
import FoundationEssentials
import GRDB
import Glibc

/// Turns what SQLite says into what a person can use.
enum StoreFailure {
  static func translated<Answer>(_ path: String, _ work: () throws -> Answer) throws(StoreError) -> Answer {
    do {
      return try work()
    } catch {
      throw translate(error, path)
    }
  }

  /// A database that is damaged is set aside.
  static func translate(_ error: any Error, _ path: String) -> StoreError {
    if let error = error as? StoreError { return error }
    guard let error = error as? DatabaseError else {
      return .unusable(path: path.withStandIns, reason: "\(error)")
    }
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: return setAside(path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy(path: path.withStandIns)
    case .SQLITE_FULL: return .unusable(path: path.withStandIns, reason: reason(ENOSPC))
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: return .unusable(path: path.withStandIns, reason: reason(EACCES))
    default:
      let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
      return .unusable(path: path.withStandIns, reason: reason.withStandIns)
    }
  }

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension StoreFailure {
  /// Gives the database and what belongs to it another name, one that no file has.
  private static func setAside(_ path: String) -> StoreError {
    var target = path + ".damaged"
    var number = 1
    while !reserve(target) {
      guard errno == EEXIST else { return unmoved(path) }
      number += 1
      target = "\(path).damaged-\(number)"
    }
    guard rename(path, target) == 0 else {
      let failure = unmoved(path)
      unlink(target)
      return failure
    }
    // SQLite finds the rest by the database's name.
    for part in ["-wal", "-shm"] { rename(path + part, target + part) }
    return .damaged(path: path.withStandIns, setAside: target.withStandIns)
  }

  private static func unmoved(_ path: String) -> StoreError {
    .unusable(path: path.withStandIns, reason: "Damaged, and cannot be set aside: \(reason(errno))")
  }

  /// Whether the name was free; an empty file holds it now.
  private static func reserve(_ path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }
}
