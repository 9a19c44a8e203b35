import Domain

/// The session in memory, which is written in the background. Changes that arrive while it is being written are written
/// together. Failed changes stay in memory, and are retried with the next change.
public actor SessionMemory: SessionRepository {
  private typealias Result = Swift.Result<Void, SessionError>

  private let writer: SessionWriter
  /// The latest state, with all changes applied.
  private var latestState: SessionState?
  /// Changes that are not written yet.
  private var pendingChanges: [SessionChange] = []
  private var isStoring = false
  /// Callers whose changes arrived while others were being written.
  private var waiting: [CheckedContinuation<Result, Never>] = []

  public init(_ storage: any SessionStorage) {
    writer = SessionWriter(storage)
  }

  /// The current session. While a write is running, which may wait for the lock of another process, the state in memory
  /// is returned.
  public func load() async -> SessionState {
    if isStoring, let latestState { return latestState }
    var session = await writer.load()
    for change in pendingChanges { change(&session) }
    latestState = session
    return session
  }

  /// Applies a change, and returns when it is written.
  public func update(_ change: @escaping @Sendable (inout SessionState) -> Void) async throws(SessionError) {
    pendingChanges.append(change)
    if var session = latestState {
      change(&session)
      latestState = session
    }
    try await (isStoring ? waitForNextWrite() : writeAll()).get()
  }
}

extension SessionMemory {
  private func writeAll() async -> Result {
    isStoring = true
    let result = await writePendingChanges()
    while !waiting.isEmpty {
      let joined = waiting
      waiting = []
      let result = await writePendingChanges()
      for caller in joined { caller.resume(returning: result) }
    }
    isStoring = false
    return result
  }

  private func waitForNextWrite() async -> Result {
    await withCheckedContinuation { waiting.append($0) }
  }

  private func writePendingChanges() async -> Result {
    let changes = pendingChanges
    let result = await writer.store(changes)
    if case .success = result { pendingChanges.removeFirst(changes.count) }
    return result
  }
}

private typealias SessionChange = @Sendable (inout SessionState) -> Void

/// Reads and writes the storage serially, without blocking `SessionMemory`.
private actor SessionWriter {
  private let storage: any SessionStorage

  init(_ storage: any SessionStorage) {
    self.storage = storage
  }

  func load() -> SessionState { storage.load() }

  func store(_ changes: [SessionChange]) -> Result<Void, SessionError> {
    Result { () throws(SessionError) in
      try storage.update { session in
        for change in changes { change(&session) }
      }
    }
  }
}
