import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit

/// Decides what the person is told of the posts of an account that were sent, whichever screen is in front.
@MainActor
public final class OutboxNotices {
  private let keymap: Observed<Keymap>
  private let say: (_ text: String, _ isFailure: Bool) -> Void
  private let didPublish: (Post) -> Void
  /// Whether anything goes out.
  private let sends: Bool
  private var hearing: Task<Void, Never>?
  /// Why each of those waits that the person has been told of.
  private var told: [DraftID: String] = [:]
  /// Those that the person has just wanted to be tried: what comes of that is said, also where it is what was said before.
  private var asked: Set<DraftID> = []
  /// What was said last of a file on its way, in tenths.
  private var lastShare: Share?

  private struct Share: Hashable {
    let entry: DraftID
    let file: Int
    let tenths: Int
  }

  /// - Parameter didPublish: told of each post, or edit of one, that the server has taken.
  public init(
    _ publishing: any PublishingRepository, keymap: Observed<Keymap>, runner: TaskRunner,
    say: @escaping (_ text: String, _ isFailure: Bool) -> Void, didPublish: @escaping (Post) -> Void = { _ in }
  ) {
    self.keymap = keymap
    sends = publishing.sends
    self.say = say
    self.didPublish = didPublish
    let news = publishing.outbox()
    hearing = runner.start(for: self) { [weak self] in
      for await change in news { self?.take(change) }
    }
  }

  deinit { hearing?.cancel() }

  /// A post is on its way.
  /// - Parameter delay: for how long it can be taken back, in seconds.
  public func didSend(delay: Double) {
    guard sends else { return say("It waits: \(OutboxText.notSending).", false) }
    guard delay > 0 else { return say("It goes out.", false) }
    let remedy = keymap.value.sentence(SourceCommands.takeBack, "takes it back")
    say("It goes out in \(Int(delay)) s." + (remedy.isEmpty ? "" : " \(remedy)."), false)
  }

  /// The person wants something tried now that waits.
  /// - Parameter entry: nil: all that waits.
  public func profileConfirmation(for entry: DraftID? = nil) {
    if let entry { asked.insert(entry) } else { asked.formUnion(told.keys) }
  }

  /// It is no draft again.
  /// - Parameter error: nil where it was too late.
  public static func isIrreversible(_ error: StoreError?) -> String {
    error.map { "It could not be taken back: \($0.clause)." } ?? "It has gone out already."
  }
}

extension OutboxNotices {
  private func take(_ news: OutboxNews) {
    switch news {
    case .entries(let entries): showWaitingNotice(among: entries)
    case .sent(_, .post(let post)):
      didPublish(post)
      say("Sent.", false)
    case .sent(_, .scheduled(let moment)): say("It will be published at \(LocalTime.minute(moment)).", false)
    case .lost(_, let losses):
      if let words = losses.words { say(words, true) }
    case .refused(_, let error): say("Not sent: \(error.clause). It is a draft again." + remedy, true)
    case .uploading(let entry, let file, let share):
      let part = Share(entry: entry, file: file, tenths: Int(max(0, min(share, 1)) * 10))
      guard part != lastShare else { return }
      lastShare = part
      say("File \(file + 1): \(OutboxText.percent(share))", false)
    }
  }

  /// Once for each that has come to wait, and again when that is for another reason.
  private func showWaitingNotice(among entries: [OutboxEntry]) {
    let waiting = entries.filter { $0.reason != nil }
    for entry in entries where entry.reason == nil && asked.remove(entry.id) != nil { told[entry.id] = nil }
    let news = waiting.filter { told[$0.id] != $0.reason }
    // What is tried once more waits all the time.
    let kept = told.filter { id, _ in entries.contains { $0.id == id } }
    told = waiting.reduce(into: kept) { $0[$1.id] = $1.reason }
    guard let last = news.last, let reason = last.reason else { return }
    let asking = entries.filter { if case .needsPerson = $0.state { true } else { false } }
    if case .needsPerson = last.state {
      let who = asking.count == 1 ? "1 post needs" : "\(asking.count) posts need"
      return say("\(who) your word: \(reason)." + remedy, true)
    }
    let count = waiting.count - asking.count
    say("\(count == 1 ? "1 post waits" : "\(count) posts wait"): \(reason).", true)
  }

  /// “ D shows what waits.”
  private var remedy: String {
    let sentence = keymap.value.sentence(PostActionCommands.outgoing, "shows drafts and what waits")
    return sentence.isEmpty ? "" : " \(sentence)."
  }
}

extension OutboxEntry {
  /// Why it does not go out, as the end of a sentence; nil where nothing is in its way.
  fileprivate var reason: String? {
    switch state {
    case .waiting(let error): error?.clause
    case .needsPerson(.isOld): "it was sent more than a day ago"
    case .needsPerson(.mayHaveBeenSent): "it may be at the server already"
    case .sending: nil
    }
  }
}
