import Domain
import Formats
import FoundationEssentials
import Network
import Runtime

/// Signing in to and out of servers with Mastodon's API (documentation, methods/apps and methods/oauth).
public struct MastodonSignIn: ServerSignInRepository {
  let transport: any HTTPTransport
  let clock: any WallClock
  let credentials: any CredentialRepository
  let accounts: any ServerAccountRepository
  let listener: (any RedirectListener)?
  let random: @Sendable (Int) -> [UInt8]
  let pendingSignIns = PendingSignIns()

  /// - Parameter listener: waits for redirects of browsers; nil if none can reach this computer.
  public init(
    transport: any HTTPTransport, clock: any WallClock, credentials: any CredentialRepository,
    accounts: any ServerAccountRepository, listener: (any RedirectListener)?
  ) {
    self.init(
      transport: transport, clock: clock, credentials: credentials, accounts: accounts, listener: listener,
      random: [UInt8].random)
  }

  /// - Parameter random: returns a number of cryptographically secure random bytes.
  init(
    transport: any HTTPTransport, clock: any WallClock, credentials: any CredentialRepository,
    accounts: any ServerAccountRepository, listener: (any RedirectListener)?,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.transport = transport
    self.clock = clock
    self.credentials = credentials
    self.accounts = accounts
    self.listener = listener
    self.random = random
  }
}

extension MastodonSignIn {
  public func beginSignIn(at server: String) async throws(ServerSignInError) -> ServerSignIn {
    let found = try await discoverServer(server)
    var signIn = try await newSignIn(at: found, forcesRegistration: false)
    var page = await consentPage(of: signIn)
    if page != .available, !signIn.isNewlyRegistered {
      // Once: if a new registration fails as well, this was not the cause.
      await signIn.redirect?.close()
      signIn = try await newSignIn(at: found, forcesRegistration: true)
      page = await consentPage(of: signIn)
    }
    if Task.isCancelled || page == .missing && !found.endpoints.areAdvertised {
      await signIn.redirect?.close()
      throw Task.isCancelled ? .cancelled : .noConsentPage(host: found.host)
    }
    let forcesLogin = await hasAccount(at: found)
    if let forgotten = pendingSignIns.add(signIn) { await forgotten.redirect?.close() }
    return ServerSignIn(
      id: signIn.id, host: found.host,
      browserAddress: signIn.redirect.map {
        signIn.address(redirect: $0.address.absoluteString, forcesLogin: forcesLogin)
      },
      codeAddress: signIn.address(redirect: PendingSignIn.codeRedirect, forcesLogin: forcesLogin),
      redirect: found.redirectingHost.map { .init(from: $0, to: found.address.authority) })
  }

  private func newSignIn(
    at server: DiscoveredServer, forcesRegistration: Bool
  ) async throws(ServerSignInError) -> PendingSignIn {
    let registered = try await registration(at: server, forcesRegistration: forcesRegistration)
    var redirect = registered.redirect
    if let known = redirect, !registered.registration.redirects.contains(known.address.absoluteString) {
      await known.close()
      redirect = nil
    }
    return PendingSignIn(
      id: random(16).base64URL, server: server, registration: registered.registration,
      isNewlyRegistered: registered.isNew, key: server.endpoints.supportsPKCE ? ProofKey(random: random(32)) : nil,
      state: random(16).base64URL, redirect: redirect)
  }

  public func finishInBrowser(_ signIn: ServerSignIn) async throws(ServerSignInError) -> Account {
    guard let pending = pendingSignIns[signIn.id], let redirect = pending.redirect else {
      throw .wrongCode(host: signIn.host)
    }
    let state = pending.state
    // A redirect with another state is not from this sign-in.
    let items = await redirect.query { items in items.contains { $0.name == "state" && $0.value == state } }
    guard let items, !Task.isCancelled else { throw .cancelled }
    func value(_ name: String) -> String? {
      items.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }
    guard let code = value("code") else {
      await cancel(signIn)
      if ["invalid_client", "unauthorized_client", "invalid_application"].contains(value("error")) {
        await discard(pending.registration, at: pending.server)
        throw .registrationExpired(host: signIn.host)
      }
      // Refusing consent shows that the registration is valid.
      await markFinished(pending.registration, at: pending.server)
      let message = value("error_description") ?? value("error") ?? ""
      throw .refused(host: signIn.host, answer: String(message.prefix(300)).escapingControls)
    }
    return try await redeem(Secret(code), of: pending, redirect: redirect.address.absoluteString)
  }

  public func finishSignIn(_ signIn: ServerSignIn, code: Secret) async throws(ServerSignInError) -> Account {
    let typed = code.revealed.split(whereSeparator: \.isWhitespace).joined()
    guard let pending = pendingSignIns[signIn.id], !typed.isEmpty else { throw .wrongCode(host: signIn.host) }
    return try await redeem(Secret(typed), of: pending, redirect: PendingSignIn.codeRedirect)
  }

  public func signIn(at server: String, token: Secret) async throws(ServerSignInError) -> Account {
    let found = try await discoverServer(server)
    let typed = Secret(token.revealed.split(whereSeparator: \.isWhitespace).joined())
    // Other characters are not allowed in a header.
    guard !typed.revealed.isEmpty, typed.revealed.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw .wrongToken(host: found.host)
    }
    return try await addAccount(with: typed, at: found)
  }

  public func cancel(_ signIn: ServerSignIn) async {
    await pendingSignIns.remove(signIn.id)?.redirect?.close()
  }
}

extension MastodonSignIn {
  func client(_ address: HTTPAddress, host: String? = nil, token: Secret? = nil) -> MastodonClient {
    MastodonClient(
      server: address, host: host, authorization: FixedToken(token), transport: transport, clock: clock)
  }

  /// The server that the user entered.
  func discoverServer(_ typed: String) async throws(ServerSignInError) -> DiscoveredServer {
    guard let address = ServerName.address(of: typed) else {
      throw .invalidServer(String(typed.prefix(120)).escapingControls)
    }
    var found = try await ServerDiscovery { address in client(address) }.find(address)
    if !found.address.isSameOrigin(as: address) { found.redirectingHost = address.authority }
    return found
  }

  /// Whether there is an account at the server already. Then the server is asked to prompt for credentials, so that
  /// another account can be added.
  private func hasAccount(at server: DiscoveredServer) async -> Bool {
    let origin = server.address.origin
    let known = try? await accounts.accounts()
    return known?.contains { account in
      guard case .server(let server) = account.origin else { return false }
      return HTTPAddress(server.address)?.origin == origin
    } ?? false
  }
}
