import Domain
import Formats
import FoundationEssentials
import Network

/// Says what an answer that says no means for the person.
struct FailureReader {
  /// Longer words than these are no sentence.
  private static let maxWords = 300

  /// The server, for people.
  let host: String
  /// Whose session it is; nil where nobody has signed in yet.
  let handle: String?

  /// Why nothing came.
  func failure(_ error: HTTPError) -> ServerFailure {
    ServerFailure(error: timelineError(error), mayHaveArrived: error.mayHaveArrived)
  }

  private func timelineError(_ error: HTTPError) -> TimelineError {
    switch error {
    // The server as people know it, with its port where it has one of its own.
    case .unreachable(_, let reason): .offline(host: host, OfflineCause(reason))
    case .timedOut(_, let seconds), .notConnected(_, let seconds): .timedOut(host: host, seconds: seconds)
    case .untrusted(_, let reason): .untrustedHost(host: host, reason: reason.escapingControls)
    // Who leads away from a server's own address, or out of HTTPS, stands between it and us.
    case .badRedirect(let host): .webPage(host: host.escapingControls, title: "")
    case .redirected(_, let other, _): .redirected(host: host, to: other.authority.escapingControls)
    case .notPublic(let host):
      .serverError(host: host.escapingControls, message: "It is on this machine or in its own network.")
    case .tooLarge(let host, let limit):
      .serverError(host: host.escapingControls, message: "The answer is longer than \(max(1, limit >> 20)) MiB.")
    case .malformed(let host, let reason):
      .serverError(host: host.escapingControls, message: reason.escapingControls)
    case .noTransport(let reason): .serverError(host: host, message: reason.escapingControls)
    case .fileUnreadable(let error): TimelineError(error)
    case .cancelled: .cancelled
    }
  }

  /// What an answer with a status that says no means.
  /// - Parameters:
  ///   - until: when the server may be asked again, in its words; nil where it does not say.
  ///   - pause: when to ask again where it does not say, and has asked for patience.
  ///   - isAboutToken: whether the server was asked whose token it is, and nothing else. snac answers that with 422 and an
  ///     empty body where it does not know the token (mastoapi.c, `/v1/accounts/verify_credentials`).
  func failure(
    _ response: HTTPResponse, until: Date?, pause: Date, isAboutToken: Bool = false
  ) -> ServerFailure {
    let isPage = response.isWebPage
    let document = isPage ? nil : try? JSONValue(whole: response.body)
    let words = document.flatMap(Self.words)
    var failure = ServerFailure(
      status: response.status, code: document?["error"]?.text, isPage: isPage, error: .cancelled,
      mayHaveArrived: !(400..<500).contains(response.status))
    failure.endsSession =
      SessionEnd.isNotified(by: response, words: words ?? document?["error"]?.text)
      || isAboutToken && response.status == 422
    failure.limitNumbers = isPage ? nil : LimitRefusal.numbers(in: response)
    failure.refusesClient = ClientRefusal.isNotified(by: response)
    failure.namesMissingThing = failure.isGone && words.map(MissingResource.isNamed) ?? false
    failure.error =
      switch response.status {
      case _ where failure.endsSession:
        handle.map { .sessionExpired(handle: $0, host: host) }
          ?? .refused(host: host, message: words ?? Self.phrase(response.status))
      case 429: .rateLimited(host: host, until: until ?? pause)
      case 503 where until != nil: .maintenance(host: host, until: until)
      case 503 where isPage && Self.isMaintenance(response.body): .maintenance(host: host, until: nil)
      case 410 where !isPage: .accountGone(host: host, message: words ?? Self.phrase(410), movedTo: nil)
      case 502, 503, 504, 520...526:
        .serverError(host: host, message: words ?? page(response, isPage) ?? Self.phrase(response.status))
      case _ where isPage: .webPage(host: host, title: HTMLTitle.title(of: response.body))
      case 500...: .serverError(host: host, message: words ?? Self.phrase(response.status))
      case 400..<500: .refused(host: host, message: words ?? Self.phrase(response.status))
      // A redirection that leads nowhere.
      default: .webPage(host: host, title: "")
      }
    return failure
  }

  /// A web page where an answer should be.
  func page(_ response: HTTPResponse) -> ServerFailure {
    let title = HTMLTitle.title(of: response.body)
    return ServerFailure(status: response.status, isPage: true, error: .webPage(host: host, title: title))
  }

  /// An answer that is none.
  func damaged(_ status: Int, expected: String) -> ServerFailure {
    ServerFailure(
      status: status,
      error: .serverError(host: host, message: "What came is no answer: there should be \(expected)."))
  }

  func damaged(_ status: Int, _ fault: JSONFault) -> ServerFailure {
    damaged(status, expected: "\(fault.expected) in line \(fault.line), column \(fault.column)")
  }
}

extension FailureReader {
  private func page(_ response: HTTPResponse, _ isPage: Bool) -> String? {
    let title = isPage ? HTMLTitle.title(of: response.body) : ""
    return title.isEmpty ? nil : title
  }

  /// `{"error", "error_description"}` (documentation, entities/Error), and what Laravel and Phoenix make of that.
  private static func words(of document: JSONValue) -> String? {
    let error = document["error"]
    let words =
      document["error_description"]?.name ?? error?.name ?? error?["detail"]?.name ?? error?["message"]?.name
      ?? document["message"]?.name ?? document["errors"]?["detail"]?.name
    return words.map { $0.count > maxWords ? $0.prefix(maxWords - 1) + "…" : $0 }
  }

  /// For an answer that says nothing besides its status.
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
  /// Whether it is for a browser. Servers that answer well and name it badly are believed by what they say.
  var isWebPage: Bool {
    let first = body.first { $0 > 0x20 }
    if first == UInt8(ascii: "<") { return true }
    let type = headers["Content-Type"]?.lowercased() ?? ""
    return type.hasPrefix("text/html") && first != nil && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
  }
}

extension TimelineError {
  /// Why a file cannot be sent.
  init(_ error: UploadFileError) {
    self =
      error.isMissing
      ? .fileMissing(path: error.path) : .fileUnreadable(path: error.path, reason: error.reason)
  }
}

extension OfflineCause {
  init(_ reason: HTTPError.Unreachable) {
    self =
      switch reason {
      case .unknownHost: .unknownHost
      case .refused: .refused
      case .noRoute: .noRoute
      case .cut, .brokenOff: .cut
      case .proxy: .proxy
      case .noTLS: .noTLS
      }
  }
}
