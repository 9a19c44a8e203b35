extension TimelineError {
  /// The failure as a clause that ends a sentence: “can’t reach timeline.example”.
  public var clause: String {
    switch self {
    case .offline(_, .offlineMode): "Tern runs with --offline"
    case .offline(let host, _): "can’t reach \(host)"
    case .timedOut(let host, _): "\(host) took too long to respond"
    case .serverError(let host, let message), .refused(let host, let message):
      message.isEmpty ? "\(host) gave no reason" : "\(host) says “\(message.withoutFullStop)”"
    case .requestFailed(let host, let reason): "the request to \(host) failed: \(reason.withoutFullStop)"
    case .rateLimited(let host, let until): "rate limited by \(host) until \(LocalTime.clock(until))"
    case .sessionExpired(_, let host): "your session at \(host) has expired"
    case .untrustedHost(let host, _): "certificate problem at \(host)"
    case .webPage(let host, _): "\(host) sent a web page"
    case .redirected(let host, let other): "\(host) redirects to \(other), where you are not signed in"
    case .accountRequired(let host): "\(host) shows it only to those who are signed in there"
    case .unsupported: "this server does not support that"
    case .accountGone(let host, _, _): "the account no longer exists at \(host)"
    case .maintenance(let host, _): "\(host) is under maintenance"
    case .fileMissing(let path): "\(path) does not exist"
    case .fileUnreadable(let path, let reason): "\(path): \(reason.withoutFullStop)"
    case .postUnavailable(_, let reason): "the post \(reason.clause)"
    case .storeFailed(let error): error.clause
    case .cancelled: "it was cancelled"
    case .fileDamaged(let location): "\(location.path) is damaged at line \(location.line)"
    case .errorDocument(let path, _): "\(path) contains an error instead of posts"
    case .unknownFormat(let path, _): "\(path) is in an unknown format"
    case .unknownTimeline(let name, _): "there is no timeline “\(name)”"
    }
  }
}

extension OfflineCause {
  /// The cause as a clause about the host.
  public var clause: String {
    switch self {
    case .unknown: "the network is unavailable"
    case .offlineMode: "Tern runs with --offline"
    case .unknownHost: "its name could not be resolved"
    case .refused: "it refused the connection"
    case .noRoute: "there is no route to it"
    case .cut: "the connection broke"
    case .proxy: "the proxy can’t reach it"
    case .noTLS: "it does not support TLS"
    }
  }
}

extension StoreError {
  /// The failure as a clause that ends a sentence.
  public var clause: String {
    switch self {
    case .damaged: "the store was damaged"
    case .newer: "the store was written by a newer Tern"
    case .busy: "another Tern is using the store"
    case .unusable(_, let reason): reason.withoutFullStop
    }
  }
}
