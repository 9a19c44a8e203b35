import Domain
import FoundationEssentials

/// The messages for failed sign-ins, for the form and the command line.
public enum ServerSignInText {
  /// - Parameter now: when the sign-in failed.
  public static func sentence(for error: ServerSignInError, now: Date) -> String {
    switch error {
    case .invalidServer(let text): "“\(text)” is not a server name. Type one like mastodon.social."
    case .notSupported(let host, let answer): "\(host) is not a server that Tern supports\(quoted(answer))."
    case .noRegistration(let host, let answer): "\(host) does not let apps register\(quoted(answer))."
    case .noConsentPage(let host):
      "\(host) has no sign-in page. Create a token there and run: tern login \(host) --token -"
    case .refused(let host, let answer): "\(host) denied access\(quoted(answer))."
    case .wrongCode(let host): "\(host) rejected the code. Codes work once, and only for a few minutes."
    case .wrongToken(let host): "\(host) rejected the token."
    case .registrationExpired(let host):
      "\(host) no longer knows this app. Sign in again to register it."
    case .credentials(let error): "Could not save the token. \(error.location): \(error.reason)".asSentence
    case .store(let error): sentence(for: .storeFailed(error), now: now)
    case .unavailable(.cancelled), .cancelled: stopped
    case .unavailable(let error): sentence(for: error, now: now)
    }
  }

  public static let stopped = "Sign-in cancelled."

  private static func sentence(for error: TimelineError, now: Date) -> String {
    let subject = EmptyReason.Subject(owner: "", contentName: "your account")
    let text = EmptyStateText(EmptyReason(error, subject, lastTry: now, now: now))
    // There is no automatic retry here.
    if let until = error.retryDate { return "\(text.title). Try again at \(LocalTime.moment(until, at: now))." }
    return "\(text.title). \(text.sentences.first ?? "")"
  }

  private static func quoted(_ answer: String) -> String { answer.isEmpty ? "" : ": “\(answer)”" }
}
