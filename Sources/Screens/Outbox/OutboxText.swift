import Domain
import EmptyState
import FoundationEssentials
import TerminalKit

/// The text of rows for drafts, outgoing and scheduled posts.
enum OutboxText {
  /// “Waiting · 2”.
  /// - Parameter count: the number of posts in the section. 0 is not shown: the section has only a notice.
  static func heading(of section: OutboxItem.Section, count: Int) -> String {
    let title =
      switch section {
      case .outgoing: "Sending"
      case .waiting: "Waiting"
      case .needsConfirmation: "Needs confirmation"
      case .refused: "Not posted"
      case .drafts: "Drafts"
      case .scheduled: "Scheduled"
      }
    return count == 0 ? title : "\(title) · \(count)"
  }

  /// The keys of a row: “Enter edit · x discard”. The menu of the row has the others.
  static func keys(of item: OutboxItem, _ keymap: Keymap) -> String {
    let keys: [(Command, String)] =
      switch item {
      case .draft: [(OutboxCommands.edit, "edit"), (OutboxCommands.discard, "discard")]
      case .entry:
        [(OutboxCommands.choose, "options")] + (item.needsSignIn ? [(SourceCommands.signInAgain, "sign in")] : [])
      case .scheduled:
        [
          (OutboxCommands.changeTime, "time"), (OutboxCommands.editScheduled, "edit"),
          (OutboxCommands.cancelScheduled, "cancel"),
        ]
      case .scheduledNotice: []
      }
    return keys.map { keymap.sentence($0, $1) }.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// “Reply to Grace Hopper”.
  static func kind(of purpose: Draft.Purpose) -> String {
    let name = purpose.subject?.author?.nameAndHandle ?? "a post"
    return switch purpose {
    case .post: "Post"
    case .reply: "Reply to \(name)"
    case .quote: "Quote \(name)"
    case .edit: "Edit post"
    case .continuation: "Next post of a thread"
    }
  }

  /// The scheduled time and the attachments in words: “for 2026-12-01 09:00”, “2 files”, “poll”.
  static func facts(of draft: Draft) -> [String] {
    let files = draft.media.count
    return [
      draft.publishAt.map { "for \(LocalTime.minute($0))" },
      files == 0 ? nil : files == 1 ? "1 file" : "\(files) files", draft.poll == nil ? nil : "poll",
    ].compactMap(\.self)
  }

  /// The beginning of the text, after the content warning if there is one.
  static func excerpt(of draft: Draft) -> String {
    // Limits the layout work for long text.
    let text = draft.text.prefix(maxExcerptLength).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let warning = draft.warning.isEmpty ? nil : "CW: \(draft.warning.prefix(maxExcerptLength))"
    return [warning, text.isEmpty ? nil : text].compactMap(\.self).joined(separator: " · ")
  }

  private static let maxExcerptLength = 500

  /// The reason that nothing is sent with `--offline`, as the end of a sentence.
  static let offlineReason = OfflineCause.offlineMode.clause

  /// The title of the send command; nil if the post cannot be sent now.
  /// - Parameter canSend: whether posts are sent at all.
  static func sendTitle(_ entry: OutboxEntry, among ids: Set<DraftID>, canSend: Bool) -> String? {
    switch entry.state {
    case .sending: return nil
    case .needsConfirmation(.mayHaveBeenSent): return "not posted: send again"
    case .needsConfirmation(.tooOld): return "send anyway"
    case .waiting: return !canSend || entry.waitsForPreviousPost(among: ids) ? nil : "send now"
    }
  }

  /// - Parameters:
  ///   - unsentActions: the number of actions that have not been sent.
  ///   - schedules: whether the server lists scheduled posts.
  ///   - notice: the reason that the scheduled posts could not be loaded.
  ///   - hint: the key that starts a post: “c starts a new post”.
  static func emptyViewModel(
    unsentActions: Int, schedules: Bool, notice: NoticeViewModel?, hint: String
  ) -> EmptyStateViewModel {
    let scheduled = schedules ? " Scheduled posts are listed until they are published." : ""
    return EmptyStateViewModel(
      name: "nothing outgoing",
      title: unsentActions == 0 ? "No drafts, and nothing to send" : "No drafts, and no unsent posts",
      sentences: (notice.map { ["Couldn’t load scheduled posts: \($0.text)."] } ?? []) + actionSentences(unsentActions)
        + ["Drafts are saved as you write. Posts wait here until the server has them." + scheduled]
        + (hint.isEmpty ? [] : ["\(hint)."]),
      actions: (notice?.actions ?? []) + [.back])
  }

  /// A line that fits at 40 columns.
  static func footer(unsentActions: Int) -> String {
    actionSentences(unsentActions).first ?? "Kept until sent, published or discarded."
  }

  private static func actionSentences(_ count: Int) -> [String] {
    switch count {
    case 0: []
    case 1: ["1 action is waiting to be sent."]
    default: ["\(count) actions are waiting to be sent."]
    }
  }
}

// MARK: - Status

extension OutboxText {
  /// The reason that a draft was refused, or that it replaces a scheduled post; empty for others.
  static func state(of draft: Draft) -> String {
    if let refusal = draft.refusal { return "not posted: \(refusal)" }
    return draft.replaces == nil ? "" : "changes a scheduled post when you send it"
  }

  /// The changed version of a scheduled post; empty if there is none.
  static func state(of replacement: ScheduledPostReplacement?) -> String {
    switch replacement {
    case .draft: "a changed version is in your drafts"
    case .outgoing: "a changed version is waiting to be sent"
    case .confirmed: "replaced by a changed version · being cancelled"
    case nil: ""
    }
  }

  /// The reason that an outgoing post waits, and until when.
  /// - Parameters:
  ///   - share: the index of the file being uploaded, and its uploaded fraction.
  ///   - ids: the IDs of all outgoing posts.
  ///   - canSend: whether posts are sent at all.
  static func state(
    of entry: OutboxEntry, share: (file: Int, share: Double)?, among ids: Set<DraftID>, canSend: Bool, now: Date
  ) -> String {
    let queued = "queued \(LocalTime.moment(entry.sentAt, at: now))"
    switch entry.state {
    case .sending: return share.map { uploadStatus(of: entry, $0) } ?? "sending"
    case .needsConfirmation(let reason): return "\(queued) · \(question(for: reason))"
    case .waiting where !canSend: return "\(queued) · waiting: \(offlineReason)"
    case .waiting(let error?):
      return "\(queued) · \(error.clause) · " + nextAttempt(error, at: entry.notBefore, now: now)
    case .waiting(nil):
      if entry.waitsForPreviousPost(among: ids) { return "waiting for the previous post" }
      let left = timeLeft(until: entry.notBefore, now: now)
      if entry.firstAttemptAt != nil {
        return "\(queued) · may have been posted · checking again \(left ?? "now")"
      }
      return left.map { "sending \($0)" } ?? "sending soon"
    }
  }

  /// The question that the user must answer before a post is sent again.
  static func question(for reason: UnconfirmedReason) -> String {
    switch reason {
    case .mayHaveBeenSent: "did this get posted? Check your profile first"
    case .tooOld: "more than a day ago: do you still want to send it?"
    }
  }

  private static func nextAttempt(_ error: TimelineError, at moment: Date, now: Date) -> String {
    if case .sessionExpired = error { return "sign in to send it" }
    return "next try \(timeLeft(until: moment, now: now) ?? "now")"
  }

  private static func uploadStatus(of entry: OutboxEntry, _ share: (file: Int, share: Double)) -> String {
    "uploading file \(share.file + 1) of \(max(entry.draft.media.count, share.file + 1)): \(percent(share.share))"
  }

  /// “in 3 min 20 s”; nil if the time has passed.
  static func timeLeft(until moment: Date, now: Date) -> String? {
    let seconds = Int(max(0, min(moment.timeIntervalSince(now), 1e9)).rounded(.up))
    switch seconds {
    case 0: return nil
    case ..<60: return "in \(seconds) s"
    case ..<3_600: return "in \(seconds / 60) min \(seconds % 60) s"
    default: return "in \(seconds / 3_600) h \(seconds / 60 % 60) min"
    }
  }

  static func percent(_ share: Double) -> String { "\(Int(max(0, min(share, 1)) * 100)) %" }
}

// MARK: - Scheduled posts

extension OutboxText {
  static func kind(of post: ScheduledPost) -> String {
    post.replyTo == nil ? post.quoted == nil ? "Post" : "Quote a post" : "Reply to a post"
  }

  /// When it is published and who can read it.
  static func facts(of post: ScheduledPost) -> [String] {
    [LocalTime.minute(post.publishAt), post.source.visibility?.displayName].compactMap(\.self)
  }

  /// Everything that is published, one line each for the content warning, options and files.
  static func wholeText(of source: PostSource) -> String {
    let options = source.poll?.options.map { "○ \($0)" } ?? []
    let files = source.media.map { "▣ \($0.description.isEmpty ? "a file without description" : $0.description)" }
    let warning = source.warning.isEmpty ? [] : ["CW: \(source.warning)"]
    return (warning + (source.text.isEmpty ? [] : [source.text]) + options + files).joined(separator: "\n")
  }

  /// The notice of the scheduled posts, with the keys that help.
  static func sentence(of notice: NoticeViewModel, _ keymap: Keymap) -> String {
    let keys = notice.actions.compactMap { action -> String? in
      switch action {
      case .retry: keymap.sentence(SourceCommands.refresh, "tries again")
      case .signInAgain: keymap.sentence(SourceCommands.signInAgain, "signs in")
      default: nil
      }
    }
    return ([notice.text] + keys.filter { !$0.isEmpty }).joined(separator: " · ")
  }
}

extension OutboxEntry {
  /// Whether the post continues a thread whose previous post has not been sent yet.
  func waitsForPreviousPost(among ids: Set<DraftID>) -> Bool {
    if case .continuation(let previous) = draft.purpose { ids.contains(previous) } else { false }
  }
}
