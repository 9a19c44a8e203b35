/// Where Tern's memory lies.
public protocol SessionRepository: Sendable {
  /// What is remembered; an empty session where nothing is, or where it cannot be read.
  func load() -> Session

  /// Reads what is stored now, changes it and stores it: another Tern may have stored something meanwhile.
  func update(_ change: (inout Session) -> Void) throws(SessionError)
}
