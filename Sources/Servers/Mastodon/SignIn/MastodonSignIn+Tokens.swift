import Domain
import Formats
import Network
import Runtime

extension MastodonSignIn {
  /// Exchanges an authorization code for a token and adds the account.
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
      let response = try await client.post(server.endpoints.token, FormBody(items))
      let value = try client.value(of: response)
      guard let text = value["access_token"]?.text, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw client.failures.unexpectedResponse(response.status, expected: "an access_token")
      }
      token = Secret(text)
    } catch {
      throw await refusal(error, of: signIn, code: code)
    }
    await markFinished(signIn.registration, at: server)
    do throws(ServerSignInError) {
      let account = try await addAccount(with: token, at: server, of: signIn.registration)
      await pendingSignIns.remove(signIn.id)?.redirect?.close()
      return account
    } catch {
      // The token is not stored: revoke it.
      await revokeUncancelled(token, at: server, signIn.registration)
      throw error
    }
  }

  /// Stores a token and its account. A previous token of the account is revoked afterwards; if storing fails, it stays.
  /// - Parameter registration: the client that the token was issued to; nil for a token that the user entered.
  func addAccount(
    with token: Secret, at server: DiscoveredServer, of registration: ClientRegistration? = nil
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
      try await store(token, of: account)
    } catch {
      await restore(before, of: account.id)
      throw error
    }
    if let before, before.revealed != token.revealed { await revokeUncancelled(before, at: server, issuer) }
    await store(registration, of: account.id)
    return account
  }

  /// The client that an account's token was issued to: only that may revoke it (RFC 7009, 2.1).
  private func registration(of account: AccountID, at server: DiscoveredServer) async -> ClientRegistration? {
    if let issuer = try? await credentials.registration(at: account.key) { return issuer }
    return try? await credentials.registration(at: server.address.authority)
  }

  private func store(_ registration: ClientRegistration?, of account: AccountID) async {
    guard var registration else { return _ = try? await credentials.removeRegistration(at: account.key) }
    registration.isUnfinished = false
    try? await credentials.store(registration, at: account.key)
  }

  private func store(_ token: Secret, of account: Account) async throws(ServerSignInError) {
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

  private func restore(_ token: Secret?, of account: AccountID) async {
    await Task(executorPreference: currentTaskExecutor) {
      if let token {
        try? await credentials.store(token, of: account)
      } else {
        try? await credentials.removeToken(of: account)
      }
    }.value
  }

  /// Revokes a token, even if the sign-in was cancelled.
  private func revokeUncancelled(_ token: Secret, at server: DiscoveredServer, _ registration: ClientRegistration?)
    async
  {
    await Task(executorPreference: currentTaskExecutor) { _ = await revoke(token, at: server, registration) }.value
  }

  private func owner(of token: Secret, at server: DiscoveredServer) async throws(ServerSignInError) -> Account {
    let client = client(server.address, host: server.host, token: token)
    do throws(ServerFailure) {
      let value = try await client.value(at: client.credentialsAddress)
      let found = MastodonStatusReader(host: server.host).profile(value)
      let name = (value["username"]?.text ?? value["acct"]?.text)?.prefix { $0 != "@" } ?? ""
      guard var profile = found, !name.isEmpty else {
        throw client.failures.unexpectedResponse(200, expected: "an account")
      }
      // Accounts are always local to their server.
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
      await discard(signIn.registration, at: signIn.server)
      await pendingSignIns.remove(signIn.id)?.redirect?.close()
      return .registrationExpired(host: host)
    case (_, "invalid_grant"):
      await markFinished(signIn.registration, at: signIn.server)
      return .wrongCode(host: host)
    case (_, "access_denied"): break
    case (400, _), (401, _): return .wrongCode(host: host)
    default: break
    }
    return ServerSignInError(failure, at: host)
  }
}

extension MastodonSignIn {
  /// Signs out of an account and revokes its token.
  /// - Parameter removesPosts: whether the account and its cached posts are removed as well.
  /// - Returns: the error if the server did not revoke the token.
  @discardableResult
  public func signOut(
    of account: AccountID, removesPosts: Bool
  ) async throws(ServerSignInError) -> TimelineError? {
    let token: Secret?
    do throws(CredentialError) {
      token = try await credentials.token(of: account)
    } catch {
      throw .credentials(error)
    }
    var refusal: TimelineError?
    if let token { refusal = try await revokeToken(token, of: account) }
    do throws(CredentialError) {
      try await credentials.removeToken(of: account)
    } catch {
      throw .credentials(error)
    }
    guard removesPosts else { return refusal }
    do throws(StoreError) {
      try await accounts.remove(account)
    } catch {
      throw .store(error)
    }
    return refusal
  }

  /// Revokes the token of an account.
  /// - Returns: the error if the server did not revoke it.
  private func revokeToken(_ token: Secret, of account: AccountID) async throws(ServerSignInError) -> TimelineError? {
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

  /// - Returns: the error if the server did not revoke the token.
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
