import Domain
import Formats
import FoundationEssentials
import Network

/// Converts transport errors and error responses to failures for the user.
struct FailureReader {
  /// The maximum length of a server's message, in characters.
  private static let maxMessageLength = 300

  /// The host name to display.
  let host: String
  /// The account's handle; nil before signing in.
  let handle: String?
  /// Whether the host is read without an account, so that a refusal means that it requires one.
  var isAnonymous = false

  /// The failure for a request without a response.
  func failure(_ error: HTTPError) -> ServerFailure {
    ServerFailure(error: timelineError(error), mayHaveArrived: error.mayHaveArrived)
  }

  private func timelineError(_ error: HTTPError) -> TimelineError {
    switch error {
    // The host as displayed, with a non-standard port.
    case .unreachable(_, let reason): .offline(host: host, OfflineCause(reason))
    case .timedOut(_, let seconds), .notConnected(_, let seconds): .timedOut(host: host, seconds: seconds)
    case .untrusted(_, let reason): .untrustedHost(host: host, reason: reason.escapingControls)
    // A redirect away from the server, or out of HTTPS, comes from a captive portal or proxy.
    case .badRedirect(let host): .webPage(host: host.escapingControls, title: "")
    case .redirected(_, let other, _): .redirected(host: host, to: other.authority.escapingControls)
    case .notPublic(let host):
      .requestFailed(host: host.escapingControls, reason: "The address is on a private network.")
    case .tooLarge(let host, let limit):
      .requestFailed(host: host.escapingControls, reason: "The response is larger than \(max(1, limit >> 20)) MiB.")
    case .malformed(let host, let reason):
      .requestFailed(host: host.escapingControls, reason: reason.escapingControls)
    case .noTransport(let reason): .requestFailed(host: host, reason: reason.escapingControls)
    case .fileUnreadable(let error): TimelineError(error)
    case .cancelled: .cancelled
    }
  }

  /// The failure for an error response.
  /// - Parameters:
  ///   - until: when the server allows the next request; nil if it does not say.
  ///   - pause: the fallback for rate limits without a date.
  ///   - isAboutToken: whether the request only verified the token. snac responds with 422 and an empty body to an
  ///     unknown token (mastoapi.c, `/v1/accounts/verify_credentials`).
  func failure(
    _ response: HTTPResponse, until: Date?, pause: Date, isAboutToken: Bool = false
  ) -> ServerFailure {
    let isPage = response.isWebPage
    let document = isPage ? nil : try? JSONValue(whole: response.body)
    let message = document.flatMap(Self.message)
    var failure = ServerFailure(
      status: response.status, code: document?["error"]?.text, isPage: isPage, error: .cancelled,
      mayHaveArrived: !(400..<500).contains(response.status))
    failure.endsSession =
      SessionEnd.isReported(by: response, message: message ?? document?["error"]?.text)
      || isAboutToken && response.status == 422
    failure.pageLimitNumbers = isPage ? nil : LimitRefusal.numbers(in: response)
    failure.refusesClient = ClientRefusal.isReported(by: response)
    failure.namesMissingResource = failure.isNotFound && message.map(MissingResource.isNamed) ?? false
    if failure.endsSession {
      failure.refusal =
        isPage
        ? .webPage(host: host, title: HTMLTitle.title(of: response.body))
        : .refused(host: host, message: message ?? Self.phrase(response.status))
    }
    failure.error =
      switch response.status {
      case _ where isAnonymous && !isPage && [401, 403, 422].contains(response.status): .accountRequired(host: host)
      case _ where failure.endsSession:
        handle.map { .sessionExpired(handle: $0, host: host) }
          ?? .refused(host: host, message: message ?? Self.phrase(response.status))
      case 429: .rateLimited(host: host, until: until ?? pause)
      case 503 where until != nil: .maintenance(host: host, until: until)
      case 503 where isPage && Self.isMaintenance(response.body): .maintenance(host: host, until: nil)
      case 410 where !isPage: .accountGone(host: host, message: message ?? Self.phrase(410), movedTo: nil)
      case 502, 503, 504, 520...526:
        .serverError(host: host, message: message ?? pageTitle(response, isPage) ?? Self.phrase(response.status))
      case _ where isPage: .webPage(host: host, title: HTMLTitle.title(of: response.body))
      case 500...: .serverError(host: host, message: message ?? Self.phrase(response.status))
      case 400..<500: .refused(host: host, message: message ?? Self.phrase(response.status))
      // A redirection without a target.
      default: .webPage(host: host, title: "")
      }
    return failure
  }

  /// The failure for a web page instead of an API response.
  func page(_ response: HTTPResponse) -> ServerFailure {
    let title = HTMLTitle.title(of: response.body)
    return ServerFailure(status: response.status, isPage: true, error: .webPage(host: host, title: title))
  }

  /// The failure for a response that cannot be used.
  func unexpectedResponse(_ status: Int, expected: String) -> ServerFailure {
    ServerFailure(
      status: status,
      error: .requestFailed(host: host, reason: "The response is invalid: expected \(expected)."))
  }

  func unexpectedResponse(_ status: Int, _ fault: JSONFault) -> ServerFailure {
    unexpectedResponse(status, expected: "\(fault.expected) in line \(fault.line), column \(fault.column)")
  }
}

extension FailureReader {
  private func pageTitle(_ response: HTTPResponse, _ isPage: Bool) -> String? {
    let title = isPage ? HTMLTitle.title(of: response.body) : ""
    return title.isEmpty ? nil : title
  }

  /// The message in `{"error", "error_description"}` (documentation, entities/Error), and in the variants of Laravel
  /// and Phoenix.
  private static func message(of document: JSONValue) -> String? {
    let error = document["error"]
    let message =
      document["error_description"]?.name ?? error?.name ?? error?["detail"]?.name ?? error?["message"]?.name
      ?? document["message"]?.name ?? document["errors"]?["detail"]?.name
    return message.map { $0.count > maxMessageLength ? $0.prefix(maxMessageLength - 1) + "…" : $0 }
  }

  /// The reason phrase of a status, for responses without a message.
  private static func phrase(_ status: Int) -> String {
    let phrases = [
      400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 406: "Not Acceptable",
      409: "Conflict", 410: "Gone", 418: "I’m a teapot", 422: "Unprocessable Content", 500: "Internal Server Error",
      501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
    return phrases[status].map { "\(status) \($0)" } ?? "Status \(status)"
  }

  private static func isMaintenance(_ page: [UInt8]) -> Bool {
    String(decoding: page.prefix(1 << 14), as: UTF8.self).lowercased().contains("maintenance")
  }
}

extension HTTPResponse {
  /// Whether the response is a web page. The content counts more than the content type, which some servers set wrongly.
  var isWebPage: Bool {
    let first = body.first { $0 > 0x20 }
    if first == UInt8(ascii: "<") { return true }
    let type = headers["Content-Type"]?.lowercased() ?? ""
    return type.hasPrefix("text/html") && first != nil && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
  }
}

extension TimelineError {
  /// The error for a file that cannot be uploaded.
  init(_ error: UploadFileError) {
    self =
      error.isMissing
      ? .fileMissing(path: error.path) : .fileUnreadable(path: error.path, reason: error.reason)
  }
}

extension OfflineCause {
  init(_ reason: HTTPError.UnreachableReason) {
    self =
      switch reason {
      case .unknownHost: .unknownHost
      case .refused: .refused
      case .noRoute: .noRoute
      case .cut, .handshakeFailed: .cut
      case .proxy: .proxy
      case .noTLS: .noTLS
      case .offlineMode: .offlineMode
      }
  }
}
