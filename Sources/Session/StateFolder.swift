import Domain
import Glibc
import SystemFiles

/// The folder that Tern's memory lies in, and how its files are changed: whole or not at all, and by one at a time.
struct StateFolder: Sendable {
  /// In milliseconds. Another Tern holds the lock for as long as a disk takes to write; after this, something is
  /// wrong.
  private static let maxWait = 2_000
  let path: String

  func path(of name: String) -> String { path + "/" + name }

  /// Makes the folder and those above it where they are missing, for nobody but their owner.
  func make() throws(SessionError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      guard mkdir(made, 0o700) != 0 else { continue }
      let error = SystemError.last
      // A folder that exists may also lie on a disk that cannot be written to, or under one that is not ours.
      var info = stat()
      guard stat(made, &info) == 0 else { throw SessionError(at: made, error) }
      guard info.st_mode & S_IFMT == S_IFDIR else {
        throw SessionError(at: made, SystemError(code: ENOTDIR))
      }
    }
  }

  /// Does something while no other Tern does.
  func withLock<Value>(_ body: () throws(SessionError) -> Value) throws(SessionError) -> Value {
    let lock = try lock()
    let value = try body()
    // The lock lasts as long as its file is open: until here, and not until its last use.
    _ = consume lock
    return value
  }

  /// Under the lock: the file is the old one until all of the new one is on the disk.
  func replace(_ name: String, with bytes: [UInt8]) throws(SessionError) {
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
      throw SessionError(at: path(of: name), error)
    }
  }

  /// Gives a damaged file another name, one that no file has.
  func setAside(_ name: String) throws(SessionError) {
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
      throw SessionError(at: path(of: name), error)
    }
  }

  private func lock() throws(SessionError) -> OpenFile {
    let path = path(of: "session.lock")
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
      throw SessionError(at: path, error)
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

extension SessionError {
  /// What the system refused, and where.
  init(at path: String, _ error: SystemError) {
    self.init(path: path.escapingControls, reason: error.reason)
  }
}
