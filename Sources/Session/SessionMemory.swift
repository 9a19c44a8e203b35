import Domain

/// Tern's memory: what it knows is there at once, and is stored when the disk comes to it. Changes that come while it
/// stores are stored together. What cannot be stored is known until the program ends, and is tried again with the next
/// change.
public actor SessionMemory: SessionRepository {
  private typealias Result = Swift.Result<Void, SessionError>

  private let writer: SessionWriter
  /// What was known last.
  private var known: SessionState?
  /// Changes that are known and not stored.
  private var unstored: [SessionChange] = []
  private var isStoring = false
  /// Those whose changes have come while others were being stored.
  private var waiting: [CheckedContinuation<Result, Never>] = []

  public init(_ storage: any SessionStorage) {
    writer = SessionWriter(storage)
  }

  /// While something is being stored, which may take as long as another Tern holds the lock, what is known answers.
  public func load() async -> SessionState {
    if isStoring, let known { return known }
    var session = await writer.load()
    for change in unstored { change(&session) }
    known = session
    return session
  }

  public func update(_ change: @escaping @Sendable (inout SessionState) -> Void) async throws(SessionError) {
    unstored.append(change)
    if var session = known {
      change(&session)
      known = session
    }
    try await (isStoring ? storedWithOthers() : stored()).get()
  }
}

extension SessionMemory {
  private func stored() async -> Result {
    isStoring = true
    let result = await storeAll()
    while !waiting.isEmpty {
      let joined = waiting
      waiting = []
      let result = await storeAll()
      for one in joined { one.resume(returning: result) }
    }
    isStoring = false
    return result
  }

  private func storedWithOthers() async -> Result {
    await withCheckedContinuation { waiting.append($0) }
  }

  private func storeAll() async -> Result {
    let changes = unstored
    let result = await writer.store(changes)
    if case .success = result { unstored.removeFirst(changes.count) }
    return result
  }
}

private typealias SessionChange = @Sendable (inout SessionState) -> Void

/// Reads and writes, one after another, and lets nobody else wait for that.
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
