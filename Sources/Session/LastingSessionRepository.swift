import Domain
import Synchronization

/// A memory that outlasts its file: what cannot be stored is still known until the program ends.
public final class LastingSessionRepository: SessionRepository {
  private let file: any SessionRepository
  /// What is known beyond the file; nil as long as all is stored.
  private let unstored = Mutex<Session?>(nil)

  public init(_ file: any SessionRepository) {
    self.file = file
  }

  public func load() -> Session {
    unstored.withLock { $0 } ?? file.load()
  }

  public func update(_ change: (inout Session) -> Void) throws(SessionError) {
    let known = unstored.withLock { $0 }
    do throws(SessionError) {
      try file.update { session in
        // What could not be stored before goes along.
        session = known ?? session
        change(&session)
      }
      unstored.withLock { $0 = nil }
    } catch {
      var session = known ?? file.load()
      change(&session)
      unstored.withLock { [session] in $0 = session }
      throw error
    }
  }
}
