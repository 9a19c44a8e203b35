import Domain
import Formats
import Network

/// What a server has answered to a question that it understood.
struct ServerResponse: Sendable {
  var status: Int
  var links: LinkHeader
  /// nil where it said nothing.
  var json: JSONValue?
  /// Who answered in the end: another origin where the server redirected there.
  var url: HTTPAddress
}

/// Why a server has no answer to a question.
struct ServerFailure: Error, Hashable, Sendable {
  /// nil where no answer came at all.
  var status: Int?
  /// The name of what is wrong, where the server has one: `invalid_grant` (RFC 6749, 5.2).
  var code: String?
  /// Whether it was a web page that came.
  var isPage = false
  /// For the person.
  var error: TimelineError
  /// Whether the server may have done what it was asked for, all the same.
  var mayHaveArrived = true
  /// Whether the server says that the token is not good, whatever the status.
  var endsSession = false
  /// Set where the server says that it gives no more at once: the numbers that it names.
  var limitNumbers: [Int]?
  /// Whether the server says that it does not know the client.
  var refusesClient = false
  /// Whether the server names a thing that is not there; other answers with 404 may be about the call itself.
  var namesMissingThing = false
  /// Who answered, where the server redirected to another origin.
  var answeredBy: HTTPAddress?

  /// Whether the server does not know such a question, whatever it is about.
  var isUnknownQuestion: Bool { status == 404 || status == 405 || status == 501 }

  /// Whether the server surely does not know the call: the method is not allowed, or not implemented.
  var isUnknownCall: Bool { status == 405 || status == 501 }

  /// Whether it is either what the call is about that is not there, or the call.
  var isMissing: Bool { isGone || isUnknownCall }

  var isCancelled: Bool { error == .cancelled }
}

extension ServerFailure {
  /// Some servers repeat in their answer what they were sent.
  func withoutSecrets(_ secrets: [Secret]) -> ServerFailure {
    // What is shorter opens nothing, and stands in other words.
    let secrets = secrets.filter { $0.revealed.utf8.count >= 6 }
    func clean(_ words: String) -> String {
      secrets.reduce(words) { $0.replacing($1.revealed, with: "…") }
    }
    var failure = self
    failure.code = code.map(clean)
    switch error {
    case .refused(let host, let message): failure.error = .refused(host: host, message: clean(message))
    case .serverError(let host, let message): failure.error = .serverError(host: host, message: clean(message))
    case .webPage(let host, let title): failure.error = .webPage(host: host, title: clean(title))
    case .accountGone(let host, let message, let movedTo):
      failure.error = .accountGone(host: host, message: clean(message), movedTo: movedTo)
    default: break
    }
    return failure
  }
}
