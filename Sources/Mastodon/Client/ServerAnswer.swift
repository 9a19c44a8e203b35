import Domain
import Formats
import Network

/// What a server has answered to a question that it understood.
struct ServerAnswer: Sendable {
  var status: Int
  var links: LinkHeader
  /// nil where it said nothing.
  var json: JSONValue?
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

  /// Whether the server does not know such a question, whatever it is about.
  var isUnknownQuestion: Bool { status == 404 || status == 405 || status == 501 }

  var isCancelled: Bool { error == .cancelled }
}
