import Domain
import Glibc

/// A folder of Tern's own files. Changes are atomic, and a lock keeps several Tern processes apart.
package struct AppDirectory: Sendable {
  /// In milliseconds. Another process holds a lock only while the disk writes. After this time something is wrong.
  private static let lockTimeout = 2_000
  package let path: String

  package init(path: String) {
    self.path = path
  }

  package func path(of name: String) -> String { path + "/" + name }

  /// Creates the folder and its missing parents, accessible only to their owner.
  package func make() throws(FileError) {
    var createdPath = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      createdPath += "/" + part
      guard mkdir(createdPath, 0o700) != 0 else { continue }
      let error = SystemError.last
      // mkdir may also fail for an existing folder, on a read-only disk or below a folder of another user.
      var info = stat()
      guard stat(createdPath, &info) == 0 else { throw FileError(createdPath, error) }
      guard info.st_mode & S_IFMT == S_IFDIR else { throw FileError(createdPath, SystemError(code: ENOTDIR)) }
    }
  }

  /// Runs `body` while no other Tern process holds the lock. Blocks the thread until the lock is free, at most two
  /// seconds.
  /// - Parameters:
  ///   - name: the lock file, which is created if missing.
  ///   - failure: converts the error if the lock is not available.
  package func withLock<Value, Failure>(
    _ name: String, orFail failure: (FileError) -> Failure, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let lock: OpenFile
    do throws(FileError) {
      lock = try Self.lock(path(of: name), O_RDWR | O_CREAT | O_NOFOLLOW)
    } catch {
      throw failure(error)
    }
    let value = try body()
    // The file must stay open until here, because closing it releases the lock.
    _ = consume lock
    return value
  }

  /// As `withLock(_:orFail:_:)`, with a lock of the folder itself: no lock file appears in a folder of the user. On a
  /// file system that cannot lock folders, as some network ones, the body runs without a lock.
  package func withOwnLock<Value, Failure>(
    orFail failure: (FileError) -> Failure, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let lock: OpenFile
    do throws(FileError) {
      lock = try Self.lock(path, O_RDONLY | O_DIRECTORY)
    } catch {
      guard Self.isUnsupportedLock(error.cause) else { throw failure(error) }
      return try body()
    }
    let value = try body()
    _ = consume lock
    return value
  }

  /// Replaces a file atomically: the old one stays until the new one is on disk. Call it with the lock held.
  /// - Parameters:
  ///   - permissions: the permissions of the new file.
  ///   - temporaryName: the name of the new file until it is complete; nil for `name` with “.new”.
  package func replace(_ name: String, with bytes: [UInt8], permissions: mode_t = 0o600, temporaryName: String? = nil)
    throws(FileError)
  {
    let new = path(of: temporaryName ?? name + ".new")
    do throws(SystemError) {
      // Remove the file of an interrupted process, or a link planted by someone else.
      unlink(new)
      try write(bytes, to: new)
      if permissions != 0o600, chmod(new, permissions) != 0 { throw SystemError.last }
      guard rename(new, path(of: name)) == 0 else { throw SystemError.last }
      // Some file systems cannot synchronize folders. The file is complete in any case.
      try? OpenFile(path, O_RDONLY | O_DIRECTORY).synchronize()
    } catch {
      unlink(new)
      throw FileError(path(of: name), error)
    }
  }

  /// Renames a damaged file to an unused name.
  package func setAside(_ name: String) throws(FileError) {
    let damaged = path(of: name + ".damaged")
    var target = damaged
    var number = 1
    do throws(SystemError) {
      while try !reserve(target) {
        number += 1
        target = "\(damaged)-\(number)"
      }
      guard rename(path(of: name), target) == 0 else {
        let error = SystemError.last
        unlink(target)
        throw error
      }
    } catch {
      throw FileError(path(of: name), error)
    }
  }

  /// Whether the file system has no locks, or none for folders: NFS locks only files that are open for writing
  /// (flock(2)).
  static func isUnsupportedLock(_ error: SystemError) -> Bool {
    [ENOLCK, ENOTSUP, ENOSYS, EINVAL, EBADF].contains(error.code)
  }

  private static func lock(_ path: String, _ flags: Int32) throws(FileError) -> OpenFile {
    do throws(SystemError) {
      let file = try OpenFile(path, flags)
      var waited = 0
      while try !file.tryToLock() {
        guard waited < lockTimeout else { throw SystemError(code: EWOULDBLOCK) }
        usleep(5_000)
        waited += 5
      }
      return file
    } catch {
      throw FileError(path, error)
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    try file.writeAll(bytes)
    try file.synchronize()
  }

  /// Creates an empty file to reserve a name. Returns false if the name is taken.
  private func reserve(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      return true
    } catch {
      guard error.code == EEXIST else { throw error }
      return false
    }
  }
}

/// An error of the system for a path.
package struct FileError: Error, Hashable {
  /// Escaped for display.
  package var path: String
  package var cause: SystemError

  package init(_ path: String, _ cause: SystemError) {
    self.path = path.escapingControls
    self.cause = cause
  }
}
