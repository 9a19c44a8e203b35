import Domain
import Glibc

/// The directory of the database.
struct StoreFolder: Sendable {
  let path: String

  var database: String { path + "/" + StoreDatabase.name }

  /// The directory of a file.
  static func path(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }

  /// Creates the directory and missing parents, accessible to their owner only.
  func create() throws(StoreError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) == 0 {
        // Independent of the umask.
        chmod(made, 0o700)
        continue
      }
      let failure = failure(made)
      // mkdir may report another error than EEXIST for an existing directory, on a read-only disk or below one without
      // access.
      var info = stat()
      guard stat(made, &info) == 0 else { throw failure }
      guard info.st_mode & S_IFMT == S_IFDIR else { throw self.failure(made, ENOTDIR) }
    }
  }

  /// Creates an empty database file if none exists. Must be called with the lock held.
  func createDatabaseFile() throws(StoreError) {
    // An existing file must not be opened and closed outside SQLite: closing drops its locks.
    guard try StoreFile(at: database) == nil else { return }
    // SQLite would delete the log of another database next to a new one.
    if StoreFile.size(of: database + "-wal") > 0 {
      _ = DamagedStore(path: database, file: nil).setAside(isLocked: true)
    }
    // SQLite creates its other files with the same permissions.
    let descriptor = open(database, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
    guard descriptor >= 0 else { throw failure(database) }
    fchmod(descriptor, 0o600)
    close(descriptor)
  }

  /// Takes the lock for imports and removals. It is released with the returned object.
  /// - Parameter milliseconds: the time to wait for a process that holds it. `isLocked` of another process holds it for
  ///   a moment.
  /// - Throws: `StoreError.busy` if another process still holds it.
  func lock(waiting milliseconds: Int = 50) throws(StoreError) -> StoreLock {
    let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
    guard descriptor >= 0 else { throw failure(lockPath) }
    fchmod(descriptor, 0o600)
    let lock = StoreLock(descriptor: descriptor)
    for _ in 0..<milliseconds {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return lock }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure(lockPath) }
      usleep(1_000)
    }
    throw .busy(path: database.escapingControls)
  }

  /// Whether an import or a removal is running.
  var isLocked: Bool {
    let descriptor = open(lockPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  private var lockPath: String { path + "/import.lock" }

  private func failure(_ path: String, _ code: Int32 = errno) -> StoreError {
    .unusable(path: path.escapingControls, reason: StoreErrorMapping.reason(code))
  }
}

/// A lock that is released when the object is deallocated or the process ends.
final class StoreLock: Sendable {
  private let descriptor: Int32

  fileprivate init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }
}
