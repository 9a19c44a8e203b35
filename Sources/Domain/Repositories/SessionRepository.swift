/// Tern's memory: what it knows from one start to the next.
///
/// To be asked from the task runner only: behind it are locks, disks and databases, and no key waits for those.
public protocol SessionRepository: Sendable {
  /// What is remembered; an empty session where nothing is, or where it cannot be read.
  func load() async -> SessionState

  /// Changes what is remembered. It is known at once to whoever asks, and stored by the time this returns, together with
  /// other changes that have come meanwhile.
  /// - Throws: where it cannot be stored. It is known until the program ends all the same.
  func update(_ change: @escaping @Sendable (inout SessionState) -> Void) async throws(SessionError)
}

/// Where Tern's memory lies. Both calls block the thread.
public protocol SessionStorage: Sendable {
  /// What is stored; an empty session where nothing is, or where it cannot be read.
  func load() -> SessionState

  /// Reads what is stored now, changes it and stores it: another Tern may have stored something meanwhile.
  func update(_ change: (inout SessionState) -> Void) throws(SessionError)
}
