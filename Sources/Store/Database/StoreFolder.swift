import Domain
import Glibc

/// The folder that the database lies in.
struct StoreFolder: Sendable {
  let path: String

  var database: String { path + "/" + StoreDatabase.name }
  var holdsDatabase: Bool { access(database, F_OK) == 0 }

  /// Makes the folder, those above it and an empty database where they are missing, for nobody but their owner.
  func make() throws(StoreError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0, errno != EEXIST { throw failure(made) }
    }
    // SQLite gives the files beside it the same rights.
    let descriptor = open(database, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
    guard descriptor >= 0 else { throw failure(database) }
    close(descriptor)
  }

  /// Held by whoever imports or forgets, as long as it lives.
  func lock() throws(StoreError) -> StoreLock {
    let path = path + "/import.lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isBusy = errno == EWOULDBLOCK
      let failure = failure(path)
      close(descriptor)
      throw isBusy ? .busy(path: database.withStandIns) : failure
    }
    return StoreLock(descriptor: descriptor)
  }

  /// Whether somebody imports or forgets.
  var isLocked: Bool {
    do throws(StoreError) {
      _ = try lock()
      return false
    } catch .busy {
      return true
    } catch {
      return false
    }
  }

  private func failure(_ path: String) -> StoreError {
    .unusable(path: path.withStandIns, reason: StoreFailure.reason(errno))
  }
}

/// Held until it is gone, also by a Tern that was killed.
final class StoreLock: Sendable {
  private let descriptor: Int32

  fileprivate init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }
}
