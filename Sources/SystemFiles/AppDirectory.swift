import Domain
import Glibc

/// A folder in which Tern keeps files of its own, and how these are changed: whole or not at all, and by one Tern at a
/// time.
package struct AppDirectory: Sendable {
  /// In milliseconds. Another Tern holds a lock for as long as a disk takes to write; after this, something is
  /// wrong.
  private static let maxWait = 2_000
  package let path: String

  package init(path: String) {
    self.path = path
  }

  package func path(of name: String) -> String { path + "/" + name }

  /// Makes the folder and those above it where they are missing, for nobody but their owner.
  package func make() throws(FileError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      guard mkdir(made, 0o700) != 0 else { continue }
      let error = SystemError.last
      // A folder that exists may also lie on a disk that cannot be written to, or under one that is not ours.
      var info = stat()
      guard stat(made, &info) == 0 else { throw FileError(made, error) }
      guard info.st_mode & S_IFMT == S_IFDIR else { throw FileError(made, SystemError(code: ENOTDIR)) }
    }
  }

  /// Does something while no other Tern does. Blocks the thread until the lock is free, for two seconds at most.
  /// - Parameters:
  ///   - name: the file that is locked; it is made where it is missing.
  ///   - failure: why the lock could not be had.
  package func withLock<Value, Failure>(
    _ name: String, orFail failure: (FileError) -> Failure, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let lock: OpenFile
    do throws(FileError) {
      lock = try self.lock(name)
    } catch {
      throw failure(error)
    }
    let value = try body()
    // The lock lasts as long as its file is open: until here, and not until its last use.
    _ = consume lock
    return value
  }

  /// Under the lock: the file is the old one until all of the new one is on the disk.
  package func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
    let new = path(of: name + ".new")
    do throws(SystemError) {
      // Left by a Tern that was stopped, or a link that somebody planted: gone before, or it is not opened.
      unlink(new)
      try write(bytes, to: new)
      guard rename(new, path(of: name)) == 0 else { throw SystemError.last }
      // Some file systems know no such thing for folders; the file is whole all the same.
      try? OpenFile(path, O_RDONLY | O_DIRECTORY).synchronize()
    } catch {
      unlink(new)
      throw FileError(path(of: name), error)
    }
  }

  /// Gives a damaged file another name, one that no file has.
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

  private func lock(_ name: String) throws(FileError) -> OpenFile {
    let path = path(of: name)
    do throws(SystemError) {
      let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
      var waited = 0
      while try !file.tryToLock() {
        guard waited < Self.maxWait else { throw SystemError(code: EWOULDBLOCK) }
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

  /// Whether the name was free; an empty file holds it now.
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

/// What the system refused, and where.
package struct FileError: Error, Hashable {
  /// For people.
  package var path: String
  package var cause: SystemError

  package init(_ path: String, _ cause: SystemError) {
    self.path = path.escapingControls
    self.cause = cause
  }
}
