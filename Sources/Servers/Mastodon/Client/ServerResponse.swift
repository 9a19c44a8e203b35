import Domain
import Formats
import Network

/// A successful response.
struct ServerResponse: Sendable {
  var status: Int
  var links: LinkHeader
  /// nil if the response is empty, or of a request for a large one.
  var json: JSONValue?
  /// Of a request for a large response, else empty.
  var body: [UInt8] = []
  /// The address that responded: of another origin if the server redirected.
  var url: HTTPAddress
}

/// The reason that a request failed.
struct ServerFailure: Error, Hashable, Sendable {
  /// nil if there was no response.
  var status: Int?
  /// The error code, if the server gave one: `invalid_grant` (RFC 6749, 5.2).
  var code: String?
  /// Whether the response is a web page.
  var isPage = false
  var error: TimelineError
  /// Whether the server may still have processed the request.
  var mayHaveArrived = true
  /// Whether the response rejects the token, whatever its status.
  var endsSession = false
  /// The error if the response rejects a valid token, and so concerns its endpoint only.
  var refusal: TimelineError?
  /// The numbers in a response that refuses the page size.
  var pageLimitNumbers: [Int]?
  /// Whether the response rejects the client ID.
  var refusesClient = false
  /// Whether the response names a missing resource. Other responses with 404 may concern the endpoint.
  var namesMissingResource = false
  /// The origin that responded, if the server redirected to another one.
  var respondingOrigin: HTTPAddress?

  /// Whether the server may not know the endpoint.
  var isUnknownEndpoint: Bool { status == 404 || status == 405 || status == 501 }

  /// Whether the server certainly does not know the endpoint: the method is not allowed or not implemented.
  var isUnsupportedMethod: Bool { status == 405 || status == 501 }

  /// Whether the server refuses the endpoint to a valid token: for lack of scopes, or because of a proxy.
  var isRefusedEndpoint: Bool { (status == 401 || status == 403) && !endsSession }

  /// Whether the server lacks an endpoint whose path has no ID, or refuses it: a later request would not change that. A
  /// page with status 403 may be a proxy’s check of the client, which is temporary.
  var lacksEndpoint: Bool { isUnknownEndpoint || isRefusedEndpoint && !(isPage && status == 403) }

  /// Whether the resource or the endpoint is missing.
  var isMissingOrUnsupported: Bool { isNotFound || isUnsupportedMethod }

  /// Whether the server itself has refused the request, rather than a network or a proxy.
  var isRefusal: Bool { if case .refused = error { status != nil } else { false } }

  var isCancelled: Bool { error == .cancelled }

  /// Whether the response, or its absence, says nothing about the token.
  var isInconclusive: Bool { status.map { $0 == 429 || $0 >= 500 } ?? true }
}

extension ServerFailure {
  /// The failure with secrets removed, since some servers repeat what was sent.
  func withoutSecrets(_ secrets: [Secret]) -> ServerFailure {
    // Shorter ones occur in other words.
    let secrets = secrets.filter { $0.revealed.utf8.count >= 6 }
    func clean(_ words: String) -> String {
      secrets.reduce(words) { $0.replacing($1.revealed, with: "…") }
    }
    var failure = self
    failure.code = code.map(clean)
    switch error {
    case .refused(let host, let message): failure.error = .refused(host: host, message: clean(message))
    case .serverError(let host, let message): failure.error = .serverError(host: host, message: clean(message))
    case .requestFailed(let host, let reason): failure.error = .requestFailed(host: host, reason: clean(reason))
    case .webPage(let host, let title): failure.error = .webPage(host: host, title: clean(title))
    case .accountGone(let host, let message, let movedTo):
      failure.error = .accountGone(host: host, message: clean(message), movedTo: movedTo)
    default: break
    }
    return failure
  }
}

/// Performs requests, and throws the error for the user in place of a `ServerFailure`.
func withTimelineError<Value>(
  _ request: () async throws(ServerFailure) -> Value
) async throws(TimelineError) -> Value {
  do throws(ServerFailure) {
    return try await request()
  } catch {
    throw error.error
  }
}
