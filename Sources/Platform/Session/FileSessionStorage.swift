import Domain
import Glibc
import Synchronization
import SystemFiles

/// Stores the session in session.json. Several Tern processes can share it: each change is read, applied and written
/// under a lock.
public final class FileSessionStorage: SessionStorage {
  private let folder: AppDirectory
  private let path: String
  /// The decoded content of the file, valid as long as its bytes are equal.
  private let cache = Mutex<(bytes: [UInt8], session: StoredSession)?>(nil)

  public init(directory: String) {
    folder = AppDirectory(path: directory)
    path = folder.path(of: "session.json")
  }

  public func load() -> SessionState {
    switch try? readFile() {
    case .session(let session): return session
    case .damaged:
      // Under the lock, so that a file written in the meantime is not set aside.
      return (try? locked { () throws(SessionError) in try readSession() }) ?? SessionState()
    case .newer, nil: return SessionState()
    }
  }

  /// Applies a change to the stored session.
  public func update(_ change: (inout SessionState) -> Void) throws(SessionError) {
    try mappingFileErrors { () throws(FileError) in try folder.make() }
    try locked { () throws(SessionError) in
      let old = try readSession()
      var new = old
      change(&new)
      guard new != old else { return }
      guard let bytes = try? StoredSession.bytes(of: new) else {
        throw SessionError(path: path.escapingControls, reason: "The session cannot be saved")
      }
      try mappingFileErrors { () throws(FileError) in try folder.replace("session.json", with: bytes) }
    }
  }
}

extension FileSessionStorage {
  private func locked<Value>(_ body: () throws(SessionError) -> Value) throws(SessionError) -> Value {
    try folder.withLock("session.lock", orFail: SessionError.init, body)
  }

  private func mappingFileErrors(_ work: () throws(FileError) -> Void) throws(SessionError) {
    do throws(FileError) {
      try work()
    } catch {
      throw SessionError(error)
    }
  }

  /// The stored session. A damaged file is set aside.
  private func readSession() throws(SessionError) -> SessionState {
    switch try readFile() {
    case .session(let session):
      return session
    case .newer:
      throw SessionError(path: path.escapingControls, reason: "It was written by a newer version of Tern")
    case .damaged:
      try mappingFileErrors { () throws(FileError) in try folder.setAside("session.json") }
      return SessionState()
    }
  }

  private func readFile() throws(SessionError) -> StoredSession {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OpenFile(path, O_RDONLY).readToEnd()
    } catch {
      if error.code == ENOENT { return .session(SessionState()) }
      throw SessionError(FileError(path, error))
    }
    if let cached = cache.withLock({ $0 }), cached.bytes == bytes { return cached.session }
    let session = StoredSession(bytes)
    cache.withLock { $0 = (bytes, session) }
    return session
  }
}

extension SessionError {
  fileprivate init(_ error: FileError) {
    self.init(path: error.path, reason: error.cause.reason)
  }
}

/// A session that is kept in memory only.
public final class TransientSessionStorage: SessionStorage {
  private let session = Mutex(SessionState())

  public init() {}

  public func load() -> SessionState { session.withLock { $0 } }

  public func update(_ change: (inout SessionState) -> Void) throws(SessionError) {
    session.withLock { change(&$0) }
  }
}
