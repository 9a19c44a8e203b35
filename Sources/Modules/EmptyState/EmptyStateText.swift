import Domain

/// The words for a reason: a pure function, so that each can be read and tested by itself.
struct EmptyStateText {
  let title: String
  let sentences: [String]
  let actions: [EmptyStateAction]
  let isFailure: Bool

  init(_ reason: EmptyReason) {
    switch reason {
    case .loading(let wanted):
      self.init(
        "Loading \(wanted.thing)", ["Tern is asking \(wanted.source) for \(wanted.phrase)."],
        [.cancel, .switchAccount, .back, .quit], isFailure: false)
    case .loadingCancelled(let wanted):
      self.init(
        "Loading was stopped", ["Tern was asking \(wanted.source) for \(wanted.phrase) when you stopped it."],
        [.retry, .nextTimeline, .switchAccount, .back, .quit], isFailure: false)
    case .noPosts(let wanted):
      self.init(
        "Nothing here yet",
        [
          "\(wanted.phrase.capitalizedFirst) has no posts yet.",
          "That is so when an account is new, or when nobody has written since it was made.",
        ], [.retry, .nextTimeline, .switchAccount, .back, .quit], isFailure: false)
    case .noAccounts:
      self.init(
        "No accounts yet",
        [
          "Tern knows no account that it could show.",
          "Sign in to one, or open a file: tern PATH. A look around is tern demo.",
        ], [.addAccount, .quit], isFailure: false)
    case .noMatches(let words, let searched):
      self.init(
        "No post says “\(words)”",
        [
          "Tern looked through \(searched) \(searched == 1 ? "post" : "posts") of this timeline, from the newest to "
            + "the oldest.", "A post is found when it holds every word of the search.",
        ], [.clearSearch, .search], isFailure: false)
    case .offline(let host, let wanted, let lastTry):
      self.init(
        "\(host) does not answer",
        [
          "Tern asked for \(wanted.phrase) and the network said no.",
          "The last try was at \(LocalTime.clock(lastTry)).",
        ],
        [.retry, .switchAccount, .back, .quit])
    case .timedOut(let host, let seconds, let wanted, let lastTry):
      self.init(
        "\(host) took too long",
        [
          "Tern asked for \(wanted.phrase) and waited \(seconds) s for an answer that did not come.",
          "The last try was at \(LocalTime.clock(lastTry)).",
        ], [.retry, .switchAccount, .back, .quit])
    case .serverError(let host, let message, let wanted):
      self.init(
        "\(host) could not do it",
        ["Tern asked for \(wanted.phrase). The answer was: “\(message)”"], [.retry, .switchAccount, .back, .quit])
    case .rateLimited(let host, let wanted, let until, let secondsLeft):
      self.init(
        "\(host) asks for patience",
        [
          "Too many questions in too short a time. \(host) answers again at \(LocalTime.clock(until)).",
          "Tern asks for \(wanted.phrase) by itself in \(secondsLeft) s.",
        ], [.retry, .switchAccount, .back, .quit])
    case .sessionExpired(let handle, let host):
      self.init(
        "The session has ended",
        ["\(host) no longer knows the session of @\(handle).", "Log in again to go on reading."],
        [.logIn, .switchAccount, .back, .quit])
    case .fileMissing(let path):
      self.init(
        "The file is not there",
        ["There is no file at \(path).", "It may have been moved, renamed or deleted."],
        [.retry, .switchAccount, .back, .quit])
    case .fileUnreadable(let path, let reason):
      self.init("The file cannot be read", ["\(path): \(reason)."], [.retry, .switchAccount, .back, .quit])
    case .fileDamaged(let place):
      self.init(
        "The file is damaged",
        ["\(place.path), line \(place.line), column \(place.column): expected \(place.expected)."],
        [.retry, .nextTimeline, .switchAccount, .back, .quit])
    case .unknownFormat(let path, let formats):
      self.init(
        "No timeline in this file",
        ["\(path) is in no format that Tern knows.", "It looked for \(formats.joined(separator: ", "))."],
        [.retry, .switchAccount, .back, .quit])
    case .unknownTimeline(let name, let known):
      self.init(
        "There is no timeline “\(name)”", ["The timelines here are \(known.joined(separator: ", "))."],
        [.nextTimeline, .switchAccount, .back, .quit])
    case .postUnavailable(let id, let reason):
      self.init("This post cannot be shown", ["Post \(id) \(reason.clause)."], [.retry, .back])
    }
  }

  private init(_ title: String, _ sentences: [String], _ actions: [EmptyStateAction], isFailure: Bool = true) {
    self.title = title
    self.sentences = sentences
    self.actions = actions
    self.isFailure = isFailure
  }
}

extension EmptyReason.Wanted {
  fileprivate var phrase: String { owner.isEmpty ? thing : "\(owner)’s \(thing)" }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
