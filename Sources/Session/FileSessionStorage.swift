import Domain
import Glibc
import Synchronization
import SystemFiles

/// Keeps the session in session.json. Two Terns can share it: each change is read, made and stored under a lock.
public final class FileSessionStorage: SessionStorage {
  private let folder: AppDirectory
  private let path: String
  /// What was read last. As long as the file's bytes are the same, so is what they say.
  private let known = Mutex<(bytes: [UInt8], session: StoredSession)?>(nil)

  public init(directory: String) {
    folder = AppDirectory(path: directory)
    path = folder.path(of: "session.json")
  }

  public func load() -> SessionState {
    switch try? stored() {
    case .session(let session): return session
    case .damaged:
      // Under the lock, so that nobody's fresh file is set aside in its stead.
      return (try? locked { () throws(SessionError) in try current() }) ?? SessionState()
    case .newer, nil: return SessionState()
    }
  }

  public func update(_ change: (inout SessionState) -> Void) throws(SessionError) {
    try inFolder { () throws(FileError) in try folder.make() }
    try locked { () throws(SessionError) in
      let old = try current()
      var new = old
      change(&new)
      guard new != old else { return }
      guard let bytes = try? StoredSession.bytes(of: new) else {
        throw SessionError(path: path.escapingControls, reason: "The session cannot be written as JSON")
      }
      try inFolder { () throws(FileError) in try folder.replace("session.json", with: bytes) }
    }
  }
}

extension FileSessionStorage {
  private func locked<Value>(_ body: () throws(SessionError) -> Value) throws(SessionError) -> Value {
    try folder.withLock("session.lock", orFail: SessionError.init, body)
  }

  private func inFolder(_ work: () throws(FileError) -> Void) throws(SessionError) {
    do throws(FileError) {
      try work()
    } catch {
      throw SessionError(error)
    }
  }

  /// What is stored; what is damaged is set aside first.
  private func current() throws(SessionError) -> SessionState {
    switch try stored() {
    case .session(let session):
      return session
    case .newer:
      throw SessionError(path: path.escapingControls, reason: "It was written by a newer Tern")
    case .damaged:
      try inFolder { () throws(FileError) in try folder.setAside("session.json") }
      return SessionState()
    }
  }

  private func stored() throws(SessionError) -> StoredSession {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OpenFile(path, O_RDONLY).readToEnd()
    } catch {
      if error.code == ENOENT { return .session(SessionState()) }
      throw SessionError(FileError(path, error))
    }
    if let known = known.withLock({ $0 }), known.bytes == bytes { return known.session }
    let session = StoredSession(bytes)
    known.withLock { $0 = (bytes, session) }
    return session
  }
}

extension SessionError {
  fileprivate init(_ error: FileError) {
    self.init(path: error.path, reason: error.cause.reason)
  }
}

/// A memory that ends with the program.
public final class TransientSessionStorage: SessionStorage {
  private let session = Mutex(SessionState())

  public init() {}

  public func load() -> SessionState { session.withLock { $0 } }

  public func update(_ change: (inout SessionState) -> Void) throws(SessionError) {
    session.withLock { change(&$0) }
  }
}
