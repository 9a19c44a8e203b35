import Domain
import Formats
import FoundationEssentials
import Network
import Runtime
import Synchronization

/// A client of one server, for the account of its authorization.
public final class MastodonClient: Sendable {
  /// The address of the server, without a path.
  let server: HTTPAddress
  /// The host name for display and in handles.
  let host: String
  let clock: any WallClock
  let transport: any HTTPTransport
  private let authorization: any Authorization
  /// Whether it shows what the server shows to everyone, without an account.
  let isAnonymous: Bool
  /// The hosts that `get` may reach.
  private let hostPolicy: HostPolicy
  let failures: FailureReader
  let capabilityCache = ServerCapabilityCache()
  private let rateLimits = RateLimits()
  private let inFlight = SingleFlight<InFlightRequest, Result<ServerResponse, ServerFailure>>()
  private let tokenState = Mutex(TokenState())
  /// The time within which the account's own data is not requested again.
  private static let maxOwnAccountAge = Duration.seconds(10)
  /// The time within which reading requests rely on such a confirmation.
  private static let maxConfirmationAge = Duration.seconds(60)

  /// The key by which concurrent requests are coalesced.
  private struct InFlightRequest: Hashable {
    let address: String
    let token: Secret?
  }

  /// The token of the last request, and what is known of it.
  private struct TokenState {
    var token: Secret?
    /// When the server last accepted the token, although a response had rejected it.
    var confirmedAt: Date?
    /// The account's own data.
    var ownAccount: (value: JSONValue, at: Date)?
  }

  /// - Parameters:
  ///   - server: an address of the server. Its path is ignored.
  ///   - host: the host name for display and in handles.
  ///   - handle: the handle of the account; nil before signing in.
  ///   - isAnonymous: whether to show what the server shows to everyone, without an account.
  init(
    server: HTTPAddress, host: String? = nil, handle: String? = nil,
    authorization: any Authorization = FixedToken(nil), transport: any HTTPTransport, clock: any WallClock,
    hostPolicy: HostPolicy = .all, isAnonymous: Bool = false
  ) {
    self.isAnonymous = isAnonymous
    self.hostPolicy = hostPolicy
    self.server = server.at()
    self.host = (host ?? server.authority).escapingControls
    self.authorization = authorization
    self.transport = transport
    self.clock = clock
    failures = FailureReader(host: self.host, handle: handle, isAnonymous: isAnonymous)
  }

  /// A client without a token for what another server shows to everyone. It reaches public hosts only.
  /// - Parameter server: an address of the server.
  convenience init(publicServer server: HTTPAddress, transport: any HTTPTransport, clock: any WallClock) {
    self.init(server: server, transport: transport, clock: clock, hostPolicy: .publicNetwork(except: nil))
  }

  /// A client without a token, for what a server shows to everyone. It reaches that server and public hosts only.
  /// - Returns: nil if the server has an invalid address.
  public convenience init?(readerOf server: ServerOrigin, transport: any HTTPTransport, clock: any WallClock) {
    guard let address = HTTPAddress(server.address) else { return nil }
    self.init(
      server: address, host: server.host, transport: transport, clock: clock,
      hostPolicy: .publicNetwork(except: address), isAnonymous: true)
  }

  /// The client of an account, or of the reader of a server.
  /// - Returns: nil if the account does not belong to a server or has an invalid address.
  public convenience init?(
    account: Account, authorization: any Authorization, transport: any HTTPTransport, clock: any WallClock
  ) {
    guard case .server(let origin) = account.origin, let address = HTTPAddress(origin.address) else { return nil }
    if account.id.publicServer != nil {
      self.init(readerOf: origin, transport: transport, clock: clock)
    } else {
      self.init(
        server: address, host: origin.host, handle: account.profile.handle, authorization: authorization,
        transport: transport, clock: clock)
    }
  }
}

extension MastodonClient {
  /// The domains of local accounts: that of the handles, the requested host, and the domain that the server states.
  var localDomains: LocalDomains {
    LocalDomains([host, server.authority, capabilityCache.capabilities(now: clock.now)?.domain].compactMap(\.self))
  }

  /// Whether the rate limit allows requests that the user has not initiated.
  var hasSpareRequests: Bool { rateLimits.hasSpareRequests(now: clock.now) }

  /// Performs a GET request. Concurrent requests for the same address share one response.
  /// - Parameters:
  ///   - address: an address of this server.
  ///   - maxBodyBytes: the maximum size of a large response, whose `body` is to be read in parts; nil for others.
  func get(_ address: HTTPAddress, maxBodyBytes: Int? = nil) async throws(ServerFailure) -> ServerResponse {
    try await withToken { token in await get(address, maxBodyBytes: maxBodyBytes, with: token) }
  }

  private func get(
    _ address: HTTPAddress, maxBodyBytes: Int? = nil, with token: Secret?
  ) async -> Result<ServerResponse, ServerFailure> {
    var request = HTTPRequest(.get, address, headers: ["Accept": "application/json"], token: token)
    request.hostPolicy = hostPolicy
    request.maxBodyBytes = maxBodyBytes
    let key = InFlightRequest(address: address.absoluteString, token: token)
    return await inFlight.value(of: key) { [self, request] in await result(of: request) }
      ?? .failure(ServerFailure(error: .cancelled))
  }

  /// Performs a GET request to an endpoint that a server may lack or refuse. After such a response it is not requested
  /// again for a day.
  /// - Parameter address: an address whose path has no ID.
  /// - Throws: the last failure if the endpoint is not requested.
  func get(
    _ address: HTTPAddress, of feature: ServerCapabilityCache.Feature
  ) async throws(ServerFailure) -> ServerResponse {
    if let failure = capabilityCache.lastFailure(of: feature, now: clock.now) { throw failure }
    do throws(ServerFailure) {
      return try await get(address)
    } catch  where error.lacksEndpoint {
      capabilityCache.markUnsupported(feature, error, now: clock.now)
      throw error
    }
  }

  /// The JSON value of a GET request to an endpoint that a server may not have; see `get(_:of:)`.
  func value(
    at address: HTTPAddress, of feature: ServerCapabilityCache.Feature
  ) async throws(ServerFailure) -> JSONValue {
    try value(of: await get(address, of: feature))
  }

  /// The JSON value of a GET request.
  func value(at address: HTTPAddress) async throws(ServerFailure) -> JSONValue {
    try value(of: await get(address))
  }

  func value(of response: ServerResponse) throws(ServerFailure) -> JSONValue {
    guard let json = response.json else { throw failures.unexpectedResponse(response.status, expected: "content") }
    return json
  }

  /// The account's own data, requested unless that was done seconds ago: the timelines and the defaults for posts need
  /// it at the start.
  func ownAccount() async throws(ServerFailure) -> JSONValue {
    if let (value, date) = tokenState.withLock(\.ownAccount), clock.isWithin(Self.maxOwnAccountAge, of: date) {
      return value
    }
    let value = try await value(at: credentialsAddress)
    let now = clock.now
    tokenState.withLock { $0.ownAccount = (value, now) }
    return value
  }

  func post(_ address: HTTPAddress, _ form: FormBody) async throws(ServerFailure) -> ServerResponse {
    try await send(.post, address, .form(form), isRepeatable: false)
  }

  /// Performs a request that changes something.
  /// - Parameters:
  ///   - key: the idempotency key, for servers that support it.
  ///   - isRepeatable: whether the request is idempotent.
  ///   - timeout: in seconds.
  func send(
    _ method: HTTPRequest.Method, _ address: HTTPAddress, _ body: RequestBody = .none, key: String? = nil,
    isRepeatable: Bool = true, timeout: Double = 30
  ) async throws(ServerFailure) -> ServerResponse {
    var request = HTTPRequest(
      method, address, headers: ["Accept": "application/json"], isRepeatable: isRepeatable, timeout: timeout)
    if let key { request.headers.add("Idempotency-Key", key) }
    body.write(to: &request)
    // The account's own data may have been changed.
    defer { if method == .patch { tokenState.withLock { $0.ownAccount = nil } } }
    return try await withToken { [request] token in
      var request = request
      request.token = token
      return await result(of: request)
    }
  }

  private func result(of request: HTTPRequest) async -> Result<ServerResponse, ServerFailure> {
    do throws(ServerFailure) {
      let response = try await response(to: request)
      authorization.serverDidRespond()
      return .success(response)
    } catch {
      let failure = await failureAfterTokenCheck(error, of: request)
      if failure.isRefusal { authorization.serverDidRespond() }
      return .failure(failure.withoutSecrets([request.token].compactMap { $0 }))
    }
  }

  private func response(to request: HTTPRequest) async throws(ServerFailure) -> ServerResponse {
    let budget = RateLimits.Budget(of: request)
    if let until = rateLimits.blockedUntil(budget, now: clock.now) {
      throw ServerFailure(status: 429, error: .rateLimited(host: host, until: until), mayHaveArrived: false)
    }
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.response(to: request)
    } catch {
      throw failures.failure(error)
    }
    let now = clock.now
    guard response.status != 429 else {
      let until = rateLimits.recordRefusal(budget, until: RetryAfter.date(response, now: now), now: now)
      throw failures.failure(response, until: until, pause: until)
    }
    rateLimits.recordResponse(budget, RateLimit(of: response, now: now), now: now)
    return try parse(response, to: request, now: now)
  }

  private func parse(
    _ response: HTTPResponse, to request: HTTPRequest, now: Date
  ) throws(ServerFailure) -> ServerResponse {
    guard response.isSuccess, !response.isWebPage else {
      var failure =
        response.isSuccess
        ? failures.page(response)
        : failures.failure(
          response, until: RetryAfter.date(response, now: now), pause: now.addingTimeInterval(60),
          isAboutToken: request.url.path == credentialsAddress.path)
      if !response.url.isSameOrigin(as: server) { failure.respondingOrigin = response.url.at() }
      throw failure
    }
    var parsed = ServerResponse(
      status: response.status, links: LinkHeader(of: response), json: nil, url: response.url)
    if request.maxBodyBytes != nil {
      parsed.body = response.body
    } else if response.body.contains(where: { $0 > 0x20 }) {
      do throws(JSONFault) {
        parsed.json = try JSONValue(whole: response.body)
      } catch {
        throw failures.unexpectedResponse(response.status, error)
      }
    }
    return parsed
  }
}

// MARK: - The token

extension MastodonClient {
  /// The token for the next request. If it has changed, the capabilities and rate limits of the one before are
  /// discarded.
  func token() async throws(ServerFailure) -> Secret? {
    let token: Secret?
    do throws(TimelineError) {
      token = try await authorization.token()
    } catch {
      throw ServerFailure(error: error, mayHaveArrived: false)
    }
    let isReplaced = tokenState.withLock { state in
      guard state.token != token else { return false }
      let isReplaced = state.token != nil
      state = TokenState(token: token)
      return isReplaced
    }
    if isReplaced {
      capabilityCache.reset()
      rateLimits.reset()
    }
    return token
  }

  /// Whether a token that the server has rejected was replaced, so that the request is to be repeated once.
  func renew(after token: Secret?) async -> Bool {
    guard let token else { return false }
    return await authorization.renew(after: token)
  }

  /// Performs a request with the token, and once more with another one if the server has rejected it.
  private func withToken(
    _ request: (Secret?) async -> Result<ServerResponse, ServerFailure>
  ) async throws(ServerFailure) -> ServerResponse {
    let token = try await token()
    do throws(ServerFailure) {
      return try await request(token).get()
    } catch {
      guard error.endsSession, await renew(after: token) else { throw error }
      return try await request(try await self.token()).get()
    }
  }

  /// The failure of a request, after the account was requested if the response rejects the token: if the server accepts
  /// the token there, the failure concerns this endpoint only.
  func failureAfterTokenCheck(_ failure: ServerFailure, of request: HTTPRequest) async -> ServerFailure {
    guard failure.endsSession, let refusal = failure.refusal, let token = request.token,
      request.url.path != credentialsAddress.path
    else { return failure }
    do throws(ServerFailure) {
      try await confirm(token, isCachedEnough: request.method == .get)
    } catch  where error.isInconclusive {
      return ServerFailure(error: error.error, mayHaveArrived: false)
    } catch {
      return failure
    }
    var refused = failure
    refused.endsSession = false
    refused.error = refusal
    return refused
  }

  /// - Parameter isCachedEnough: whether to rely on a recent confirmation.
  private func confirm(_ token: Secret, isCachedEnough: Bool) async throws(ServerFailure) {
    let state = tokenState.withLock(\.self)
    if isCachedEnough, state.token == token, let confirmedAt = state.confirmedAt,
      clock.isWithin(Self.maxConfirmationAge, of: confirmedAt)
    {
      return
    }
    _ = try await get(credentialsAddress, with: token).get()
    let now = clock.now
    tokenState.withLock { if $0.token == token { $0.confirmedAt = now } }
  }
}
