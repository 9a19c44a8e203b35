import Domain
import FoundationEssentials

/// Why someone is not signed in to a server, in words: a pure function, for the form and for the command line.
public enum ServerSignInText {
  /// - Parameter now: when it was tried.
  public static func sentence(for error: ServerSignInError, now: Date) -> String {
    switch error {
    case .invalidServer(let text): "“\(text)” names no server. Type one such as mastodon.social."
    case .notSupported(let host, let answer):
      "\(host) does not answer as a server that Tern can speak to\(said(answer))."
    case .noRegistration(let host, let answer): "\(host) does not let programs register\(said(answer))."
    case .noConsentPage(let host):
      "\(host) has no page to sign in at. With a token that you make there: tern login \(host) --token -"
    case .refused(let host, let answer): "\(host) said no\(said(answer))."
    case .wrongCode(let host): "\(host) does not take this code. Each is good once, and for a few minutes."
    case .wrongToken(let host): "\(host) does not take this token."
    case .registrationForgotten(let host):
      "\(host) no longer knows the registration of Tern. Sign in once more: Tern registers again."
    case .credentials(let error): "The token cannot be kept. \(error.place): \(error.reason)".asSentence
    case .store(let error): sentence(for: .storeFailed(error), now: now)
    case .unavailable(.cancelled), .cancelled: stopped
    case .unavailable(let error): sentence(for: error, now: now)
    }
  }

  public static let stopped = "Signing in was stopped."

  private static func sentence(for error: TimelineError, now: Date) -> String {
    let wanted = EmptyReason.Wanted(owner: "", thing: "a session")
    let words = EmptyStateText(EmptyReason(error, wanted, lastTry: now, now: now))
    // Here nothing is asked by itself.
    if let until = error.retryDate { return "\(words.title). It answers again at \(LocalTime.moment(until, at: now))." }
    return "\(words.title). \(words.sentences.first ?? "")"
  }

  private static func said(_ answer: String) -> String { answer.isEmpty ? "" : ": “\(answer)”" }
}
