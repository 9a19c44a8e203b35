extension TimelineError {
  /// Why something was not done at a server, or waits, as the end of a sentence: “timeline.example does not answer”.
  public var clause: String {
    switch self {
    case .offline(let host, .notAsked): "\(host) is not asked"
    case .offline(let host, _): "\(host) does not answer"
    case .timedOut(let host, _): "\(host) does not answer in time"
    case .serverError(let host, let message), .refused(let host, let message):
      message.isEmpty ? "\(host) does not say why" : "\(host) says “\(message.withoutFullStop)”"
    case .rateLimited(let host, let until): "\(host) asks for patience until \(LocalTime.clock(until))"
    case .sessionExpired(_, let host): "the session at \(host) has expired"
    case .untrustedHost(let host, _): "\(host) cannot prove who it is"
    case .webPage(let host, _): "\(host) answers with a web page"
    case .redirected(let host, let other): "\(host) redirects to \(other), where you are not signed in"
    case .unsupported: "this server does not do that"
    case .accountGone(let host, _, _): "the account is not at \(host) any more"
    case .maintenance(let host, _): "\(host) is being worked on"
    case .fileMissing(let path): "there is no file \(path)"
    case .fileUnreadable(let path, let reason): "\(path): \(reason.withoutFullStop)"
    case .postUnavailable(_, let reason): "the post that it is about \(reason.clause)"
    case .storeFailed(let error): error.clause
    case .cancelled: "it was withdrawn"
    case .fileDamaged(let place): "\(place.path) is damaged at line \(place.line)"
    case .errorDocument(let path, _): "\(path) holds an error instead of posts"
    case .unknownFormat(let path, _): "\(path) is in no format that Tern knows"
    case .unknownTimeline(let name, _): "there is no timeline “\(name)”"
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
    case .unusable(_, let reason): reason.withoutFullStop
    }
  }
}
