/// Signs in to a server: the user types a server, then possibly a code.
public protocol SignInToServerUseCase: Sendable {
  /// Looks up a server and registers Tern there if necessary.
  /// - Parameter server: the server as the user types it.
  func beginSignIn(at server: String) async throws(ServerSignInError) -> ServerSignIn

  /// Waits until the browser returns. Can be cancelled at any time.
  func finishInBrowser(_ signIn: ServerSignIn) async throws(ServerSignInError) -> Account

  /// Finishes a sign-in with a code.
  /// - Parameter code: the code as the user typed or pasted it.
  /// - Throws: `wrongCode` without a request if it cannot be a code.
  func finishSignIn(_ signIn: ServerSignIn, code: String) async throws(ServerSignInError) -> Account

  /// Cancels a started sign-in.
  func cancel(_ signIn: ServerSignIn) async
}

public struct SignInToServer: SignInToServerUseCase {
  private let servers: any ServerSignInRepository

  public init(servers: any ServerSignInRepository) {
    self.servers = servers
  }

  public func beginSignIn(at server: String) async throws(ServerSignInError) -> ServerSignIn {
    try await servers.beginSignIn(at: server)
  }

  public func finishInBrowser(_ signIn: ServerSignIn) async throws(ServerSignInError) -> Account {
    try await servers.finishInBrowser(signIn)
  }

  public func finishSignIn(_ signIn: ServerSignIn, code: String) async throws(ServerSignInError) -> Account {
    guard let code = try? Secret(typed: code) else { throw .wrongCode(host: signIn.host) }
    return try await servers.finishSignIn(signIn, code: code)
  }

  public func cancel(_ signIn: ServerSignIn) async {
    await servers.cancel(signIn)
  }
}
