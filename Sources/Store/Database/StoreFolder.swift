import Domain
import Glibc

/// The folder that the database lies in.
struct StoreFolder: Sendable {
  let path: String

  var database: String { path + "/" + StoreDatabase.name }

  /// The folder in which a file lies.
  static func path(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }

  /// Makes the folder and those above it where they are missing, for nobody but their owner.
  func make() throws(StoreError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) == 0 {
        // Whatever the umask has taken away.
        chmod(made, 0o700)
        continue
      }
      let failure = failure(made)
      // A folder that exists may also lie on a disk that cannot be written to, or under one that is not ours.
      var info = stat()
      guard stat(made, &info) == 0 else { throw failure }
      guard info.st_mode & S_IFMT == S_IFDIR else { throw self.failure(made, ENOTDIR) }
    }
  }

  /// Makes an empty database where there is none. To be called under the lock.
  func makeDatabase() throws(StoreError) {
    // One that is there must not be opened and closed besides SQLite: that would take its locks away.
    guard try StoreFile(at: database) == nil else { return }
    // Beside a new database SQLite would delete what is left of another.
    if StoreFile.size(of: database + "-wal") > 0 {
      _ = DamagedStore(path: database, file: nil).setAside(isLocked: true)
    }
    // SQLite gives the files beside it the same rights.
    let descriptor = open(database, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
    guard descriptor >= 0 else { throw failure(database) }
    fchmod(descriptor, 0o600)
    close(descriptor)
  }

  /// Held by whoever imports or forgets, as long as it lives.
  func lock() throws(StoreError) -> StoreLock {
    let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
    guard descriptor >= 0 else { throw failure(lockPath) }
    fchmod(descriptor, 0o600)
    let lock = StoreLock(descriptor: descriptor)
    // Whoever only looks whether it is held, holds it for a moment.
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return lock }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure(lockPath) }
      usleep(1_000)
    }
    throw .busy(path: database.escapingControls)
  }

  /// Whether somebody imports or forgets.
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
