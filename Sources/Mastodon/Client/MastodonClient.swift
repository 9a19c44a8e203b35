import Domain
import Formats
import FoundationEssentials
import Network
import Runtime

/// Asks one server, in the name of one account or of nobody.
public final class MastodonClient: Sendable {
  /// Without a path.
  let server: HTTPAddress
  /// For people, and in handles.
  let host: String
  let clock: any WallClock
  let transport: any HTTPTransport
  let token: Secret?
  let failures: FailureReader
  let known = ServerCapabilityCache()
  private let limits = RateLimits()
  private let flights = SingleFlight<String, Result<ServerResponse, ServerFailure>>()

  /// - Parameters:
  ///   - server: its address; what stands behind the host does not matter.
  ///   - host: the server for people, and in handles.
  ///   - handle: whose token it is; nil where nobody has signed in yet.
  init(
    server: HTTPAddress, host: String? = nil, handle: String? = nil, token: Secret? = nil,
    transport: any HTTPTransport, clock: any WallClock
  ) {
    self.server = server.at()
    self.host = (host ?? server.authority).escapingControls
    self.token = token
    self.transport = transport
    self.clock = clock
    failures = FailureReader(host: self.host, handle: handle)
  }

  /// nil where the account is none of a server's, or its address is none.
  public convenience init?(
    account: Account, token: Secret, transport: any HTTPTransport, clock: any WallClock
  ) {
    guard case .server(let origin) = account.origin, let address = HTTPAddress(origin.address) else { return nil }
    self.init(
      server: address, host: origin.host, handle: account.profile.handle, token: token, transport: transport,
      clock: clock)
  }
}

extension MastodonClient {
  /// The domains of the server's own people: that of their handles, the host that is asked, and what the server calls
  /// itself.
  var localDomains: LocalDomains {
    LocalDomains([host, server.authority, known.abilities(now: clock.now)?.domain].compactMap(\.self))
  }

  /// Whether the server may be asked for what nobody has asked for.
  var hasRoom: Bool { limits.hasRoom(now: clock.now) }

  /// Asks for something. Who asks for the same while the answer is on its way shares it.
  /// - Parameter address: on this server.
  func get(_ address: HTTPAddress) async throws(ServerFailure) -> ServerResponse {
    let request = HTTPRequest(.get, address, headers: ["Accept": "application/json"], token: token)
    let answer = await flights.value(of: address.absoluteString) { [self] in await result(of: request) }
    guard let answer else { throw ServerFailure(error: .cancelled) }
    return try answer.get()
  }

  /// The value that a server has answered with.
  func value(at address: HTTPAddress) async throws(ServerFailure) -> JSONValue {
    try value(of: await get(address))
  }

  func value(of answer: ServerResponse) throws(ServerFailure) -> JSONValue {
    guard let json = answer.json else { throw failures.damaged(answer.status, expected: "something") }
    return json
  }

  /// Sends a form.
  func post(_ address: HTTPAddress, _ form: FormBody) async throws(ServerFailure) -> ServerResponse {
    try await send(.post, address, .form(form), isRepeatable: false)
  }

  /// Has the server do something.
  /// - Parameters:
  ///   - key: by which a server that keeps keys knows that it has been asked this before.
  ///   - isRepeatable: whether it comes to the same where it arrives twice.
  ///   - timeout: in seconds.
  func send(
    _ method: HTTPRequest.Method, _ address: HTTPAddress, _ body: RequestBody = .none, key: String? = nil,
    isRepeatable: Bool = true, timeout: Double = 30
  ) async throws(ServerFailure) -> ServerResponse {
    var request = HTTPRequest(
      method, address, headers: ["Accept": "application/json"], isRepeatable: isRepeatable, token: token,
      timeout: timeout)
    if let key { request.headers.add("Idempotency-Key", key) }
    body.write(to: &request)
    return try await result(of: request).get()
  }

  private func result(of request: HTTPRequest) async -> Result<ServerResponse, ServerFailure> {
    do throws(ServerFailure) {
      return .success(try await answer(to: request))
    } catch {
      return .failure(error.withoutSecrets([token].compactMap { $0 }))
    }
  }

  private func answer(to request: HTTPRequest) async throws(ServerFailure) -> ServerResponse {
    let budget = RateLimits.Budget(of: request)
    if let until = limits.wait(budget, now: clock.now) {
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
      let until = limits.refused(budget, until: RetryMoment.of(response, now: now), now: now)
      throw failures.failure(response, until: until, pause: until)
    }
    limits.answered(budget, RateLimit(of: response, now: now), now: now)
    return try answer(of: response, to: request, now: now)
  }

  private func answer(
    of response: HTTPResponse, to request: HTTPRequest, now: Date
  ) throws(ServerFailure) -> ServerResponse {
    guard response.isSuccess, !response.isWebPage else {
      var failure =
        response.isSuccess
        ? failures.page(response)
        : failures.failure(
          response, until: RetryMoment.of(response, now: now), pause: now.addingTimeInterval(60),
          isAboutToken: request.url.path == credentialsAddress.path)
      if !response.url.isSameOrigin(as: server) { failure.answeredBy = response.url.at() }
      throw failure
    }
    var answer = ServerResponse(
      status: response.status, links: LinkHeader(of: response), json: nil, url: response.url)
    if response.body.contains(where: { $0 > 0x20 }) {
      do throws(JSONFault) {
        answer.json = try JSONValue(whole: response.body)
      } catch {
        throw failures.damaged(response.status, error)
      }
    }
    return answer
  }
}
