/// Signs in to a server: what a person types there is a server first, then perhaps a code.
public protocol SignInToServerUseCase: Sendable {
  /// - Parameter server: as a person types it.
  func begin(at server: String) async throws(ServerSignInError) -> ServerSignIn

  /// Waits until the browser comes back. It can be cancelled at any moment.
  func finishInBrowser(_ signIn: ServerSignIn) async throws(ServerSignInError) -> Account

  /// - Parameter code: as a person has typed or pasted it.
  /// - Throws: `wrongCode` where it can be none; the server is not asked then.
  func finish(_ signIn: ServerSignIn, code: String) async throws(ServerSignInError) -> Account

  /// Nobody waits for this sign-in any more.
  func giveUp(_ signIn: ServerSignIn) async
}

public struct SignInToServer: SignInToServerUseCase {
  private let servers: any ServerSignInRepository

  public init(servers: any ServerSignInRepository) {
    self.servers = servers
  }

  public func begin(at server: String) async throws(ServerSignInError) -> ServerSignIn {
    try await servers.begin(at: server)
  }

  public func finishInBrowser(_ signIn: ServerSignIn) async throws(ServerSignInError) -> Account {
    try await servers.finishInBrowser(signIn)
  }

  public func finish(_ signIn: ServerSignIn, code: String) async throws(ServerSignInError) -> Account {
    guard let code = try? Secret(typed: code) else { throw .wrongCode(host: signIn.host) }
    return try await servers.finish(signIn, code: code)
  }

  public func giveUp(_ signIn: ServerSignIn) async {
    await servers.giveUp(signIn)
  }
}
