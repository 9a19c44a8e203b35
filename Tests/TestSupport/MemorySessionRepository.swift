import Domain
import Synchronization

/// Remembers as long as the test runs, or refuses to.
public final class MemorySessionRepository: SessionRepository, SessionStorage {
  private let session: Mutex<Session>
  private let error: SessionError?

  public init(_ session: Session = Session(), error: SessionError? = nil) {
    self.session = Mutex(session)
    self.error = error
  }

  public func load() -> Session {
    session.withLock { $0 }
  }

  public func update(_ change: (inout Session) -> Void) throws(SessionError) {
    if let error { throw error }
    session.withLock { change(&$0) }
  }
}
