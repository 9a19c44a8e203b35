import Domain
import DraftChecks
import EmptyState
import Runtime
import SystemFiles

/// Publishes a post from the command line. The draft is stored before any request is sent.
struct PostRun: Sendable {
  /// The post that the new post refers to, by its URL or ID.
  enum Subject: Hashable, Sendable {
    case reply(String)
    case quote(String)
  }

  /// The result of a successful run.
  struct Outcome: Hashable, Sendable {
    /// The URL of the new post.
    var address: String?
    /// An additional message.
    var note: String?
    /// The parts that the server dropped from the post; nil for none.
    var loss: String?
  }

  let account: Account
  let services: ServerServices
  let clock: any WallClock
  /// Prints who can read the post, before anything is sent.
  var printMessage: @Sendable (String) -> Void = { _ in }

  /// Stores the post as a draft, so that it is not lost whatever happens next.
  /// - Returns: the stored draft, which says what it is about.
  func store(_ written: Draft, about subject: Subject?) async throws(CommandFailure) -> Draft {
    var draft = written
    draft.refusal = subject?.note
    try await save(draft)
    return draft
  }

  /// Sends a stored draft.
  /// - Parameter isDraftOnly: whether to leave it a draft and send nothing.
  func publish(_ stored: Draft, about subject: Subject?, isDraftOnly: Bool) async throws(CommandFailure) -> Outcome {
    var draft = stored
    if let subject { draft = try await about(subject, draft) }
    draft.refusal = nil
    if subject != nil { try await save(draft) }
    let capabilities = try? await services.sources.publishingCapabilities(of: account.id)
    let visibilityLine = PostCommandText.visibilityLine(of: draft, ownDefault: capabilities?.defaultVisibility)
    guard !isDraftOnly else {
      printMessage(visibilityLine)
      return Outcome(note: "saved as a draft")
    }
    if let refusal = refusal(of: draft, within: capabilities) {
      draft.refusal = refusal
      try await save(draft)
      throw CommandFailure(.damagedData, refusal).appending("saved as a draft")
    }
    printMessage(visibilityLine)
    return try await outcome(of: send(draft), draft.id)
  }

  private func save(_ draft: Draft) async throws(CommandFailure) {
    do throws(StoreError) {
      try await services.drafts.store(draft)
    } catch {
      throw CommandFailure(error).appending("nothing was saved or sent")
    }
  }

  private func send(_ draft: Draft) async throws(CommandFailure) -> SendOutcome {
    do throws(StoreError) {
      guard let result = try await services.sources.send(draft, as: account.id) else {
        throw StoreError.unusable(path: account.label, reason: "this account cannot post")
      }
      return result
    } catch {
      throw CommandFailure(error).appending("saved as a draft and not sent")
    }
  }

  private func outcome(of result: SendOutcome, _ id: DraftID) async throws(CommandFailure) -> Outcome {
    switch result {
    case .sent(.post(let post), let losses):
      return Outcome(address: ImportText.sanitizedName(post.url ?? post.id.rawValue), loss: losses.text)
    case .sent(.scheduled(let moment), _):
      return Outcome(note: "scheduled for \(LocalTime.minute(moment))")
    case .refused(_, let error):
      throw CommandFailure(error).appending("saved as a draft")
    case .queued(let error):
      throw CommandFailure(.tryLater, PostCommandText.waitingMessage(error))
    case .needsConfirmation(let reason): throw CommandFailure(.tryLater, PostCommandText.confirmationMessage(reason))
    case .handledElsewhere:
      let refusal = (try? await services.drafts.drafts())?.first { $0.id == id }?.refusal
      if let refusal { throw CommandFailure(.notAllowed, refusal).appending("saved as a draft") }
      return Outcome(note: "sent by another Tern")
    case .unreadable(let error):
      throw CommandFailure(error).appending("waits in the outbox; tern sync sends it")
    }
  }
}

// MARK: - Subject

extension PostRun {
  private func about(_ subject: Subject, _ draft: Draft) async throws(CommandFailure) -> Draft {
    do throws(TimelineError) {
      let post = try await services.sources.post(named: subject.name, for: account.id)
      return switch subject {
      case .reply: draft.replying(to: post, me: account.profile, local: account.localDomains)
      case .quote: draft.quoting(post)
      }
    } catch {
      throw CommandFailure(error).appending("saved as a draft")
    }
  }

  /// The reason that the server would refuse the draft; nil if it would not, or if its limits are unknown.
  private func refusal(of draft: Draft, within capabilities: PublishingCapabilities?) -> String? {
    guard let capabilities else { return nil }
    if let fault = draft.fault(within: capabilities) { return fault.text }
    let files = MediaFiles(home: nil)
    return draft.media.lazy.compactMap { media in
      (try? files.file(at: media.path))?.rejectionReason(within: capabilities.limits)
    }.first
  }
}

extension PostRun.Subject {
  var name: String {
    switch self {
    case .reply(let name), .quote(let name): name
    }
  }

  fileprivate var note: String {
    switch self {
    case .reply(let name): "Was a reply to \(name)"
    case .quote(let name): "Was a quote of \(name)"
    }
  }
}

extension Draft {
  /// A copy as a reply. Mentions that a reply needs and the text lacks are put before it.
  func replying(to post: Post, me: Profile, local: LocalDomains) -> Draft {
    let replyDraft = Draft.reply(to: post, by: account, me: me, local: local, at: changedAt)
    var draft = self
    draft.purpose = replyDraft.purpose
    let mentioned = Set(text.split(whereSeparator: \.isWhitespace).map { $0.asHandle })
    let missing = replyDraft.text.split(separator: " ").filter { !mentioned.contains($0.asHandle) }
    draft.text = missing.map { "\($0) " }.joined() + text
    if draft.warning.isEmpty { draft.warning = replyDraft.warning }
    return draft
  }

  /// A copy as a quote.
  func quoting(_ post: Post) -> Draft {
    var draft = self
    draft.purpose = .quote(DraftSubject(post))
    return draft
  }
}

extension Substring {
  /// The word in lower case without punctuation at its end: `@Grace,` becomes `@grace`.
  fileprivate var asHandle: String {
    let end = lastIndex { $0.isLetter || $0.isNumber || $0 == "_" }.map(index(after:)) ?? startIndex
    return self[..<end].lowercased()
  }
}

/// The messages of `tern post`.
enum PostCommandText {
  /// The line that names the visibility of a draft, and the reason for it.
  static func visibilityLine(of draft: Draft, ownDefault: Visibility?) -> String {
    guard let shown = draft.shownVisibility(ownDefault: ownDefault) else {
      return "visibility: the default of the account"
    }
    if draft.isNarrowedBySubject, let requested = draft.visibility {
      return "visibility: \(shown.displayName), not \(requested.displayName): limited by the post it refers to"
    }
    guard draft.visibility == nil else { return "visibility: \(shown.displayName)" }
    let isOwnDefault = shown == ownDefault
    return "visibility: \(shown.displayName), as \(isOwnDefault ? "set for the account" : "the post it refers to")"
  }

  static func waitingMessage(_ error: TimelineError?) -> String {
    "\(waitingCause(error)); waits in the outbox; tern sync sends it"
  }

  /// The reason that a post or an action was not sent yet, without a full stop.
  static func waitingCause(_ error: TimelineError?) -> String {
    error.map { CommandFailure($0).message.withoutFullStop } ?? "another Tern is sending for this account"
  }

  static func confirmationMessage(_ reason: UnconfirmedReason) -> String {
    switch reason {
    case .mayHaveBeenSent: "may have been posted already; waits in the outbox; decide in tern"
    case .tooOld: "waiting for more than a day; decide in tern"
    }
  }
}
