/// State that survives a restart of Tern.
///
/// Call it from the task runner only: it waits for locks, disks and databases, and key input must not.
public protocol SessionRepository: Sendable {
  /// The stored session; an empty one if none exists or it cannot be read.
  func load() async -> SessionState

  /// Changes the session. The change is visible to `load()` immediately and is stored when this returns, together with
  /// other changes made in the meantime.
  /// - Throws: `SessionError` if it cannot be stored. It is still visible until the program ends.
  func update(_ change: @escaping @Sendable (inout SessionState) -> Void) async throws(SessionError)
}

/// Stores the session. Both calls block the thread.
public protocol SessionStorage: Sendable {
  /// The stored session; an empty one if none exists or it cannot be read.
  func load() -> SessionState

  /// Loads the stored session, changes it and stores it, as another Tern may have stored changes in the meantime.
  func update(_ change: (inout SessionState) -> Void) throws(SessionError)
}
