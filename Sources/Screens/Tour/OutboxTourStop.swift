import Domain
import DraftChecks
import EmptyState
import FoundationEssentials

/// The stops of the tour about posts that were written but not published: why, and what happens next.
enum OutboxTourStop: CaseIterable {
  case empty, tooLong, tooFewOptions, fileTooLarge, unsupportedFile, missingDescription
  case duplicate, pollRejected, descriptionRequired, blocked, parentPostGone
  case rateLimited, offline, sessionEnded, responseLost, outcomeUnknown, diskFull

  private static let host = "timeline.example"

  /// An example for this stop.
  /// - Parameter now: the time in the example.
  func viewModel(now: Date) -> EmptyStateViewModel {
    switch self {
    case .empty:
      inComposer("nothing to send", "Nothing to send", DraftFault.empty.text, "Write something, then send it.")
    case .tooLong:
      inComposer(
        "post too long", "This post is too long", DraftFault.tooLong(by: 12).text,
        "It stays in the composer. Shorten it, or split it into a thread.")
    case .tooFewOptions:
      inComposer(
        "poll incomplete", "This poll is incomplete", DraftFault.fewOptions.text,
        "It stays in the composer, with everything you wrote.")
    case .fileTooLarge:
      inComposer("file too large", "This file is too large", fileRejection("film.mp4", .video), Self.notAttached)
    case .unsupportedFile:
      inComposer(
        "unsupported file", "This file can’t be attached", fileRejection("recipes.json", nil), Self.notAttached)
    case .missingDescription:
      inComposer(
        "missing description", "An attachment has no description",
        PublishingFailureText.missingDescription(of: "scarf.jpg"), "Send again to post without one.")
    case .duplicate: refused("duplicate", "this says the same as your last post")
    case .pollRejected: refused("poll rejected", "the duration of the poll is too short")
    case .descriptionRequired: refused("description required", "a picture needs a description")
    case .blocked: refused("blocked", .refused(host: Self.host, message: "This action is not allowed"))
    case .parentPostGone: refused("parent post gone", .postUnavailable(id: PostID("1843"), reason: .deleted))
    case .rateLimited:
      waiting(
        "post rate limited", .rateLimited(host: Self.host, until: now.addingTimeInterval(15)),
        "It is sent automatically after a countdown.")
    case .offline:
      waiting(
        "post waiting", .offline(host: Self.host),
        "It is sent when the server is back. After more than a day, Tern asks you first.")
    case .sessionEnded:
      waiting(
        "post waiting for sign-in", .sessionExpired(handle: "scrivener@demo", host: Self.host),
        "It is sent after you sign in.", actions: [.signInAgain])
    case .responseLost:
      waiting(
        "response lost", .timedOut(host: Self.host, seconds: 10),
        "It may have been posted. Tern looks for it among your posts, and sends it again only if that is safe.")
    case .outcomeUnknown:
      EmptyStateViewModel(
        name: "outcome unknown", title: "Did this get posted?",
        sentences: [
          "It may have been posted, but Tern can’t tell. Check your profile.",
          "Send it again, or turn it back into a draft.",
        ], actions: [])
    case .diskFull:
      EmptyStateViewModel(
        name: "draft not saved", title: "Could not save this draft",
        sentences: [
          "\(StoreError.unusable(path: "", reason: "No space left on device").clause).", "It stays in the composer.",
        ],
        actions: [], isFailure: true)
    }
  }
}

extension OutboxTourStop {
  private static let notAttached = "It was not attached. Your post is unchanged."

  private func fileRejection(_ name: String, _ kind: Media.Kind?) -> String {
    var limits = PostLimits()
    limits.videoBytes = 99_000_000
    return LocalMediaFile(path: name, bytes: 240_000_000, kind: kind).rejectionReason(within: limits) ?? ""
  }

  private func inComposer(_ name: String, _ title: String, _ sentences: String...) -> EmptyStateViewModel {
    EmptyStateViewModel(name: name, title: title, sentences: sentences, actions: [])
  }

  private func refused(_ name: String, _ message: String) -> EmptyStateViewModel {
    refused(name, .refused(host: Self.host, message: "Validation failed: \(message)"))
  }

  private func refused(_ name: String, _ error: TimelineError) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: name, title: "Not posted",
      sentences: ["\(error.clause.sentenceCased).", "Saved as a draft, with the reason."], actions: [],
      isFailure: true)
  }

  private func waiting(
    _ name: String, _ error: TimelineError, _ sentence: String, actions: [EmptyStateAction] = []
  ) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: name, title: "Waiting to send", sentences: ["\(error.clause.sentenceCased).", sentence], actions: actions)
  }
}

extension String {
  /// With an initial capital, unless it starts with a host name.
  fileprivate var sentenceCased: String {
    let startsWithHost = prefix { !$0.isWhitespace }.contains(".")
    return startsWithHost ? self : prefix(1).uppercased() + dropFirst()
  }
}
