import Domain
import EmptyState
import FoundationEssentials

/// The stations of the tour for what has been written and has not become a post: why, and what becomes of it.
enum OutboxTourStop: CaseIterable {
  case empty, tooLong, fewAnswers, fileTooLarge, fileOfNoKind, undescribed
  case duplicate, questionRefused, descriptionWanted, blocked, answeredPostGone
  case rateLimited, offline, sessionEnded, answerLost, nobodyKnows, diskFull

  private static let host = "timeline.example"

  /// An example, as it could be at that moment.
  func viewModel(now: Date) -> EmptyStateViewModel {
    switch self {
    case .empty: inComposer("nothing to send", "There is nothing in it", DraftFault.empty.words, "Nothing has left.")
    case .tooLong:
      inComposer(
        "post too long", "This is longer than the server takes", DraftFault.tooLong(by: 12).words,
        "It stays in the composer. What is too much is red, and the cursor is there; it can be cut into a thread.")
    case .fewAnswers:
      inComposer(
        "question unfinished", "This question cannot be asked", DraftFault.fewOptions.words,
        "It stays in the composer, with all that was written.")
    case .fileTooLarge:
      inComposer("file too large", "This file is too large", unfit("film.mp4", .video), Self.notAdded)
    case .fileOfNoKind:
      inComposer("file of no kind", "This is no file for a post", unfit("recipes.json", nil), Self.notAdded)
    case .undescribed:
      inComposer(
        "file not described", "Not everybody sees what a file shows", PublishingFailureText.undescribed,
        "That is said once. Whoever sends once more sends it so.")
    case .duplicate: refused("duplicate", "this says the same as your last post")
    case .questionRefused: refused("question refused", "the question is open for too short a time")
    case .descriptionWanted: refused("description wanted", "a picture needs a description")
    case .blocked: refused("blocked", .refused(host: Self.host, message: "This action is not allowed"))
    case .answeredPostGone: refused("answered post gone", .postUnavailable(id: PostID("1843"), reason: .deleted))
    case .rateLimited:
      waits(
        "post rate limited", .rateLimited(host: Self.host, until: now.addingTimeInterval(15)),
        "It counts down, and goes out by itself.")
    case .offline:
      waits(
        "post waits", .offline(host: Self.host),
        "It goes out when the server is back. What has waited for more than a day asks first.")
    case .sessionEnded:
      waits(
        "post waits for a sign-in", .sessionExpired(handle: "scrivener@demo", host: Self.host),
        "It goes out when you have signed in.", actions: [.logIn])
    case .answerLost:
      waits(
        "answer lost", .timedOut(host: Self.host, seconds: 10),
        "It may have arrived. Tern looks for it among your posts, and sends it again only where that makes no second one."
      )
    case .nobodyKnows:
      EmptyStateViewModel(
        name: "post in doubt", title: "It needs your word",
        sentences: [
          "It may be at the server already, and nobody can tell.",
          "It goes out once more when you say so, or is a draft again.",
        ], actions: [])
    case .diskFull:
      EmptyStateViewModel(
        name: "draft not kept", title: "This draft cannot be kept",
        sentences: [
          "\(StoreError.unusable(path: "", reason: "No space left on device").clause).", "It stays in the composer.",
        ],
        actions: [], isFailure: true)
    }
  }
}

extension OutboxTourStop {
  private static let notAdded = "It is not added; the rest is as it was."

  private func unfit(_ name: String, _ kind: Media.Kind?) -> String {
    var limits = PostLimits()
    limits.videoBytes = 99_000_000
    return LocalMediaFile(path: name, bytes: 240_000_000, kind: kind).refusal(within: limits) ?? ""
  }

  private func inComposer(_ name: String, _ title: String, _ sentences: String...) -> EmptyStateViewModel {
    EmptyStateViewModel(name: name, title: title, sentences: sentences, actions: [])
  }

  private func refused(_ name: String, _ words: String) -> EmptyStateViewModel {
    refused(name, .refused(host: Self.host, message: "Validation failed: \(words)"))
  }

  private func refused(_ name: String, _ error: TimelineError) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: name, title: "It was not taken",
      sentences: ["\(error.clause.asSentence).", "It is a draft again, with that beside it."], actions: [],
      isFailure: true)
  }

  private func waits(
    _ name: String, _ error: TimelineError, _ sentence: String, actions: [EmptyStateAction] = []
  ) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: name, title: "It waits", sentences: ["\(error.clause.asSentence).", sentence], actions: actions)
  }
}

extension String {
  /// As the beginning of a sentence; the name of a server stays as it is.
  fileprivate var asSentence: String {
    let isName = prefix { !$0.isWhitespace }.contains(".")
    return isName ? self : prefix(1).uppercased() + dropFirst()
  }
}
