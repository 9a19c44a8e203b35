import Domain
import Synchronization

/// A session in memory, or one that fails.
public final class MemorySessionRepository: SessionRepository, SessionStorage {
  private let session: Mutex<SessionState>
  private let error: SessionError?

  public init(_ session: SessionState = SessionState(), error: SessionError? = nil) {
    self.session = Mutex(session)
    self.error = error
  }

  public func load() -> SessionState {
    session.withLock { $0 }
  }

  public func update(_ change: (inout SessionState) -> Void) throws(SessionError) {
    if let error { throw error }
    session.withLock { change(&$0) }
  }
}
