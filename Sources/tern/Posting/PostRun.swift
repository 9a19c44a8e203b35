import Domain
import EmptyState
import Runtime
import SystemFiles

/// Writes a post from the command line: it is on the disk before anybody is asked anything.
struct PostRun: Sendable {
  /// What it is about, by its address or its id.
  enum Subject: Hashable, Sendable {
    case answered(String)
    case quoted(String)
  }

  /// What has come of it, where nothing is wrong.
  struct Outcome: Hashable, Sendable {
    /// Of the new post.
    var address: String?
    /// What is to be said besides.
    var note: String?
    /// What the post lacks of what was asked for; nil where nothing is missing.
    var loss: String?
  }

  let account: Account
  let parts: ServerServices
  let clock: any WallClock
  /// Told, before anything is sent, who will be able to read the post.
  var say: @Sendable (String) -> Void = { _ in }

  /// - Parameter keepsOnly: whether it is to be a draft, and nothing is sent.
  func post(_ written: Draft, about subject: Subject?, keepsOnly: Bool) async throws(CommandFailure) -> Outcome {
    var draft = written
    // Whoever finds it after a crash sees what it was about.
    draft.refusal = subject?.note
    try await keep(draft)
    if let subject { draft = try await about(subject, draft) }
    draft.refusal = nil
    if subject != nil { try await keep(draft) }
    let known = try? await parts.sources.publishingCapabilities(of: account.id)
    let readers = PostCommandText.readers(of: draft, ownDefault: known?.defaultVisibility)
    guard !keepsOnly else {
      say(readers)
      return Outcome(note: "kept as a draft")
    }
    if let refusal = refusal(of: draft, within: known) {
      draft.refusal = refusal
      try await keep(draft)
      throw CommandFailure(.damagedData, refusal).adding("it is kept as a draft")
    }
    say(readers)
    return try await outcome(of: send(draft), draft.id)
  }

  private func keep(_ draft: Draft) async throws(CommandFailure) {
    do throws(StoreError) {
      try await parts.drafts.store(draft)
    } catch {
      throw CommandFailure(error).adding("nothing is kept, and nothing was sent")
    }
  }

  private func send(_ draft: Draft) async throws(CommandFailure) -> SendOutcome {
    do throws(StoreError) {
      guard let fate = try await parts.sources.send(draft, as: account.id) else {
        throw StoreError.unusable(path: account.label, reason: "nothing can be written as this account")
      }
      return fate
    } catch {
      throw CommandFailure(error).adding("it is a draft, and was not sent")
    }
  }

  private func outcome(of fate: SendOutcome, _ id: DraftID) async throws(CommandFailure) -> Outcome {
    switch fate {
    case .sent(.post(let post), let lost):
      return Outcome(address: ImportText.shown(post.url ?? post.id.rawValue), loss: lost.words)
    case .sent(.scheduled(let moment), _):
      return Outcome(note: "the server publishes it at \(LocalTime.minute(moment))")
    case .refused(_, let error):
      throw CommandFailure(error).adding("it is a draft again")
    case .waits(let error):
      throw CommandFailure(.tryLater, PostCommandText.waiting(error))
    case .asks(let question): throw CommandFailure(.tryLater, PostCommandText.asking(question))
    case .taken:
      let refusal = (try? await parts.drafts.drafts())?.first { $0.id == id }?.refusal
      if let refusal { throw CommandFailure(.notAllowed, refusal).adding("it is a draft again") }
      return Outcome(note: "another Tern has taken it to the server")
    case .unreadable(let error):
      throw CommandFailure(error).adding("the post is in the outbox, and tern sync sends it")
    }
  }
}

// MARK: - What it is about

extension PostRun {
  private func about(_ subject: Subject, _ draft: Draft) async throws(CommandFailure) -> Draft {
    do throws(TimelineError) {
      let post = try await parts.sources.post(named: subject.name, for: account.id)
      return switch subject {
      case .answered: draft.answering(post, me: account.profile, local: account.localDomains)
      case .quoted: draft.quoting(post)
      }
    } catch {
      throw CommandFailure(error).adding("what was written is kept as a draft")
    }
  }

  /// Why the server would not take it; nil where it would, and where nobody knows what the server takes.
  private func refusal(of draft: Draft, within known: PublishingCapabilities?) -> String? {
    guard let known else { return nil }
    if let fault = draft.fault(within: known) { return fault.words }
    let files = MediaFiles(home: nil)
    return draft.media.lazy.compactMap { media in
      (try? files.file(at: media.path))?.refusal(within: known.limits)
    }.first
  }
}

extension PostRun.Subject {
  var name: String {
    switch self {
    case .answered(let name), .quoted(let name): name
    }
  }

  fileprivate var note: String {
    switch self {
    case .answered(let name): "It was to answer \(name)"
    case .quoted(let name): "It was to quote \(name)"
    }
  }
}

extension Draft {
  /// The same as an answer. Whoever is spoken to, and is not mentioned in it yet, stands before it.
  func answering(_ post: Post, me: Profile, local: LocalDomains) -> Draft {
    let begun = Draft.reply(to: post, by: account, me: me, local: local, at: changedAt)
    var draft = self
    draft.purpose = begun.purpose
    let named = Set(text.split(whereSeparator: \.isWhitespace).map { $0.asHandle })
    let missing = begun.text.split(separator: " ").filter { !named.contains($0.asHandle) }
    draft.text = missing.map { "\($0) " }.joined() + text
    if draft.warning.isEmpty { draft.warning = begun.warning }
    return draft
  }

  func quoting(_ post: Post) -> Draft {
    var draft = self
    draft.purpose = .quote(DraftSubject(post))
    return draft
  }
}

extension Substring {
  /// `@Grace,` is `@grace`.
  fileprivate var asHandle: String {
    let end = lastIndex { $0.isLetter || $0.isNumber || $0 == "_" }.map(index(after:)) ?? startIndex
    return self[..<end].lowercased()
  }
}

/// What `tern post` says: pure functions.
enum PostCommandText {
  /// Who will be able to read a draft, and why.
  static func readers(of draft: Draft, ownDefault: Visibility?) -> String {
    guard let shown = draft.shownVisibility(ownDefault: ownDefault) else {
      return "who can read it: whoever the account is set to at the server"
    }
    if draft.isNarrowedBySubject, let asked = draft.visibility {
      return "who can read it: \(shown.fact), not \(asked.fact): no more people than what it is about"
    }
    guard draft.visibility == nil else { return "who can read it: \(shown.fact)" }
    let isOwnDefault = shown == ownDefault
    return "who can read it: \(shown.fact), as \(isOwnDefault ? "the account is set" : "what it is about")"
  }

  static func waiting(_ error: TimelineError?) -> String {
    let cause = error.map { CommandFailure($0).message } ?? "another Tern is at work for this account"
    return "\(cause.withoutFullStop); the post waits, and tern sync sends it"
  }

  static func asking(_ question: UnconfirmedReason) -> String {
    switch question {
    case .mayHaveBeenSent: "it may be at the server already, and nobody can tell; it waits, and tern asks you"
    case .isOld: "it has waited for more than a day; tern asks you"
    }
  }
}
