import Domain
import Formats
import Network
import Runtime

extension MastodonSignIn {
  /// The code for a token, and the token for an account.
  func redeem(_ code: Secret, of signIn: PendingSignIn, redirect: String) async throws(ServerSignInError) -> Account {
    let server = signIn.server
    let client = client(server.address, host: server.host)
    var items: [HTTPAddress.QueryItem] = [
      .init("grant_type", "authorization_code"), .init("code", code.revealed),
      .init("client_id", signIn.registration.id), .init("redirect_uri", redirect),
      .init("scope", signIn.registration.scopes),
    ]
    if let secret = signIn.registration.secret { items.append(.init("client_secret", secret.revealed)) }
    if let key = signIn.key { items.append(.init("code_verifier", key.verifier.revealed)) }
    let token: Secret
    do throws(ServerFailure) {
      let answer = try await client.post(server.endpoints.token, FormBody(items))
      let value = try client.value(of: answer)
      guard let text = value["access_token"]?.text, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw client.failures.damaged(answer.status, expected: "an access_token")
      }
      token = Secret(text)
    } catch {
      throw await refusal(error, of: signIn, code: code)
    }
    await finish(signIn.registration, at: server)
    do throws(ServerSignInError) {
      let account = try await open(token, at: server, of: signIn.registration)
      await begun.remove(signIn.id)?.redirect?.close()
      return account
    } catch {
      // Nobody knows the token but its server: it is to forget it as well.
      await forget(token, at: server, signIn.registration)
      throw error
    }
  }

  /// Whose token it is; token and account are kept. One that was kept of the account before is taken back then, and stays
  /// where this one cannot be kept.
  /// - Parameter registration: what the token was issued to; nil for one that a person has made.
  func open(
    _ token: Secret, at server: DiscoveredServer, of registration: ClientRegistration? = nil
  ) async throws(ServerSignInError) -> Account {
    let account = try await owner(of: token, at: server)
    let before: Secret?
    let issuer = await self.registration(of: account.id, at: server)
    do throws(CredentialError) {
      before = try await credentials.token(of: account.id)
    } catch {
      throw .credentials(error)
    }
    if Task.isCancelled { throw .cancelled }
    do throws(ServerSignInError) {
      try await keep(token, of: account)
    } catch {
      await putBack(before, of: account.id)
      throw error
    }
    if let before, before.revealed != token.revealed { await forget(before, at: server, issuer) }
    await keep(registration, of: account.id)
    return account
  }

  /// What the token of an account was issued to: only that may take it back (RFC 7009, 2.1).
  private func registration(of account: AccountID, at server: DiscoveredServer) async -> ClientRegistration? {
    if let issuer = try? await credentials.registration(at: account.key) { return issuer }
    return try? await credentials.registration(at: server.address.authority)
  }

  private func keep(_ registration: ClientRegistration?, of account: AccountID) async {
    guard var registration else { return _ = try? await credentials.removeRegistration(at: account.key) }
    registration.isUnfinished = false
    try? await credentials.store(registration, at: account.key)
  }

  private func keep(_ token: Secret, of account: Account) async throws(ServerSignInError) {
    do throws(CredentialError) {
      try await credentials.store(token, of: account.id)
    } catch {
      throw .credentials(error)
    }
    if Task.isCancelled { throw .cancelled }
    do throws(StoreError) {
      try await accounts.add(account)
    } catch {
      throw .store(error)
    }
  }

  private func putBack(_ token: Secret?, of account: AccountID) async {
    await Task(executorPreference: currentTaskExecutor) {
      if let token {
        try? await credentials.store(token, of: account)
      } else {
        try? await credentials.removeToken(of: account)
      }
    }.value
  }

  /// Has the server forget a token, also where nobody waits for the sign-in any more.
  private func forget(_ token: Secret, at server: DiscoveredServer, _ registration: ClientRegistration?) async {
    await Task(executorPreference: currentTaskExecutor) { _ = await revoke(token, at: server, registration) }.value
  }

  private func owner(of token: Secret, at server: DiscoveredServer) async throws(ServerSignInError) -> Account {
    let client = client(server.address, host: server.host, token: token)
    do throws(ServerFailure) {
      let value = try await client.value(at: client.credentialsAddress)
      let told = MastodonStatusReader(host: server.host).profile(value)
      let name = (value["username"]?.text ?? value["acct"]?.text)?.prefix { $0 != "@" } ?? ""
      guard var profile = told, !name.isEmpty else { throw client.failures.damaged(200, expected: "an account") }
      // No server says that its people are another server's.
      profile.handle = "\(name)@\(server.host)"
      return Account(
        id: .mastodon(profile.handle.lowercased()), profile: profile,
        origin: .server(ServerOrigin(host: server.host, address: server.address.origin)))
    } catch  where error.endsSession {
      throw .wrongToken(host: server.host)
    } catch {
      throw ServerSignInError(error.withoutSecrets([token]), at: server.host)
    }
  }

  private func refusal(
    _ failure: ServerFailure, of signIn: PendingSignIn, code: Secret
  ) async -> ServerSignInError {
    let host = signIn.server.host
    let secrets = [code, signIn.registration.secret, signIn.key?.verifier].compactMap { $0 }
    let failure = failure.withoutSecrets(secrets)
    switch (failure.status, failure.code) {
    case _ where failure.refusesClient && failure.status.map { 400..<500 ~= $0 } ?? false:
      await forget(signIn.registration, at: signIn.server)
      await begun.remove(signIn.id)?.redirect?.close()
      return .registrationForgotten(host: host)
    case (_, "invalid_grant"):
      await finish(signIn.registration, at: signIn.server)
      return .wrongCode(host: host)
    case (_, "access_denied"): break
    case (400, _), (401, _): return .wrongCode(host: host)
    default: break
    }
    return ServerSignInError(failure, at: host)
  }
}

extension MastodonSignIn {
  @discardableResult
  public func signOut(
    of account: AccountID, forgetsPosts: Bool
  ) async throws(ServerSignInError) -> TimelineError? {
    let token: Secret?
    do throws(CredentialError) {
      token = try await credentials.token(of: account)
    } catch {
      throw .credentials(error)
    }
    var refusal: TimelineError?
    if let token { refusal = try await takeBack(token, of: account) }
    do throws(CredentialError) {
      try await credentials.removeToken(of: account)
    } catch {
      throw .credentials(error)
    }
    guard forgetsPosts else { return refusal }
    do throws(StoreError) {
      try await accounts.remove(account)
    } catch {
      throw .store(error)
    }
    return refusal
  }

  /// - Returns: why the server did not take it back.
  private func takeBack(_ token: Secret, of account: AccountID) async throws(ServerSignInError) -> TimelineError? {
    let known: Account?
    do throws(StoreError) {
      known = try await accounts.accounts().first { $0.id == account }
    } catch {
      throw .store(error)
    }
    guard case .server(let origin)? = known?.origin, let address = HTTPAddress(origin.address) else { return nil }
    let endpoints = DiscoveredServer.Endpoints(
      authorization: address.at("oauth", "authorize"), token: address.at("oauth", "token"),
      revocation: address.at("oauth", "revoke"))
    let server = DiscoveredServer(address: address, host: origin.host, endpoints: endpoints)
    let refusal = await revoke(token, at: server, await registration(of: account, at: server))
    _ = try? await credentials.removeRegistration(at: account.key)
    return refusal
  }

  /// - Returns: why the server did not take it back.
  private func revoke(
    _ token: Secret, at server: DiscoveredServer, _ registration: ClientRegistration?
  ) async -> TimelineError? {
    var items = [HTTPAddress.QueryItem("token", token.revealed)]
    if let registration { items.append(.init("client_id", registration.id)) }
    if let secret = registration?.secret { items.append(.init("client_secret", secret.revealed)) }
    do throws(ServerFailure) {
      _ = try await client(server.address, host: server.host).post(server.endpoints.revocation, FormBody(items))
      await checkRegistration(at: server)
      return nil
    } catch {
      return error.withoutSecrets([token, registration?.secret].compactMap { $0 }).error
    }
  }
}
