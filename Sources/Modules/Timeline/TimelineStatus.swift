import Domain
import EmptyState
import FoundationEssentials
import TerminalKit
import TimelineCore

/// The words around the list: pure functions of what is held.
enum TimelineStatus {
  /// Of so many a share says more than the number.
  private static let minTotalForShare = 1_000

  /// “7 of 64 · 3 unread”, “340 of 3,400 · 10 %”; of a search “7 of 1,000+ matches”.
  @MainActor
  static func text(for pager: TimelinePager, of search: SearchSession, unread: Int) -> String {
    guard pager.isShowingPosts else { return "" }
    func number(_ count: Int) -> String { LoadingProgress.grouped(count) }
    if search.matches != nil, let count = search.count {
      let noun = count.count == 1 && count.isExact ? "match" : "matches"
      let matches = "\(Self.number(of: count)) \(noun)"
      guard !search.isTyping, let position = pager.position else { return matches }
      return "\(number(position + 1)) of \(matches)"
    }
    var parts: [String] = []
    if let position = pager.position {
      parts.append(number(position + 1) + (pager.window?.total.map { " of " + number($0) } ?? ""))
      if let total = pager.window?.total, total >= minTotalForShare {
        parts.append("\((position + 1) * 100 / total) %")
      }
    }
    if unread > 0 { parts.append("\(number(unread)) unread") }
    if !pager.hiddenCounts.status.isEmpty { parts.append(pager.hiddenCounts.status) }
    return parts.joined(separator: " · ")
  }

  /// What stands below the last post that is held.
  @MainActor
  static func footer(
    for pager: TimelinePager, of wanted: EmptyReason.Wanted, isSearch: Bool, server: String?,
    failure: EmptyReason?, keymap: Keymap
  ) -> String {
    if let failure {
      return "Older posts did not come: \(EmptyStateViewModel(failure, offered: []).title)."
        + remedy("tries again", keymap)
    }
    guard let window = pager.window, window.older != nil else {
      if pager.window?.isCutShort == true { return "Reading was stopped here." + remedy(for: wanted, keymap) }
      if isSearch {
        let further = server.map { keymap.sentence(SourceCommands.searchServer, "asks \($0)") } ?? ""
        return "Those are all the matches\(further.isEmpty ? "." : " here. \(further).")"
      }
      return pager.window?.isCutOff == true ? "That is all there is: the file ends in the middle." : "That is all."
    }
    if pager.isFetching { return "Fetching older posts…" }
    guard pager.hasPausedAtHidden else { return "" }
    return keymap.sentence(SourceCommands.continueSearch, "looks further down").isEmpty
      ? "Nothing to show in what came last."
      : "Nothing to show in what came last; "
        + keymap.sentence(SourceCommands.continueSearch, "looks further down") + "."
  }

  /// What stands in the place of entries that are missing.
  static func words(for gap: TimelineGap) -> String {
    let missing = gap.count.map { "\(LoadingProgress.words(posts: $0)) not loaded" } ?? "Some posts are not loaded"
    guard let newest = gap.newest, let oldest = gap.oldest else { return missing }
    return "\(missing) · \(duration(newest.timeIntervalSince(oldest)))"
  }

  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<60: "less than a minute"
    case ..<3_600: "\(Int(seconds / 60)) min"
    case ..<172_800: "\(Int(seconds / 3_600)) h"
    default: "\(Int(min(seconds, 1e12) / 86_400)) days"
    }
  }
}

// MARK: - Notices

extension TimelineStatus {
  /// That the posts on the screen are old, and why.
  static func notice(for failure: EmptyReason, loadedAt: Date?, now: Date) -> NoticeViewModel {
    NoticeViewModel(
      failure: failure, shown: "posts", loadedAt: loadedAt, now: now, offered: Set(EmptyStateAction.allCases))
  }

  /// That the person waits for an answer.
  /// - Parameters:
  ///   - seconds: for how long they have waited.
  ///   - beforeOldest: whether they wait for the end of a file, to go to its oldest post.
  static func notice(
    asking wanted: EmptyReason.Wanted, _ progress: LoadingProgress?, seconds: Int, beforeOldest: Bool
  ) -> NoticeViewModel {
    guard !wanted.isFile else {
      return notice(reading: wanted, progress, seconds: seconds, beforeOldest: beforeOldest, offering: .cancel)
    }
    let text = "Asking \(wanted.source) for \(wanted.thing)…" + WaitingTime.ending(seconds: seconds)
    return NoticeViewModel(text: text, stays: true, actions: [.cancel])
  }

  /// That the source is being read, and how far.
  static func notice(
    reading wanted: EmptyReason.Wanted, _ progress: LoadingProgress?, seconds: Int = 0, beforeOldest: Bool = false,
    offering action: EmptyStateAction
  ) -> NoticeViewModel {
    let name = wanted.fileName
    let doing = beforeOldest ? "Going to the oldest post once \(name) is read…" : "Reading \(name)…"
    let text = doing + (progress.map { " \($0.words)" } ?? WaitingTime.ending(seconds: seconds))
    return NoticeViewModel(text: text, stays: true, actions: [action])
  }

  /// That reading was stopped.
  static func noticeOfStop(of wanted: EmptyReason.Wanted, after posts: Int, keymap: Keymap) -> NoticeViewModel {
    NoticeViewModel(text: "Stopped at \(LoadingProgress.words(posts: posts))." + remedy(for: wanted, keymap))
  }

  private static func remedy(for wanted: EmptyReason.Wanted, _ keymap: Keymap) -> String {
    wanted.isReadOnce ? "" : remedy("reads all", keymap)
  }

  /// “ R tries again.”
  private static func remedy(_ effect: String, _ keymap: Keymap) -> String {
    let sentence = keymap.sentence(SourceCommands.refresh, effect)
    return sentence.isEmpty ? "" : " \(sentence)."
  }

  /// That the server does not hold all of the timeline yet.
  static func noticeOfRegeneration(of wanted: EmptyReason.Wanted) -> NoticeViewModel {
    NoticeViewModel(text: "\(wanted.source) is putting \(wanted.thing) together anew: more is there soon", stays: true)
  }

  /// That news do not come by themselves any more.
  static func noticeOfLostConnection(to host: String, loadedAt: Date?, now: Date) -> NoticeViewModel {
    let since = loadedAt.map { " · posts as of \(LocalTime.moment($0, at: now))" } ?? ""
    return NoticeViewModel(
      text: "The connection to \(host) is lost: what is new does not come by itself\(since)", isFailure: true,
      stays: true,
      actions: [.retry])
  }

  /// That some posts of a file could not be read.
  static func notice(for skipped: SkippedPosts) -> NoticeViewModel {
    let place = skipped.first
    let file = place.path.split(separator: "/").last ?? ""
    let spot = "line \(place.line), column \(place.column): expected \(place.expected)"
    let words = LoadingProgress.words(posts: skipped.count)
    let text =
      switch (skipped.isCutOff, skipped.count) {
      case (true, 1): "\(file) ends in the middle, at \(spot)"
      case (true, _): "\(file) ends in the middle, and \(words) could not be read; the first at \(spot)"
      case (false, _): "\(words) of \(file) could not be read; the first at \(spot)"
      }
    return NoticeViewModel(text: text, isFailure: true)
  }

  /// “4 new above · gg”: what has come, and the way to it.
  static func notice(ofNew count: Int, keymap: Keymap) -> NoticeViewModel {
    let way = keymap.label(of: TimelineCommands.newest).map { " · \($0)" } ?? ""
    return NoticeViewModel(text: "\(LoadingProgress.grouped(count)) new above\(way)")
  }

  /// That the source has nothing newer than what is held.
  /// - Parameters:
  ///   - hasUnread: whether some of that is unread.
  ///   - isUnreadElsewhere: whether another tab has something unread.
  static func noticeOfNothingNew(
    in timeline: ListedTimeline, hasUnread: Bool, isUnreadElsewhere: Bool, now: Date
  ) -> NoticeViewModel {
    let words = hasUnread ? "Nothing newer" : "Nothing new\(isUnreadElsewhere ? " in \(timeline.title)" : "")"
    return NoticeViewModel(text: "\(words). Asked at \(LocalTime.clock(now)).")
  }

  /// That the timeline that was shown no longer exists at the server, and another one is shown.
  static func noticeOfRemoval(_ timeline: ListedTimeline) -> NoticeViewModel {
    let text =
      if case .tag = timeline.id { "You no longer follow \(timeline.title)." } else {
        "The list “\(timeline.title)” no longer exists."
      }
    return NoticeViewModel(text: text, stays: true)
  }

  static func noticeOfNoUnread(in timeline: ListedTimeline) -> NoticeViewModel {
    NoticeViewModel(text: "Nothing is unread in \(timeline.title).")
  }

  /// - Parameter count: how many were unread, where that is known.
  static func noticeOfRead(_ count: Int?, keymap: Keymap) -> NoticeViewModel {
    let read = count.map { "\(LoadingProgress.words(posts: $0)) marked read." } ?? "All marked read."
    let remedy = keymap.sentence(SourceCommands.takeBack, "takes it back")
    return NoticeViewModel(text: remedy.isEmpty ? read : "\(read) \(remedy).")
  }

  /// That marking as read was taken back.
  /// - Parameter count: how many are unread now, where that is known.
  static func noticeOfUnread(_ count: Int?, in timeline: ListedTimeline) -> NoticeViewModel {
    let unread =
      count.map { "\(LoadingProgress.words(posts: $0)) of \(timeline.title)" } ?? "What was unread in \(timeline.title)"
    return NoticeViewModel(text: "\(unread) \(count == 1 ? "is" : count == nil ? "is" : "are") unread again.")
  }
}

// MARK: - Notices of a date and of a search

extension TimelineStatus {
  static func noticeOfNoDate(_ text: String) -> NoticeViewModel {
    NoticeViewModel(text: "“\(text)” is no date. 2015, 2015-03, 2015-03-14, today and yesterday are.", isFailure: true)
  }

  /// That there is nothing at a date; nil where there is.
  /// - Parameter post: the nearest one.
  static func noticeOfDate(
    _ name: String, _ span: DateSpan, nearest post: Post?, isUnfinished: Bool
  ) -> NoticeViewModel? {
    let nothing = isUnfinished ? "Nothing so far of \(name)." : "Nothing of \(name)."
    guard let date = post?.timelineDate else {
      return NoticeViewModel(text: "\(nothing) The posts here have no dates.")
    }
    guard date < span.start || date >= span.end else { return nil }
    return NoticeViewModel(text: "\(nothing) The nearest post is of \(LocalTime.day(date)).")
  }

  /// That something is being looked for.
  static func notice(
    lookingFor query: SearchQuery, in wanted: EmptyReason.Wanted, _ progress: LoadingProgress?, seconds: Int,
    actions: [EmptyStateAction]
  ) -> NoticeViewModel {
    let waiting = "…" + WaitingTime.ending(seconds: seconds)
    let reading = progress.map { " once \(wanted.fileName) is read… \($0.words)" } ?? waiting
    return NoticeViewModel(
      text: "Looking for “\(query.text)”\(wanted.isFile ? reading : waiting)", stays: true, actions: actions)
  }

  /// Who is still looked through, and who could not be; nil where all have answered.
  static func notice(of answer: MultiAccountResult) -> NoticeViewModel? {
    if let first = answer.waiting.first {
      let others = answer.waiting.count - 1
      let rest = others == 0 ? "" : others == 1 ? " and another account" : " and \(others) other accounts"
      return NoticeViewModel(text: "Still looking through \(first.label)\(rest)…", stays: true)
    }
    guard let first = answer.failures.first else { return nil }
    let named = answer.failures.prefix(maxNamed).map(\.account.label)
    let rest = answer.failures.count - named.count
    let text =
      answer.failures.count == 1
      ? [first].clauses[0]
      : "Not looked through: " + named.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    return NoticeViewModel(text: text, isFailure: true, stays: true)
  }

  /// So many accounts are named in one line.
  private static let maxNamed = 2

  static func notice(for hint: SearchSession.Hint, _ text: String, keymap: Keymap) -> NoticeViewModel {
    switch hint {
    case .goOn:
      let ending = keymap.sentence(TimelineCommands.submitSearch, "looks for “\(text)”")
      return NoticeViewModel(text: ending.isEmpty ? "Type on." : "Type on, or \(ending).", stays: true)
    case .mend(let error):
      return NoticeViewModel(text: "This wants \(error.words).", stays: true)
    }
  }

  /// “4”, “nothing”: how much a search has found.
  static func words(for count: MatchCount) -> String { count.count == 0 ? "nothing" : number(of: count) }

  /// “4”, “1,000+”, “about 120”.
  private static func number(of count: MatchCount) -> String {
    (count.isRough ? "about " : "") + LoadingProgress.grouped(count.count) + (count.isExact ? "" : "+")
  }

  /// What stands in a tab that lists nothing while something else is looked for, as long as nothing is found.
  static func anotherSearch(isTyping: Bool) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "another search", title: "Another search", sentences: ["What it finds stands here."],
      actions: isTyping ? [.clearSearch] : [.clearSearch, .search])
  }

  static func noticeOfNoMatch(isOnly: Bool, step: Int) -> NoticeViewModel {
    NoticeViewModel(text: isOnly ? "This is the only match." : "There is no \(step > 0 ? "older" : "newer") match.")
  }
}
