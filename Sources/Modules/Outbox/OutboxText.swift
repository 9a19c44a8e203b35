import Domain
import EmptyState
import FoundationEssentials

/// The words around drafts and what waits: pure functions.
enum OutboxText {
  static func heading(of section: OutboxItem.Section) -> String {
    switch section {
    case .onItsWay: "On its way"
    case .waits: "Waits"
    case .needsWord: "Needs your word"
    case .drafts: "Drafts"
    }
  }

  /// “Answer to Grace Hopper”.
  static func kind(of purpose: Draft.Purpose) -> String {
    let name = purpose.subject?.author?.nameAndHandle ?? "a post"
    return switch purpose {
    case .post: "Post"
    case .reply: "Answer to \(name)"
    case .quote: "Quoting \(name)"
    case .edit: "Changing a post"
    case .continuation: "Next post of a thread"
    }
  }

  /// What goes with the text: “2 files”, “a question”.
  static func facts(of draft: Draft) -> [String] {
    let files = draft.media.count
    return [
      files == 0 ? nil : files == 1 ? "1 file" : "\(files) files", draft.poll == nil ? nil : "a question",
    ].compactMap(\.self)
  }

  /// How it begins: the warning first, a part at a time.
  static func beginning(of draft: Draft) -> String {
    // What is cut is not laid out.
    let text = draft.text.prefix(maxBeginning).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let warning = draft.warning.isEmpty ? nil : "Warning: \(draft.warning.prefix(maxBeginning))"
    return [warning, text.isEmpty ? nil : text].compactMap(\.self).joined(separator: " · ")
  }

  private static let maxBeginning = 500

  /// Why nothing goes out, as the end of a sentence.
  static let notSending = OfflineCause.notAsked.clause

  /// What it is called to have it sent at once; nil where that cannot be done.
  /// - Parameter sends: whether anything goes out.
  static func sending(_ item: OutboxItem, among ids: Set<DraftID>, sends: Bool) -> String? {
    guard let entry = item.entry else { return nil }
    switch entry.state {
    case .sending: return nil
    case .needsPerson(.mayHaveBeenSent): return "it is not there: send it again"
    case .needsPerson(.isOld): return "send it all the same"
    case .waiting: return !sends || entry.waitsForAnother(among: ids) ? nil : "send it now"
    }
  }

  /// - Parameter actions: how many actions wait.
  static func nothing(besides actions: Int, writing key: String) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "nothing outgoing",
      title: (actions == 0 ? "Nothing is waiting" : "No posts are waiting") + ", and there are no drafts",
      sentences: waiting(actions) + [
        "What you write is kept here at each pause, until it is sent or thrown away; what was sent stays until the server has it."
      ] + (key.isEmpty ? [] : ["\(key)."]), actions: [.back])
  }

  static func footer(besides actions: Int) -> String {
    (["Nothing of it is lost until you throw it away."] + waiting(actions)).joined(separator: " ")
  }

  private static func waiting(_ actions: Int) -> [String] {
    switch actions {
    case 0: []
    case 1: ["One thing that you did waits, and is told to the server by itself."]
    default: ["\(actions) things that you did wait, and are told to the server by themselves."]
    }
  }
}

// MARK: - Why it waits

extension OutboxText {
  /// Why it waits, and until when; empty where there is nothing to say.
  /// - Parameters:
  ///   - share: which of its files is on its way, from 0, and what share of it has left.
  ///   - ids: what else is on its way.
  ///   - sends: whether anything goes out.
  static func state(
    of item: OutboxItem, share: (file: Int, share: Double)?, among ids: Set<DraftID>, sends: Bool, now: Date
  ) -> String {
    guard let entry = item.entry else {
      return item.draft.refusal.map { "came back: \($0)" } ?? ""
    }
    let sent = "sent \(LocalTime.moment(entry.sentAt, at: now))"
    switch entry.state {
    case .sending: return share.map { file(of: entry, $0) } ?? "being sent"
    case .needsPerson(let question): return "\(sent) · \(why(question))"
    case .waiting where !sends: return "\(sent) · waits: \(notSending)"
    case .waiting(let error?):
      return "\(sent) · \(error.clause) · " + nextTry(error, at: entry.notBefore, now: now)
    case .waiting(nil):
      if entry.waitsForAnother(among: ids) { return "goes out after the post before it" }
      let left = left(until: entry.notBefore, now: now)
      if entry.firstTriedAt != nil {
        return "\(sent) · it may be at the server already · Tern looks again \(left ?? "now")"
      }
      return left.map { "goes out \($0)" } ?? "goes out as soon as it can"
    }
  }

  /// Why a post needs its author's word, as the end of a sentence.
  static func why(_ question: UnconfirmedReason) -> String {
    switch question {
    case .mayHaveBeenSent: "it may be at the server already, and nobody can tell: look there first"
    case .isOld: "more than a day ago, and it has not gone out: is it still to?"
    }
  }

  private static func nextTry(_ error: TimelineError, at moment: Date, now: Date) -> String {
    if case .sessionExpired = error { return "it goes out when you have signed in" }
    return "next try \(left(until: moment, now: now) ?? "now")"
  }

  private static func file(of entry: OutboxEntry, _ share: (file: Int, share: Double)) -> String {
    "file \(share.file + 1) of \(max(entry.draft.media.count, share.file + 1)): \(percent(share.share)) has left"
  }

  /// “in 3 min 20 s”; nil where the moment has come.
  static func left(until moment: Date, now: Date) -> String? {
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

extension OutboxEntry {
  /// Whether it goes on from something that has not gone out yet.
  func waitsForAnother(among ids: Set<DraftID>) -> Bool {
    if case .continuation(let previous) = draft.purpose { ids.contains(previous) } else { false }
  }
}
