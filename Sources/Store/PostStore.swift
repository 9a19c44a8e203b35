import Domain
import GRDB
import Glibc
import Synchronization

/// What has been imported, and what has been seen of servers: one database in a folder of Tern's own. There is none until
/// something is imported or an account of a server is added; nobody who only reads makes one.
public final class PostStore: Sendable {
  let folder: StoreFolder
  private let database = Mutex<StoreDatabase?>(nil)
  let blocksCaller: Bool
  /// Removes what is kept of an account beside the store.
  let removeBeside: @Sendable (AccountID) -> Void

  /// - Parameters:
  ///   - directory: the folder; made with the database.
  ///   - blocksCaller: whether whoever asks waits on a thread of their own, so that what is asked is answered in the same
  ///     order each time. Nobody does who has keys to answer.
  ///   - removeBeside: removes what is kept of an account beside the store. Called when the account is forgotten, before
  ///     the store forgets that there was one: whatever ends the program, the account can be named again, or nothing is
  ///     left.
  public init(
    directory: String, blocksCaller: Bool = false, removeBeside: @escaping @Sendable (AccountID) -> Void = { _ in }
  ) {
    self.removeBeside = removeBeside
    folder = StoreFolder(path: directory)
    self.blocksCaller = blocksCaller
  }

  /// The database, where there is one. It is opened once, and anew when it was set aside.
  /// - Parameter isLocked: by whoever wants to write, and holds the lock of the folder.
  func opened(isLocked: Bool = false) throws(StoreError) -> StoreDatabase? {
    try database.withLock { database throws(StoreError) in
      if let opened = database, !opened.file.isAt(folder.database) || isOutdated(opened, isLocked) { database = nil }
      if database == nil {
        database = try StoreDatabase.open(path: folder.database, isLocked: isLocked, blocksCaller: blocksCaller)
      }
      return database
    }
  }

  /// Whether its tables are of an older version and may be brought up to date by now.
  private func isOutdated(_ database: StoreDatabase, _ isLocked: Bool) -> Bool {
    switch database.obstacle {
    case nil: false
    case .busy: isLocked || !folder.isLocked
    default: isLocked
    }
  }

  /// Asks the database something; nil where there is none.
  func read<Answer: Sendable>(
    _ question: @escaping @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer? {
    try await opened()?.read(question)
  }
}

extension TimelineError {
  /// Whoever waits for nothing any more hears of no failure either.
  init(_ error: StoreError) {
    self = Task.isCancelled ? .cancelled : .storeFailed(error)
  }
}
