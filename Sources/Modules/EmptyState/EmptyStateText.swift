import Domain

/// The words for a reason: a pure function, so that each can be read and tested by itself.
struct EmptyStateText {
  let title: String
  let sentences: [String]
  let actions: [EmptyStateAction]
  let isFailure: Bool

  init(_ reason: EmptyReason) {
    switch reason {
    case .loading(let wanted, let progress, let seconds):
      self.init(
        "Loading \(wanted.thing)",
        [wanted.isFile ? "Reading \(wanted.fileName)." : "Tern is asking \(wanted.source) for \(wanted.phrase)."]
          + ((progress?.words ?? WaitingTime.words(seconds: seconds)).map { ["So far: \($0)."] } ?? []),
        [.cancel, .switchAccount, .back, .quit], isFailure: false)
    case .loadingCancelled(let wanted):
      self.init(
        "Loading was stopped",
        [
          wanted.isFile
            ? "Tern was reading \(wanted.fileName) when you stopped it."
            : "Tern was asking \(wanted.source) for \(wanted.phrase) when you stopped it."
        ],
        [.retry, .nextTimeline, .switchAccount, .back, .quit], isFailure: false)
    case .noPosts(let wanted):
      self.init(
        wanted.isFile ? "Nothing in this file" : "Nothing here yet",
        wanted.isFile
          ? ["\(wanted.fileName) holds no posts\(wanted.isAllOfTheFile ? "" : " in \(wanted.thing)")."]
          : wanted.isArchive
            ? ["\(wanted.phraseAtStart) has no posts in this archive.", "A newer archive may have some."]
            : [
              "\(wanted.phraseAtStart) has no posts yet.",
              "That is so when an account is new, or when nobody has written since it was made.",
            ], [.retry, .nextTimeline, .switchAccount, .back, .quit], isFailure: false)
    case .emptyTimeline(let filled, let wanted):
      self.init(filled, wanted)
    case .allHidden(let wanted, let counts, let further):
      self.init(
        counts.count == 0 ? "Nothing to show yet" : "All posts here are hidden",
        (counts.count == 0 ? [] : ["\(wanted.phraseAtStart): \(counts.words)."]) + further.sentences,
        [.showHidden, .continueSearch, .retry, .nextTimeline, .switchAccount, .back, .quit], isFailure: false)
    case .noAccounts:
      self.init(
        "Welcome to Tern",
        [
          "Tern reads accounts at Mastodon servers, and archives and files.",
          "tern import FILE takes in your archive of X or Mastodon, as you have downloaded it.",
          "tern FILE shows a file of posts as it is.",
        ], [.signIn, .openDemo, .quit], isFailure: false)
    case .nothingSelected:
      self.init(
        "No post is selected", ["The post that is selected in the list stands here, with its thread."], [],
        isFailure: false)
    case .noMatches(let words, let searched, .accounts, _, _):
      self.init(
        "Nobody here is called “\(words)”",
        [
          "Tern looked at \(searched == 1 ? "1 account" : "\(searched) accounts"): at names, handles and where they come "
            + "from."
        ], [.showAll],
        isFailure: false)
    case .noMatches(let words, let searched, .posts, let widenings, let unanswered):
      self.init(
        "Nothing found for “\(words)”",
        ["Tern looked through \(LoadingProgress.words(posts: searched)), from the newest to the oldest."]
          + unanswered.sentences + widenings.prefix(2).map(\.sentence),
        [.searchServer, .clearSearch, .search, .nextTimeline], isFailure: false)
    case .meaninglessSearch(let words, let error):
      self.init(
        "Tern cannot look for this",
        [
          "“\(words)” wants \(error.words).",
          "A search is words, \"phrases\", #tags, @handles, from:handle, since:2015, has:media, likes:>100, lang:en, OR, "
            + "( ), and - before what is not wanted.",
        ], [.clearSearch, .search], isFailure: false)
    case .failed(let failure):
      self.init(failure)
    }
  }

  init(_ title: String, _ sentences: [String], _ actions: [EmptyStateAction], isFailure: Bool = true) {
    self.title = title
    self.sentences = sentences
    self.actions = actions
    self.isFailure = isFailure
  }
}

extension EmptyStateText {
  /// The reason in a few words that stand by themselves, for a line beside posts.
  static func notice(_ reason: EmptyReason) -> String {
    guard case .failed(let failure) = reason else { return EmptyStateText(reason).title }
    return switch failure.error {
    case .serverError(let host, let message): "\(host): “\(message)”"
    case .rateLimited: "\(EmptyStateText(reason).title), next try in \(failure.secondsLeft ?? 0) s"
    case .sessionExpired(let handle, let host): "@\(handle) is no longer logged in at \(host)"
    case .refused(let host, let message): "\(host) says no: “\(message)”"
    case .untrustedHost(let host, let reason): "\(host) cannot prove who it is: \(reason)"
    case .webPage(let host, let title) where !title.isEmpty: "\(host) answers with a web page: “\(title)”"
    case .accountGone(_, _, let movedTo?): "\(EmptyStateText(reason).title): it is now \(movedTo)"
    case .maintenance(_, .some): "\(EmptyStateText(reason).title), next try in \(failure.secondsLeft ?? 0) s"
    case .fileMissing(let path): "\(path.fileName) is not there"
    case .fileUnreadable(let path, let why): "\(path.fileName) cannot be read: \(why)"
    case .fileDamaged(let place): "\(place.path.fileName) is damaged at line \(place.line), column \(place.column)"
    default: EmptyStateText(reason).title
    }
  }
}

extension EmptyReason.Wanted {
  var phrase: String { owner.isEmpty ? thing : "\(owner)’s \(thing)" }

  /// Nobody's name is written differently because a sentence begins with it.
  fileprivate var phraseAtStart: String { owner.isEmpty ? phrase.capitalizedFirst : phrase }

  /// The name without the folders that it is in.
  public var fileName: String { source.fileName }

  /// Whether it is what a file's posts are called that has no timelines of its own.
  fileprivate var isAllOfTheFile: Bool { ["Home", "Posts"].contains(thing) }
}

extension String {
  /// The path's last part.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }

  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension [MultiAccountResult.Failure] {
  /// Each is named as long as these are few.
  private static var named: Int { 3 }

  /// Which accounts could not be looked through, and why; a sentence each, without its end.
  public var clauses: [String] {
    let clauses = prefix(Self.named).map { "\($0.account.label) could not be looked through: \($0.error.clause)" }
    let rest = count - clauses.count
    guard rest > 0 else { return clauses }
    return clauses + [rest == 1 ? "Neither could another account" : "Neither could \(rest) other accounts"]
  }

  fileprivate var sentences: [String] { clauses.map { "\($0)." } }
}

extension EmptyStateViewModel {
  /// Where a search has nothing to show, whatever the reason: the way back to the posts is live, and while a person types
  /// into the field nothing else.
  public func inSearch(isTyping: Bool) -> Self {
    var viewModel = self
    if isTyping { viewModel.actions = [] }
    if !viewModel.actions.contains(.clearSearch) { viewModel.actions.append(.clearSearch) }
    return viewModel
  }
}
