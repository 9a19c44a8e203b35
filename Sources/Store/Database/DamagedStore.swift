import Domain
import Glibc

/// A database that cannot be read any more, and what belongs to it.
struct DamagedStore {
  /// SQLite finds the rest by the database's name.
  private static let parts = ["", "-wal", "-shm"]

  let path: String
  /// The one in which the damage was found; nil where only what belongs to it is left.
  let file: StoreFile?

  /// Gives it another name, one that no file has. Nothing of it is deleted or overwritten, nor taken away from a Tern
  /// that is at work on it.
  /// - Parameter isLocked: whether the lock of the folder is held already.
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
      return unmoved(reason)
    } catch {
      return error
    }
  }

  private func move() -> StoreError {
    // Somebody was faster: what lies there now is another.
    if let file, !file.isAt(path) {
      return .unusable(path: path.escapingControls, reason: "It was damaged, and set aside")
    }
    var target = path + ".damaged"
    var number = 1
    while !reserve(target) {
      guard errno == EEXIST else { return unmoved(StoreErrorMapping.reason(errno)) }
      number += 1
      target = "\(path).damaged-\(number)"
    }
    guard rename(path, target) == 0 || errno == ENOENT else {
      let failure = unmoved(StoreErrorMapping.reason(errno))
      unlink(target)
      return failure
    }
    for part in Self.parts.dropFirst() { rename(path + part, target + part) }
    return .damaged(path: path.escapingControls, setAside: target.escapingControls)
  }

  /// Whether the name was free, and those that go with it; an empty file holds it now.
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

  private func unmoved(_ reason: String) -> StoreError {
    .unusable(path: path.escapingControls, reason: "It is damaged, and cannot be set aside: \(reason)")
  }
}
