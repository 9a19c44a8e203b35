import Domain
import FoundationEssentials

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
          : [
            "\(wanted.phraseAtStart) has no posts yet.",
            "That is so when an account is new, or when nobody has written since it was made.",
          ], [.retry, .nextTimeline, .switchAccount, .back, .quit], isFailure: false)
    case .noAccounts:
      self.init(
        "Welcome to Tern",
        [
          "Tern reads accounts at Mastodon servers, and archives and files.",
          "tern import FILE takes in your archive of X or Mastodon, as you have downloaded it.",
          "tern FILE shows a file of posts as it is.",
        ], [.signIn, .lookAround, .quit], isFailure: false)
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
        ["Tern looked through \(ReadingProgress.words(posts: searched)), from the newest to the oldest."]
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

  private init(_ failure: EmptyReason.Failure) {
    let phrase = failure.wanted.phrase
    let lastTry = "The last try was at \(LocalTime.clock(failure.lastTry))."
    switch failure.error {
    case .offline(let host, .notAsked):
      self.init(
        "\(host) is not asked",
        ["Tern has nothing of \(phrase) yet.", "It was started with --offline, so it asks no server."], Self.anywhere)
    case .offline(let host, let cause):
      self.init(
        "\(host) does not answer", ["Tern asked for \(phrase) and \(cause.clause).", lastTry], Self.anywhere)
    case .timedOut(let host, let seconds):
      self.init(
        "\(host) took too long",
        ["Tern asked for \(phrase) and waited \(seconds) s for an answer that did not come.", lastTry], Self.anywhere)
    case .serverError(let host, let message):
      self.init(
        "\(host) could not do it", ["The answer was: “\(message)”", "Tern had asked for \(phrase).", lastTry],
        Self.anywhere)
    case .rateLimited(let host, let until):
      self.init(
        "\(host) asks for patience",
        [
          "In \(failure.secondsLeft ?? 0) s Tern asks for \(phrase) by itself.",
          "Too many questions in too short a time. \(host) answers again at \(LocalTime.clock(until)).",
        ], Self.anywhere)
    case .sessionExpired(let handle, let host):
      self.init(
        "The session has ended",
        ["@\(handle) is no longer logged in at \(host).", "Log in again to go on reading."],
        [.logIn, .nextTimeline, .switchAccount, .back, .quit])
    case .untrustedHost(let host, let reason):
      self.init(
        "\(host) cannot prove who it is",
        [
          "Its certificate is not good: \(reason).",
          "Somebody may be listening in, so Tern sends nothing there. \(lastTry)",
        ], Self.anywhere)
    case .refused(let host, let message):
      self.init(
        "\(host) says no", ["The answer was: “\(message)”", "Tern had asked for \(phrase).", lastTry], Self.anywhere)
    case .webPage(let host, let title):
      self.init(
        "\(host) answers with a web page",
        [
          "Tern asked for \(phrase) and got " + (title.isEmpty ? "a page without a title." : "the page “\(title)”."),
          "The network may want a login first, or this is no such server.", lastTry,
        ], Self.anywhere)
    case .accountGone(let host, let message, let movedTo):
      self.init(
        "This account is gone from \(host)",
        ["The answer was: “\(message)”"] + (movedTo.map { ["It is now \($0)."] } ?? [])
          + ["What Tern has kept of it can still be read."], Self.elsewhere)
    case .maintenance(let host, let until):
      self.init(
        "\(host) is being worked on",
        [
          until.map {
            "In \(failure.secondsLeft ?? 0) s Tern asks for \(phrase) by itself. It answers again at "
              + "\(LocalTime.clock($0))."
          } ?? "It does not say for how long.", lastTry,
        ], Self.anywhere)
    case .fileMissing(let path):
      self.init("The file is not there", ["There is no file at \(path).", lastTry], Self.inThisFile)
    case .fileUnreadable(let path, let reason):
      self.init("The file cannot be read", ["\(path): \(reason).", lastTry], Self.inThisFile)
    case .fileDamaged(let place):
      self.init(
        "The file is damaged",
        ["Line \(place.line), column \(place.column) of \(place.path): expected \(place.expected).", lastTry],
        Self.anywhere)
    case .errorDocument(let path, let message):
      self.init(
        "An error instead of posts",
        ["\(path) holds what a server said instead of a timeline: “\(message)”", lastTry], Self.inThisFile)
    case .unknownFormat(let path, let formats):
      self.init(
        "No timeline in this file",
        [
          "\(path) is in no format that Tern knows.", "It looked for \(formats.joined(separator: ", ")).", lastTry,
        ], Self.inThisFile)
    case .unknownTimeline(let name, let known):
      self.init(
        "There is no timeline “\(name)”", ["The timelines here are \(known.joined(separator: ", "))."],
        [.nextTimeline, .switchAccount, .back, .quit])
    case .postUnavailable(let id, let reason):
      self.init("This post cannot be shown", ["Post \(id.rawValue) \(reason.clause)."], [.retry, .back])
    case .storeFailed(let error):
      self.init(error.title, error.sentences + [lastTry], Self.anywhere)
    case .cancelled:
      self.init(EmptyReason.loadingCancelled(failure.wanted))
    }
  }

  /// What helps where one file is of no use.
  private static let inThisFile: [EmptyStateAction] = [.retry, .switchAccount, .back, .quit]
  /// What helps where asking once more is of no use.
  private static let elsewhere: [EmptyStateAction] = [.nextTimeline, .switchAccount, .back, .quit]
  /// What helps where another timeline of the account may do better.
  private static let anywhere: [EmptyStateAction] = [.retry, .nextTimeline, .switchAccount, .back, .quit]

  private init(_ title: String, _ sentences: [String], _ actions: [EmptyStateAction], isFailure: Bool = true) {
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

extension StoreError {
  fileprivate var title: String {
    switch self {
    case .damaged: "The store was damaged"
    case .newer: "The store is newer than this Tern"
    case .busy: "Another Tern is at work on the store"
    case .unusable: "The store cannot be read"
    }
  }

  fileprivate var sentences: [String] {
    switch self {
    case .damaged(let path, let setAside):
      ["\(path) lies at \(setAside) now; nothing of it is lost.", "Import your archives again: tern import PATH."]
    case .newer(let path): ["\(path) was written by a newer Tern. This one leaves it as it is."]
    case .busy(let path): ["\(path) is being written. It is free again in a moment."]
    case .unusable(let path, let reason): ["\(path): \(reason)."]
    }
  }
}

extension EmptyReason.Wanted {
  fileprivate var phrase: String { owner.isEmpty ? thing : "\(owner)’s \(thing)" }

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

extension [AccountsAnswer.Failure] {
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

extension SearchQuery.Widening {
  /// What to try, for people.
  var sentence: String {
    switch self {
    case .otherTimeline(let name, let nearest):
      "There is no timeline “\(name)”" + (nearest.map { "; \($0) may be meant." } ?? ".")
    case .leavingOut(let conditions) where conditions.count == 1: "Without \(conditions[0]) it may find more."
    case .leavingOut(let conditions):
      "Without \(conditions.dropLast().joined(separator: ", ")) or \(conditions.last ?? "") it may find more."
    case .quotationMarks: "Without quotation marks the words may stand anywhere in a post."
    case .quotedWord: "Without quotation marks it may also be the beginning of a word."
    case .oneWordLess: "One word less may find more: a post must have every one of them."
    case .shorterWord: "The beginning of a word is enough: a shorter one may find more."
    case .longerWord: "So short a word must stand alone. From three letters on it may be the beginning of one."
    }
  }
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

/// For how long somebody has waited, in words.
public enum WaitingTime {
  /// What is over sooner is not counted.
  private static let minSeconds = 2

  /// “12 s”, “2 min 5 s”; nil as long as it is not worth a word.
  public static func words(seconds: Int) -> String? {
    guard seconds >= minSeconds else { return nil }
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }

  /// The same behind a sentence that says what is awaited: “ 12 s”.
  public static func ending(seconds: Int) -> String { words(seconds: seconds).map { " \($0)" } ?? "" }
}

extension ReadingProgress {
  /// “34 %, 34,048 posts”.
  public var words: String {
    let percent = fraction.map { "\(Int($0 * 100)) %, " } ?? ""
    return percent + Self.words(posts: posts)
  }

  /// “34,048 posts”.
  public static func words(posts count: Int) -> String {
    count == 1 ? "1 post" : "\(grouped(count)) posts"
  }

  /// “34,048”.
  public static func grouped(_ number: Int) -> String {
    number < 1_000 ? "\(number)" : grouped(number / 1_000) + "," + "\(1_000 + number % 1_000)".dropFirst()
  }
}
