extension TimelineError {
  /// Why something was not done at a server, or waits, as the end of a sentence: “timeline.example does not answer”.
  public var clause: String {
    switch self {
    case .offline(let host, .notAsked): "\(host) is not asked"
    case .offline(let host, _): "\(host) does not answer"
    case .timedOut(let host, _): "\(host) does not answer in time"
    case .serverError(let host, let message), .refused(let host, let message):
      message.isEmpty ? "\(host) does not say why" : "\(host) says “\(message)”"
    case .rateLimited(let host, let until): "\(host) asks for patience until \(LocalTime.clock(until))"
    case .sessionExpired(_, let host): "the session at \(host) has expired"
    case .untrustedHost(let host, _): "\(host) cannot prove who it is"
    case .webPage(let host, _): "\(host) answers with a web page"
    case .accountGone(let host, _, _): "the account is not at \(host) any more"
    case .maintenance(let host, _): "\(host) is being worked on"
    case .fileMissing(let path): "there is no file \(path)"
    case .fileUnreadable(let path, let reason): "\(path): \(reason)"
    case .postUnavailable(_, let reason): "the post that it is about \(reason.clause)"
    case .storeFailed(let error): error.clause
    case .cancelled: "it was withdrawn"
    case .fileDamaged, .errorDocument, .unknownFormat, .unknownTimeline: "it could not be done"
    }
  }
}

extension OfflineCause {
  /// What goes on from “Tern asked for Home”, or stands by itself.
  public var clause: String {
    switch self {
    case .unknown: "the network said no"
    case .notAsked: "no server is asked, as --offline says"
    case .unknownHost: "no address is known for its name"
    case .refused: "it refused the connection"
    case .noRoute: "the network does not lead there"
    case .cut: "the connection broke"
    case .proxy: "the proxy does not lead there"
    case .noTLS: "it does not speak TLS"
    }
  }
}

extension StoreError {
  /// Why something was not kept, as the end of a sentence.
  public var clause: String {
    switch self {
    case .damaged(let path, _): "\(path) was damaged"
    case .newer(let path): "\(path) is of a newer Tern"
    case .busy(let path): "another Tern is at work on \(path)"
    case .unusable(_, let reason): reason
    }
  }
}
