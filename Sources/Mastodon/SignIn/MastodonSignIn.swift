import Domain
import Formats
import FoundationEssentials
import Network
import Runtime

/// Signs in to servers that speak Mastodon's API (documentation, methods/apps and methods/oauth), and out of them.
public struct MastodonSignIn: ServerSignInRepository {
  let transport: any HTTPTransport
  let clock: any WallClock
  let credentials: any CredentialRepository
  let accounts: any ServerAccountRepository
  let listener: (any RedirectListener)?
  let random: @Sendable (Int) -> [UInt8]
  let begun = PendingSignIns()

  /// - Parameter listener: waits for browsers; nil where none can come to this machine.
  public init(
    transport: any HTTPTransport, clock: any WallClock, credentials: any CredentialRepository,
    accounts: any ServerAccountRepository, listener: (any RedirectListener)?
  ) {
    self.init(
      transport: transport, clock: clock, credentials: credentials, accounts: accounts, listener: listener,
      random: [UInt8].random)
  }

  /// - Parameter random: that many bytes that nobody can guess.
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
  public func begin(at server: String) async throws(ServerSignInError) -> ServerSignIn {
    let found = try await found(server)
    var signIn = try await newSignIn(at: found, registersAnew: false)
    var page = await consentPage(of: signIn)
    if page != .isThere, !signIn.isNewlyRegistered {
      // Once: where a new registration fares no better, it was not that.
      await signIn.redirect?.close()
      signIn = try await newSignIn(at: found, registersAnew: true)
      page = await consentPage(of: signIn)
    }
    if Task.isCancelled || page == .isMissing && !found.endpoints.areNamed {
      await signIn.redirect?.close()
      throw Task.isCancelled ? .cancelled : .noConsentPage(host: found.host)
    }
    let asksAnew = await hasAccount(at: found)
    if let forgotten = begun.add(signIn) { await forgotten.redirect?.close() }
    return ServerSignIn(
      id: signIn.id, host: found.host,
      browserAddress: signIn.redirect.map { signIn.address(redirect: $0.address.absoluteString, asksAnew: asksAnew) },
      codeAddress: signIn.address(redirect: PendingSignIn.codeRedirect, asksAnew: asksAnew),
      redirect: found.redirectingHost.map { .init(from: $0, to: found.address.authority) })
  }

  private func newSignIn(
    at server: DiscoveredServer, registersAnew: Bool
  ) async throws(ServerSignInError) -> PendingSignIn {
    let registered = try await registration(at: server, registersAnew: registersAnew)
    var redirect = registered.redirect
    if let known = redirect, !registered.registration.redirects.contains(known.address.absoluteString) {
      await known.close()
      redirect = nil
    }
    return PendingSignIn(
      id: random(16).base64URL, server: server, registration: registered.registration,
      isNewlyRegistered: registered.isNew, key: server.endpoints.provesKeys ? ProofKey(random: random(32)) : nil,
      state: random(16).base64URL, redirect: redirect)
  }

  public func finishInBrowser(_ signIn: ServerSignIn) async throws(ServerSignInError) -> Account {
    guard let begun = begun[signIn.id], let redirect = begun.redirect else {
      throw .wrongCode(host: signIn.host)
    }
    let state = begun.state
    // Whoever does not know the state has not come from this sign-in.
    let items = await redirect.query { items in items.contains { $0.name == "state" && $0.value == state } }
    guard let items, !Task.isCancelled else { throw .cancelled }
    func value(_ name: String) -> String? {
      items.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }
    guard let code = value("code") else {
      await giveUp(signIn)
      if ["invalid_client", "unauthorized_client", "invalid_application"].contains(value("error")) {
        await forget(begun.registration, at: begun.server)
        throw .registrationForgotten(host: signIn.host)
      }
      // Whoever says no in the browser has seen a page of this registration.
      await finish(begun.registration, at: begun.server)
      let words = value("error_description") ?? value("error") ?? ""
      throw .refused(host: signIn.host, answer: String(words.prefix(300)).escapingControls)
    }
    return try await redeem(Secret(code), of: begun, redirect: redirect.address.absoluteString)
  }

  public func finish(_ signIn: ServerSignIn, code: Secret) async throws(ServerSignInError) -> Account {
    let typed = code.revealed.split(whereSeparator: \.isWhitespace).joined()
    guard let begun = begun[signIn.id], !typed.isEmpty else { throw .wrongCode(host: signIn.host) }
    return try await redeem(Secret(typed), of: begun, redirect: PendingSignIn.codeRedirect)
  }

  public func signIn(at server: String, token: Secret) async throws(ServerSignInError) -> Account {
    let found = try await found(server)
    let typed = Secret(token.revealed.split(whereSeparator: \.isWhitespace).joined())
    // Whatever else is in it belongs in no header.
    guard !typed.revealed.isEmpty, typed.revealed.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw .wrongToken(host: found.host)
    }
    return try await open(typed, at: found)
  }

  public func giveUp(_ signIn: ServerSignIn) async {
    await begun.remove(signIn.id)?.redirect?.close()
  }
}

extension MastodonSignIn {
  func client(_ address: HTTPAddress, host: String? = nil, token: Secret? = nil) -> MastodonClient {
    MastodonClient(server: address, host: host, token: token, transport: transport, clock: clock)
  }

  func found(_ typed: String) async throws(ServerSignInError) -> DiscoveredServer {
    guard let address = ServerName.address(of: typed) else {
      throw .invalidServer(String(typed.prefix(120)).escapingControls)
    }
    var found = try await ServerDiscovery { address in client(address) }.find(address)
    if !found.address.isSameOrigin(as: address) { found.redirectingHost = address.authority }
    return found
  }

  /// Who has an account there already is asked for name and password again, and may give another one's.
  private func hasAccount(at server: DiscoveredServer) async -> Bool {
    let origin = server.address.origin
    let known = try? await accounts.accounts()
    return known?.contains { account in
      guard case .server(let server) = account.origin else { return false }
      return HTTPAddress(server.address)?.origin == origin
    } ?? false
  }
}
