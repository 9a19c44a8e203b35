import Domain

/// The text of an empty view for a reason.
struct EmptyStateText {
  let title: String
  let sentences: [String]
  let keySentences: [KeySentence]
  let actions: [EmptyStateAction]
  let isFailure: Bool

  /// - Parameter hasDemo: whether the demo can be opened.
  init(_ reason: EmptyReason, hasDemo: Bool = true) {
    switch reason {
    case .loading(let subject, let progress, let seconds):
      self.init(
        "Loading \(subject.contentName)",
        [subject.loadingSentence]
          + ((progress?.text ?? WaitingTime.text(seconds: seconds)).map { ["So far: \($0)."] } ?? []),
        [.cancel, .switchAccount, .back, .quit], isFailure: false)
    case .loadingCancelled(let subject):
      self.init(
        "Loading stopped",
        [
          subject.isFile
            ? "You stopped reading \(subject.fileName)."
            : "You stopped loading \(subject.phrase) from \(subject.source)."
        ],
        [.retry, .nextTimeline, .switchAccount, .back, .quit], isFailure: false)
    case .noPosts(let subject): self.init(noPostsIn: subject)
    case .emptyTimeline(let kind, let subject):
      self.init(kind, subject)
    case .allHidden(let subject, let counts, let olderPosts):
      self.init(
        counts.isEmpty ? "Nothing to show yet" : "All posts here are hidden",
        (counts.isEmpty ? [] : ["\(subject.sentenceStart): \(counts.text)."]) + olderPosts.sentences,
        counts.actions + [.continueSearch, .refresh, .nextTimeline, .switchAccount, .back, .quit], isFailure: false)
    case .noneOfGroup(let subject, let group, let hidden, let olderPosts):
      self.init(
        "No \(group.title)",
        ["\(subject.sentenceStart): \(group.explanation)"] + hidden.hiddenNotifications + olderPosts.sentences,
        [
          .showAllNotifications, .nextNotificationGroup, .continueSearch, .refresh, .nextTimeline, .switchAccount,
          .back,
          .quit,
        ], isFailure: false)
    case .noAccounts:
      self.init(
        "Welcome to Tern",
        [
          "Read Mastodon, and your X or Mastodon archive, in the terminal.",
          hasDemo ? "Sign in to your server, or try the demo." : "Sign in to your server.",
          "Import an archive that you downloaded: `tern import FILE`.",
          "Or only read a file of posts: `tern FILE`.",
        ], [.signIn, .openDemo, .quit], isFailure: false)
    case .nothingSelected:
      self.init(
        "No post selected", ["Select a post to see it here with its thread."], [], isFailure: false)
    case .noMatches(let words, let searched, .accounts, _, _):
      self.init(
        "No account matches \(words.inQuotationMarks)",
        [
          "Searched the names, handles and sources of \(searched == 1 ? "1 account" : "\(searched) accounts")."
        ], [.showAll], isFailure: false)
    case .noMatches(let words, let searched, .posts, _, let failures) where SearchQuery.isOnThisDay(words):
      self.init(
        "Nothing on this day",
        [
          "None of \(LoadingProgress.text(posts: searched)) is from this day in an earlier year.",
          "Try again tomorrow.",
        ]
          + failures.sentences, [.nextTimeline, .switchAccount, .back, .quit], isFailure: false)
    case .noMatches(let words, let searched, .posts, let widenings, let failures):
      self.init(
        "No results for \(words.inQuotationMarks)",
        ["Searched \(LoadingProgress.text(posts: searched)), newest first."]
          + failures.sentences + widenings.prefix(2).map(\.sentence),
        [.searchServer, .clearSearch, .search, .nextTimeline], isFailure: false)
    case .invalidSearch(_, let error):
      self.init(
        "Invalid search",
        [
          error.sentence,
          "Use words, \"phrases\", #tags, @handles, from:handle, since:2015, has:media, likes:>100, lang:en, OR, ( ), "
            + "and - to exclude.",
        ], [.clearSearch, .search], isFailure: false)
    case .failed(let failure):
      self.init(failure)
    }
  }

  /// The text of a timeline without posts whose name does not say how it fills.
  private init(noPostsIn subject: EmptyReason.Subject) {
    let actions: [EmptyStateAction] = [.refresh, .nextTimeline, .switchAccount, .back, .quit]
    switch subject.origin {
    case .files:
      self.init(
        subject.isWholeFile ? "No posts in this file" : "\(subject.contentName) is empty",
        ["\(subject.fileName) has no posts\(subject.isWholeFile ? "" : " in \(subject.contentName)")."], actions,
        isFailure: false)
    case .imported:
      self.init(
        "\(subject.contentName) is empty",
        [
          "\(subject.sentenceStart) has no posts in this archive.",
          "`tern import FILE` adds the posts of a newer archive.",
        ], actions, isFailure: false)
    case .server where subject.isHome:
      self.init(
        "Home is empty",
        [
          "Follow people and hashtags, and their posts appear here.",
          "Your server suggests people and shows what others read, and you can find people by name.",
          "Or import an archive that you downloaded: `tern import FILE`.",
        ],
        [.suggestions, .trends, .findPeople] + [.nextTimeline, .refresh, .switchAccount, .back, .quit],
        isFailure: false)
    case .demo where subject.isHome:
      self.init(
        "Home is empty",
        [
          "\(subject.owner.isEmpty ? "This account" : subject.owner) follows no one yet.",
          "Follow people and hashtags, and their posts appear here.",
          "Other demo accounts have posts to look at.",
        ], [.suggestions, .trends, .switchAccount, .nextTimeline, .refresh, .back, .quit], isFailure: false)
    default:
      self.init("Nothing here yet", ["\(subject.sentenceStart) has no posts yet."], actions, isFailure: false)
    }
  }

  init(
    _ title: String, _ sentences: [String], keys: [KeySentence] = [], _ actions: [EmptyStateAction],
    isFailure: Bool = true
  ) {
    self.title = title
    self.sentences = sentences
    keySentences = keys
    self.actions = actions
    self.isFailure = isFailure
  }
}

extension EmptyStateText {
  /// A short form of the reason, for the notice line above posts. It has no full stop.
  static func notice(_ reason: EmptyReason) -> String {
    let title = EmptyStateText(reason).title
    guard case .failed(let failure) = reason else { return title }
    let retrying = "\(title). Retrying in \(failure.secondsLeft ?? 0) s"
    return switch failure.error {
    case .serverError(let host, let message), .refused(let host, let message):
      "\(host) says “\(message.withoutFullStop)”"
    case .requestFailed(_, let reason): "\(title): \(reason.withoutFullStop)"
    case .rateLimited, .maintenance(_, .some): retrying
    case .sessionExpired(let handle, let host): "@\(handle) is no longer signed in at \(host)"
    case .untrustedHost(_, let reason): "\(title): \(reason)"
    case .webPage(_, let pageTitle) where !pageTitle.isEmpty: "\(title): “\(pageTitle)”"
    case .accountGone(_, _, let movedTo?): "\(title). It moved to \(movedTo)"
    case .fileMissing(let path): "\(path.fileName) not found"
    case .fileUnreadable(let path, let reason): "Can’t read \(path.fileName): \(reason)"
    case .fileDamaged(let location):
      "\(location.path.fileName) is damaged at line \(location.line), column \(location.column)"
    default: title
    }
  }
}

extension EmptyReason.Subject {
  var phrase: String {
    if owner.isEmpty { return contentName }
    guard isFile else { return "\(owner)’s \(contentName)" }
    return isWholeFile ? owner : "\(contentName) of \(owner)"
  }

  /// The phrase at the start of a sentence. A name keeps its spelling, for example with a lower-case initial.
  fileprivate var sentenceStart: String { owner.isEmpty ? phrase.capitalizedFirst : phrase }

  /// The file name without its folders.
  public var fileName: String { source.fileName }

  /// Where the content is loaded from, and for whom.
  fileprivate var loadingSentence: String {
    if isFile { return "Reading \(fileName)." }
    return owner.isEmpty ? "From \(source)." : "From \(source), for \(owner)."
  }

  fileprivate var isHome: Bool { contentName == TimelineID.home.title }

  /// Whether the name stands for all posts of a file without timelines.
  fileprivate var isWholeFile: Bool { isHome || contentName == "Posts" }
}

extension String {
  /// A query in quotation marks, unless it has its own.
  public var inQuotationMarks: String { contains("\"") ? self : "“\(self)”" }

  /// The last component of the path.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }

  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension [MultiAccountResult.AccountFailure] {
  /// The number of accounts that are named.
  private static var maxNamed: Int { 3 }

  /// The accounts that could not be searched, with the reasons: one sentence each, without its full stop.
  public var clauses: [String] {
    let clauses = prefix(Self.maxNamed).map { "\($0.account.label) could not be searched: \($0.error.clause)" }
    let rest = count - clauses.count
    guard rest > 0 else { return clauses }
    return clauses + ["\(rest == 1 ? "1 more account" : "\(rest) more accounts") could not be searched"]
  }

  fileprivate var sentences: [String] { clauses.map { "\($0)." } }
}

extension EmptyStateViewModel {
  /// The empty view of a search. It always offers to close the search, and nothing else while the user types.
  public func inSearch(isTyping: Bool) -> Self {
    var viewModel = self
    if isTyping { viewModel.actions = [] }
    if !viewModel.actions.contains(.clearSearch) { viewModel.actions.append(.clearSearch) }
    return viewModel
  }
}
