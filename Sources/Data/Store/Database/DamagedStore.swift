import Domain
import Glibc

/// A damaged database and the files that belong to it.
struct DamagedStore {
  /// Suffixes of the files. SQLite finds them by the database's name.
  private static let parts = ["", "-wal", "-shm"]
  static let suffix = ".damaged"

  let path: String
  /// The damaged file; nil if only the files that belong to it are left.
  let file: StoreFile?

  /// Whether a file belongs to a database that has the rest of its name.
  static func isPart(_ fileName: String) -> Bool {
    parts.dropFirst().contains(where: fileName.hasSuffix)
  }

  /// Renames the files to an unused name, and copies what exists only there into a new database. Deletes and overwrites
  /// nothing, and does not interfere with another Tern process that has the database open.
  /// - Parameter isLocked: Whether the caller holds the lock of the directory.
  /// - Returns: The error to report.
  func setAside(isLocked: Bool) -> StoreError {
    guard !isLocked else { return move() }
    do throws(StoreError) {
      let lock = try StoreFolder(path: StoreFolder.path(of: path)).lock()
      let outcome = move()
      _ = consume lock
      return outcome
    } catch .busy(let path) {
      return .busy(path: path)
    } catch .unusable(_, let reason) {
      return renameError(reason)
    } catch {
      return error
    }
  }

  private func move() -> StoreError {
    // Another process has renamed it already: the path has a new file.
    if let file, !file.isAt(path) {
      return .unusable(path: path.escapingControls, reason: "It was damaged and has been renamed")
    }
    var target = path + Self.suffix
    var number = 1
    while !reserve(target) {
      guard errno == EEXIST else { return renameError(StoreErrorMapping.reason(errno)) }
      number += 1
      target = "\(path)\(Self.suffix)-\(number)"
    }
    guard rename(path, target) == 0 || errno == ENOENT else {
      let failure = renameError(StoreErrorMapping.reason(errno))
      unlink(target)
      return failure
    }
    for part in Self.parts.dropFirst() { rename(path + part, target + part) }
    // SQLite deletes the log of an empty database.
    let rescued =
      file.map(\.isEmpty) ?? true ? .nothing : StoreRescue(from: target).copy(to: path)
    return .damaged(path: path.escapingControls, setAside: target.escapingControls, rescued: rescued)
  }

  /// Reserves the name with an empty file. Returns whether it and the related names were unused.
  private func reserve(_ target: String) -> Bool {
    var info = stat()
    for part in Self.parts where lstat(target + part, &info) == 0 {
      errno = EEXIST
      return false
    }
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  private func renameError(_ reason: String) -> StoreError {
    .unusable(path: path.escapingControls, reason: "It is damaged and cannot be renamed: \(reason)")
  }
}
