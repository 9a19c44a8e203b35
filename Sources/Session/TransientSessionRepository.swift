import Domain
import Synchronization

/// A memory that ends with the program.
public final class TransientSessionRepository: SessionRepository {
  private let session = Mutex(Session())

  public init() {}

  public func load() -> Session { session.withLock { $0 } }

  public func update(_ change: (inout Session) -> Void) throws(SessionError) {
    session.withLock { change(&$0) }
  }
}
