import Domain
import EmptyState
import FoundationEssentials
import Runtime

/// Tells what becomes of the posts of an account that were sent.
@MainActor
final class OutboxWatch {
  private let say: (_ text: String, _ isFailure: Bool) -> Void
  private var hearing: Task<Void, Never>?
  /// What was on its way when that changed last.
  private(set) var entries: [OutboxEntry] = []
  private var waitingCount = 0

  init(
    _ publishing: any PublishingRepository, runner: TaskRunner,
    say: @escaping (_ text: String, _ isFailure: Bool) -> Void
  ) {
    self.say = say
    let news = publishing.outbox()
    hearing = runner.start(for: self) { [weak self] in
      for await change in news { self?.take(change) }
    }
  }

  deinit { hearing?.cancel() }

  private func take(_ news: OutboxNews) {
    switch news {
    case .entries(let entries):
      self.entries = entries
      sayWhatWaits()
    case .sent(_, .post): say("Sent.", false)
    case .sent(_, .scheduled(let moment)): say("It will be published at \(LocalTime.minute(moment)).", false)
    case .refused(_, let error): say("Not sent: \(error.words). It is a draft again.", true)
    case .uploading(_, let file, let share): say("File \(file + 1): \(Int(share * 100)) %", false)
    }
  }

  /// Once for each that has come to wait, and why.
  private func sayWhatWaits() {
    let failures = entries.compactMap { entry -> String? in
      switch entry.state {
      case .waiting(let error?): error.words
      case .needsPerson(.isOld): "it was sent more than a day ago"
      case .needsPerson(.mayHaveBeenSent): "it may be at the server already"
      case .waiting, .sending: nil
      }
    }
    defer { waitingCount = failures.count }
    guard failures.count > waitingCount, let reason = failures.last else { return }
    say("\(failures.count == 1 ? "1 post waits" : "\(failures.count) posts wait"): \(reason).", true)
  }
}

extension TimelineError {
  /// Why it is so, as a part of a sentence.
  fileprivate var words: String {
    switch self {
    case .offline(let host), .timedOut(let host, _): "\(host) does not answer"
    case .serverError(let host, let message), .refused(let host, let message): "\(host) says “\(message)”"
    case .rateLimited(let host, let until): "\(host) lets posts in again at \(LocalTime.clock(until))"
    case .sessionExpired(_, let host): "the session at \(host) has expired"
    case .untrustedHost(let host, _): "\(host) cannot prove who it is"
    case .webPage(let host, _): "\(host) answers with a web page"
    case .accountGone(let host, _, _): "the account is not at \(host) any more"
    case .maintenance(let host, _): "\(host) is being worked on"
    case .postUnavailable(_, let reason): "what it answers \(reason.clause)"
    case .fileMissing(let path): "\(path) is not there any more"
    case .fileUnreadable(let path, let reason): "\(path): \(reason)"
    default: name
    }
  }
}
