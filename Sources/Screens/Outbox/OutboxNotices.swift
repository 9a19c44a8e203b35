import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit

/// Notifies the user about the sent posts of an account, on whichever screen is frontmost.
@MainActor
public final class OutboxNotices {
  private let keymap: Observed<Keymap>
  private let announce: (_ text: String, _ severity: Severity) -> Void
  private let withdraw: (_ text: String) -> Void
  private let replace: (_ text: String, _ new: String) -> Void
  private let didPublish: (Post) -> Void
  /// The message about waiting entries that was last shown; nil if none is waiting.
  private var waitingMessage: String?
  /// The message about a refused post that was last shown.
  private var refusalMessage: String?
  /// Whether posts are sent at all; false with `--offline`.
  private let canSend: Bool
  private var observation: Task<Void, Never>?
  private let clock: any WallClock
  private let runner: TaskRunner
  /// Counts down to the sending of a post.
  private var countdown: Task<Void, Never>?
  /// The post that was sent last; nil if none was sent since launch.
  public private(set) var lastSent: Post?
  /// The reason that was last shown for each waiting entry.
  private var reportedReasons: [DraftID: String] = [:]
  /// The entries that the user asked to send again. Their next result is shown even if the reason is the same.
  private var retriedEntries: Set<DraftID> = []
  /// The upload progress that was last shown.
  private var lastShare: UploadShare?

  private struct UploadShare: Hashable {
    let entry: DraftID
    let file: Int
    let tenths: Int
  }

  /// - Parameters:
  ///   - announce: shows a message.
  ///   - withdraw: removes a message whose cause no longer exists.
  ///   - replace: replaces a message, if it is still shown.
  ///   - didPublish: called with each post, new or edited, that the server has accepted.
  public init(
    _ publishing: any PublishingRepository, keymap: Observed<Keymap>, clock: any WallClock, runner: TaskRunner,
    announce: @escaping (_ text: String, _ severity: Severity) -> Void,
    withdraw: @escaping (_ text: String) -> Void = { _ in },
    replace: @escaping (_ text: String, _ new: String) -> Void = { _, _ in },
    didPublish: @escaping (Post) -> Void = { _ in }
  ) {
    self.keymap = keymap
    self.clock = clock
    self.runner = runner
    self.replace = replace
    canSend = publishing.canSend
    self.announce = announce
    self.withdraw = withdraw
    self.didPublish = didPublish
    let events = publishing.outboxEvents()
    observation = runner.start(for: self) { [weak self] in
      for await event in events { self?.apply(event) }
    }
  }

  deinit {
    observation?.cancel()
    countdown?.cancel()
  }

  /// Shows that a post was added to the outbox.
  /// - Parameter delay: the time in which sending can be undone, in seconds.
  public func didSend(delay: Double) {
    guard canSend else { return announce("Waiting to send: \(OutboxText.offlineReason).", .notice) }
    guard delay > 0 else { return announce(Self.sendingMessage, .notice) }
    announce(sendingMessage(seconds: Int(delay)), .notice)
    countdown?.cancel()
    countdown = runner.start(for: self) { [weak self, clock] in
      for left in stride(from: Int(delay) - 1, through: 0, by: -1) {
        guard (try? await clock.sleep(seconds: 1)) != nil, !Task.isCancelled, let self else { return }
        replace(sendingMessage(seconds: left + 1), left == 0 ? Self.sendingMessage : sendingMessage(seconds: left))
      }
    }
  }

  private static let sendingMessage = "Sending…"

  private func sendingMessage(seconds: Int) -> String {
    "Sending in \(seconds) s".followed(by: keymap.value.sentence(SourceCommands.undo, "undo"))
  }

  /// Shows the next result even if its reason was shown before. Call this when the user asks to send again.
  /// - Parameter entry: the entry that is sent again; nil for all waiting entries.
  public func reportNextResult(for entry: DraftID? = nil) {
    if let entry { retriedEntries.insert(entry) } else { retriedEntries.formUnion(reportedReasons.keys) }
  }

  /// Removes the messages about posts that were not sent. Call this when the outbox, which shows them, is opened.
  public func outboxDidOpen() {
    withdrawWaitingMessage()
    if let refusalMessage { withdraw(refusalMessage) }
    refusalMessage = nil
  }

  /// The message that a post could not be withdrawn from the outbox.
  /// - Parameter error: the error of the store; nil if the post was already sent.
  public static func undoFailureMessage(_ error: StoreError?) -> String {
    error.map { "Could not undo: \($0.clause)." } ?? "Too late to undo: already sent."
  }
}

extension OutboxNotices {
  private func apply(_ event: OutboxEvent) {
    switch event {
    case .entries(let entries): showWaitingNotice(among: entries)
    case .sent(_, .post(let post)):
      lastSent = post
      didPublish(post)
      announce("Sent".followed(by: keymap.value.sentence(PostActionCommands.showSent, "shows it")).asMessage, .notice)
    case .sent(_, .scheduled(let moment)):
      announce(
        "Scheduled for \(LocalTime.minute(moment))"
          .followed(by: keymap.value.sentence(PostActionCommands.outbox, "shows it")).asMessage, .notice)
    case .sentIncomplete(_, let losses):
      if let words = losses.text { announce(words, .warning) }
    case .refused(_, let error):
      let text = "Not posted: \(error.clause). Saved as a draft." + remedy
      refusalMessage = text
      announce(text, .failure)
    case .uploading(let entry, let file, let share):
      let uploaded = UploadShare(entry: entry, file: file, tenths: Int(max(0, min(share, 1)) * 10))
      guard uploaded != lastShare else { return }
      lastShare = uploaded
      announce("Uploading file \(file + 1): \(OutboxText.percent(share))", .notice)
    }
  }

  /// Shows the reason once per waiting entry, and again when it changes.
  private func showWaitingNotice(among entries: [OutboxEntry]) {
    let waiting = entries.filter { $0.reason != nil }
    for entry in entries where entry.reason == nil && retriedEntries.remove(entry.id) != nil {
      reportedReasons[entry.id] = nil
    }
    let unreported = waiting.filter { reportedReasons[$0.id] != $0.reason }
    // Entries being retried keep their reason.
    let remaining = reportedReasons.filter { id, _ in entries.contains { $0.id == id } }
    reportedReasons = waiting.reduce(into: remaining) { $0[$1.id] = $1.reason }
    if reportedReasons.isEmpty { withdrawWaitingMessage() }
    guard let last = unreported.last, let reason = last.reason else { return }
    let unconfirmed = entries.filter { if case .needsConfirmation = $0.state { true } else { false } }
    if case .needsConfirmation = last.state {
      let posts = unconfirmed.count == 1 ? "1 post needs" : "\(unconfirmed.count) posts need"
      return announceWaiting("\(posts) confirmation: \(reason)." + remedy)
    }
    let count = waiting.count - unconfirmed.count
    announceWaiting("\(count == 1 ? "1 post is" : "\(count) posts are") waiting: \(reason)." + remedy)
  }

  private func withdrawWaitingMessage() {
    if let waitingMessage { withdraw(waitingMessage) }
    waitingMessage = nil
  }

  private func announceWaiting(_ text: String) {
    waitingMessage = text
    announce(text, .warning)
  }

  /// “ D shows drafts and outbox.”
  private var remedy: String {
    let sentence = keymap.value.sentence(PostActionCommands.outbox, "shows drafts and outbox")
    return sentence.isEmpty ? "" : " \(sentence)."
  }
}

extension String {
  /// Appends a key hint: “Sending in 5 s · U undo”.
  /// - Parameter hint: the hint; empty if the command has no key.
  func followed(by hint: String) -> String { hint.isEmpty ? self : "\(self) · \(hint)" }

  /// With a full stop if it is a single clause.
  fileprivate var asMessage: String { contains(" · ") ? self : "\(self)." }
}

extension OutboxEntry {
  /// The reason that the post is not sent, as the end of a sentence; nil if nothing prevents it.
  fileprivate var reason: String? {
    switch state {
    case .waiting(let error): error?.clause
    case .needsConfirmation(.tooOld): "it was sent more than a day ago"
    case .needsConfirmation(.mayHaveBeenSent): "it may have been posted already"
    case .sending: nil
    }
  }
}
