import Domain
import EmptyState
import FoundationEssentials
import TerminalKit
import TimelineCore

/// The text around the list: status, footer and notices. Pure functions of the state.
enum TimelineStatus {
  /// Timelines with fewer posts show no percentage.
  private static let minTotalForShare = 1_000

  /// The unread entries of a timeline.
  enum UnreadState: Hashable {
    /// Nothing that is known.
    case unknown
    case unread(Int)
    /// All unread entries are above the selection.
    case newAbove(Int)
    /// The newest entry is selected, nothing is unread, and the source has nothing newer.
    case caughtUp

    /// “3 unread”; empty if nothing is known.
    func text(_ order: ReadingOrder) -> String {
      switch self {
      case .unknown: ""
      case .unread(let count): "\(LoadingProgress.grouped(count)) unread"
      case .newAbove(let count): "\(LoadingProgress.grouped(count)) new \(TimelineStatus.side(ofNewer: order))"
      case .caughtUp: "all caught up"
      }
    }
  }

  /// Where newer entries are: “above”.
  private static func side(ofNewer order: ReadingOrder) -> String {
    switch order {
    case .newestFirst: "above"
    case .oldestFirst: "below"
    }
  }

  /// “7 of 64 · 3 new above”, “340 of 3,400 · 10 %”, “7 · 2 hidden · Z”, “1 of 1 · mentions · 5 others · V”; for a
  /// search “7 of 1,000+ matches”. Rows of the list are counted: hidden entries are not, and joined ones are one.
  /// - Parameters:
  ///   - rows: the rows of the list.
  ///   - group: the group to which notifications are limited.
  ///   - options: the options of the timeline.
  @MainActor
  static func text(
    for pager: TimelinePager, _ rows: TimelineRowMapping, of search: SearchSession, unread: UnreadState,
    _ group: NotificationGroup?, _ options: TimelineOptions, keymap: Keymap
  ) -> String {
    guard pager.isShowingPosts else { return "" }
    func number(_ count: Int) -> String { LoadingProgress.grouped(count) }
    if search.matches != nil, let count = search.count {
      let noun = count.count == 1 && count.isExact ? "match" : "matches"
      let matches = "\(Self.number(of: count)) \(noun)"
      guard !search.isTyping, let position = pager.entriesAbove else { return matches }
      return "\(number(position + 1)) of \(matches)"
    }
    var parts: [String] = []
    let counts = pager.hiddenCounts
    let total = total(of: pager, rows, group, counts)
    if let position = position(in: pager, rows, total, options.order) {
      parts.append(number(position) + (total.map { " of " + number($0) } ?? ""))
    }
    if let share = share(of: pager, options.order) { parts.append("\(share) %") }
    func add(_ state: String, _ command: Command) {
      parts += [state] + (keymap.label(of: command).map { [$0] } ?? [])
    }
    if options.order == .oldestFirst { add("oldest first", TimelineCommands.order) }
    let news = unread.text(options.order)
    if !news.isEmpty { parts.append(news) }
    if let group { parts.append(group.title) }
    let others = counts[.otherGroup]
    if others > 0 { add("\(number(others)) \(others == 1 ? "other" : "others")", SourceCommands.notificationGroup) }
    if counts.filteredCount > 0 { add("\(number(counts.filteredCount)) hidden", SourceCommands.showHidden) }
    if pager.showsHidden { add("hidden posts shown", SourceCommands.showHidden) }
    for kind in EntryKind.allCases where options.hidden.contains(kind) {
      add(counts.status(of: kind), kind.command)
    }
    return parts.joined(separator: " · ")
  }

  /// The number of rows that the timeline has; nil if unknown. A source counts its entries, including hidden and joined
  /// ones.
  @MainActor
  private static func total(
    of pager: TimelinePager, _ rows: TimelineRowMapping, _ group: NotificationGroup?, _ counts: HiddenCounts
  ) -> Int? {
    guard let window = pager.window, group != nil || window.total != nil else { return nil }
    if window.newer == nil, window.older == nil {
      return window.entryCount(above: window.count).map { $0 - rows.joined.count }
    }
    // As far as is known; a part of the timeline may have more.
    guard counts.count + counts[.otherGroup] == 0 else { return nil }
    return window.total.map { $0 - rows.joined.count }
  }

  /// The number of the selected row; nil if unknown.
  @MainActor
  private static func position(
    in pager: TimelinePager, _ rows: TimelineRowMapping, _ total: Int?, _ order: ReadingOrder
  ) -> Int? {
    guard let newer = pager.entries(above: shownRow(in: pager, rows)).map({ $0 - joinedAbove(in: pager, rows) }) else {
      return nil
    }
    switch order {
    case .newestFirst: return newer + 1
    case .oldestFirst: return total.map { max(1, $0 - newer) }
    }
  }

  /// The row of the window that shows the selected entry, which may be joined to another one.
  @MainActor
  private static func shownRow(in pager: TimelinePager, _ rows: TimelineRowMapping) -> Int {
    rows.windowRow(at: rows.listRow(of: pager.selection))
  }

  /// The number of entries above the selected row that are joined to another one.
  @MainActor
  private static func joinedAbove(in pager: TimelinePager, _ rows: TimelineRowMapping) -> Int {
    let shown = shownRow(in: pager, rows)
    return rows.joined.count { $0 < shown }
  }

  /// The distance of the selection from the start of a long timeline, in percent; nil if unknown.
  @MainActor
  private static func share(of pager: TimelinePager, _ order: ReadingOrder) -> Int? {
    guard let total = pager.window?.total, total >= minTotalForShare, let above = pager.entriesAbove else { return nil }
    let position = order == .newestFirst ? above + 1 : max(1, total - above)
    return min(100, position * 100 / total)
  }

  /// The text below the last loaded post.
  /// - Parameters:
  ///   - server: the host whose server can search for the query of the list; nil if none exists.
  ///   - failure: the reason that older posts could not be loaded; nil if no request for them has failed.
  @MainActor
  static func footer(
    for pager: TimelinePager, of subject: EmptyReason.Subject, isSearch: Bool, server: String?,
    failure: EmptyReason?, keymap: Keymap
  ) -> String {
    if let failure {
      return "Couldn’t load older posts: \(EmptyStateViewModel(failure, offered: []).title)"
        + keyHint(SourceCommands.refresh, "retry", keymap)
    }
    guard let window = pager.window, window.older != nil else {
      let end = subject.contentName == TimelineID.notifications.title ? "End of notifications" : "End of posts"
      if pager.window?.isTruncated == true { return "Reading was stopped here" + readAllHint(for: subject, keymap) }
      if isSearch {
        return "End of results" + (server.map { keyHint(SourceCommands.searchServer, "search \($0)", keymap) } ?? "")
      }
      return pager.window?.isFileIncomplete == true ? "End of posts. The file is incomplete." : end
    }
    if pager.isFetching { return "Loading older posts…" }
    guard pager.hasPausedAtHidden else { return "" }
    return "No visible posts in the last pages" + keyHint(SourceCommands.continueSearch, "load more", keymap)
  }

  /// The text of a gap: “12 posts not loaded · 3h”, the time between its oldest and newest post.
  static func text(for gap: TimelineGap) -> String {
    let missing = gap.count.map { "\(LoadingProgress.text(posts: $0)) not loaded" } ?? "Some posts are not loaded"
    guard let newest = gap.newest, let oldest = gap.oldest else { return missing }
    return "\(missing) · \(duration(newest.timeIntervalSince(oldest)))"
  }

  /// In the form of an age: “40m”, “3h”, “100d”.
  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<60: "less than a minute"
    case ..<3_600: "\(Int(seconds / 60))m"
    case ..<172_800: "\(Int(seconds / 3_600))h"
    default: "\(Int(min(seconds, 1e12) / 86_400))d"
    }
  }

  /// “ · R retry”; empty if the command has no key.
  static func keyHint(_ command: Command, _ effect: String, _ keymap: Keymap) -> String {
    keymap.label(of: command).map { " · \($0) \(effect)" } ?? ""
  }

  private static func readAllHint(for subject: EmptyReason.Subject, _ keymap: Keymap) -> String {
    subject.isReadOnce ? "" : keyHint(SourceCommands.refresh, "read all", keymap)
  }
}

// MARK: - Notices

extension TimelineStatus {
  /// The posts on screen are out of date because a request has failed.
  static func notice(for failure: EmptyReason, loadedAt: Date?, now: Date) -> NoticeViewModel {
    NoticeViewModel(
      failure: failure, shown: "posts", loadedAt: loadedAt, now: now, offered: Set(EmptyStateAction.allCases))
  }

  /// A request takes long.
  /// - Parameters:
  ///   - seconds: the time that the user has waited.
  ///   - beforeOldest: whether the oldest post of a file was requested, so that the file is read to its end first.
  static func notice(
    loading subject: EmptyReason.Subject, _ progress: LoadingProgress?, seconds: Int, beforeOldest: Bool
  ) -> NoticeViewModel {
    guard !subject.isFile else {
      return notice(reading: subject, progress, seconds: seconds, beforeOldest: beforeOldest, offering: .cancel)
    }
    let text = "Loading \(subject.contentName) from \(subject.source)…" + WaitingTime.ending(seconds: seconds)
    return NoticeViewModel(text: text, isPersistent: true, actions: [.cancel])
  }

  /// A file is being read.
  static func notice(
    reading subject: EmptyReason.Subject, _ progress: LoadingProgress?, seconds: Int = 0, beforeOldest: Bool = false,
    offering action: EmptyStateAction
  ) -> NoticeViewModel {
    let name = subject.fileName
    let doing = beforeOldest ? "Reading \(name) up to the oldest post…" : "Reading \(name)…"
    let text = doing + (progress.map { " \($0.text)" } ?? WaitingTime.ending(seconds: seconds))
    return NoticeViewModel(text: text, isPersistent: true, actions: [action])
  }

  /// Reading was stopped.
  static func noticeOfStop(of subject: EmptyReason.Subject, after posts: Int, keymap: Keymap) -> NoticeViewModel {
    NoticeViewModel(text: "Stopped at \(LoadingProgress.text(posts: posts))" + readAllHint(for: subject, keymap))
  }

  /// The server is regenerating the timeline.
  static func noticeOfRegeneration(of subject: EmptyReason.Subject) -> NoticeViewModel {
    NoticeViewModel(
      text: "\(subject.source) is rebuilding \(subject.contentName). More posts will follow.", isPersistent: true)
  }

  /// Live updates have stopped.
  static func noticeOfLostConnection(to host: String, loadedAt: Date?, now: Date) -> NoticeViewModel {
    let since = loadedAt.map { " · posts as of \(LocalTime.moment($0, at: now))" } ?? ""
    return NoticeViewModel(
      text: "Connection to \(host) lost, no live updates\(since)", severity: .warning, isPersistent: true,
      actions: [.retry])
  }

  /// Some posts of a file could not be read.
  static func notice(for skipped: SkippedPosts) -> NoticeViewModel {
    let location = skipped.first
    let file = location.path.split(separator: "/").last ?? ""
    let first = "line \(location.line), column \(location.column): expected \(location.expected)"
    let posts = LoadingProgress.text(posts: skipped.count)
    let text =
      switch (skipped.isCutOff, skipped.count) {
      case (true, 1): "\(file) is incomplete, at \(first)"
      case (true, _): "\(file) is incomplete, and \(posts) could not be read; the first at \(first)"
      case (false, _): "\(posts) in \(file) could not be read; the first at \(first)"
      }
    return NoticeViewModel(text: text, severity: .warning, isDismissible: true)
  }

  /// “4 new above · gg”: the number of new posts, and the key that goes to the newest.
  /// - Parameter count: nil if unknown.
  static func notice(ofNew count: Int?, _ order: ReadingOrder, keymap: Keymap) -> NoticeViewModel {
    let key = keymap.label(of: TimelineCommands.newest).map { " · \($0)" } ?? ""
    let side = side(ofNewer: order)
    return NoticeViewModel(
      text: (count.map { "\(LoadingProgress.grouped($0)) new \(side)" } ?? "New posts \(side)") + key)
  }

  /// Entries of a kind were hidden or shown.
  static func notice(of kind: EntryKind, isHidden: Bool, keymap: Keymap) -> NoticeViewModel {
    NoticeViewModel(
      text: isHidden
        ? "\(kind.noticeTitle) are hidden here" + keyHint(kind.command, "show", keymap)
        : "\(kind.noticeTitle) are shown.")
  }

  /// The order of the list was changed.
  static func notice(of order: ReadingOrder) -> NoticeViewModel {
    switch order {
    case .newestFirst: NoticeViewModel(text: "Newest first.")
    case .oldestFirst: NoticeViewModel(text: "Oldest first: newer posts are below.")
    }
  }

  /// The user has read further on another device: “Read further on another device: 212 posts · gp goes there”.
  static func notice(ofOtherDeviceMarkAt distance: EntryDistance, keymap: Keymap) -> NoticeViewModel {
    let posts = LoadingProgress.text(posts: distance.count)
    return NoticeViewModel(
      text: "Read further on another device: \(distance.isExact ? posts : "at least \(posts)")"
        + keyHint(TimelineCommands.otherDeviceMark, "goes there", keymap),
      isPersistent: true, isDismissible: true)
  }

  /// Newer posts are not hidden as far as is known: “Only the posts here are hidden. gg goes to the newest posts.”
  static func sentenceOfNewer(keymap: Keymap) -> String {
    let key = keymap.sentence(TimelineCommands.newest, "goes to the newest posts.")
    return "Only the posts here are hidden." + (key.isEmpty ? "" : " \(key)")
  }

  /// A refresh has found no new posts.
  /// - Parameters:
  ///   - hasUnread: whether there are unread posts in the timeline.
  ///   - isUnreadElsewhere: whether there are unread posts in other tabs.
  static func noticeOfNothingNew(
    in timeline: ListedTimeline, hasUnread: Bool, isUnreadElsewhere: Bool, now: Date
  ) -> NoticeViewModel {
    let text = hasUnread ? "Nothing newer" : "Nothing new\(isUnreadElsewhere ? " in \(timeline.title)" : "")"
    return NoticeViewModel(text: "\(text) · checked at \(LocalTime.clock(now))")
  }

  /// The timeline on screen was removed at the server, and another one is shown.
  static func noticeOfRemoval(_ timeline: ListedTimeline) -> NoticeViewModel {
    let text =
      if case .tag = timeline.id { "You no longer follow \(timeline.title)." } else {
        "The list “\(timeline.title)” no longer exists."
      }
    return NoticeViewModel(text: text, isPersistent: true)
  }

  static func nothingUnreadNotice(in timeline: ListedTimeline, _ group: NotificationGroup? = nil) -> NoticeViewModel {
    NoticeViewModel(text: "No unread \(group?.title ?? "posts") in \(timeline.title).")
  }

  /// A timeline was marked read.
  /// - Parameter count: the number of posts that were unread; nil if unknown.
  static func noticeOfRead(_ count: Int?, keymap: Keymap) -> NoticeViewModel {
    let read = count.map { "\(LoadingProgress.text(posts: $0)) marked read" } ?? "All marked read"
    return NoticeViewModel(text: read + keyHint(SourceCommands.undo, "undo", keymap))
  }

  /// Marking a timeline read was undone.
  /// - Parameter count: the number of posts that are unread now; nil if unknown.
  static func noticeOfUnread(_ count: Int?, in timeline: ListedTimeline) -> NoticeViewModel {
    guard let count else { return NoticeViewModel(text: "Unread posts in \(timeline.title) restored.") }
    let posts = "\(LoadingProgress.text(posts: count)) in \(timeline.title)"
    return NoticeViewModel(text: "\(posts) \(count == 1 ? "is" : "are") unread again.")
  }
}

// MARK: - Notices of dates and searches

extension TimelineStatus {
  /// The text is not a date.
  static func invalidDateNotice(_ text: String) -> NoticeViewModel {
    NoticeViewModel(
      text: "“\(text)” is not a date. Try 2015, 2015-03, 2015-03-14, today or yesterday.", severity: .failure)
  }

  /// There are no posts at a date; nil if there are.
  /// - Parameter post: the nearest one.
  static func noticeOfDate(
    _ name: String, _ span: DateSpan, nearest post: Post?, isUnfinished: Bool
  ) -> NoticeViewModel? {
    let none = isUnfinished ? "No posts from \(name) so far." : "No posts from \(name)."
    guard let date = post?.timelineDate else {
      return NoticeViewModel(text: "\(none) The posts here have no dates.")
    }
    guard date < span.start || date >= span.end else { return nil }
    return NoticeViewModel(text: "\(none) The nearest is from \(LocalTime.day(date)).")
  }

  /// A search takes long.
  static func notice(
    searchingFor query: SearchQuery, in subject: EmptyReason.Subject, _ progress: LoadingProgress?, seconds: Int,
    actions: [EmptyStateAction]
  ) -> NoticeViewModel {
    let waiting = "…" + WaitingTime.ending(seconds: seconds)
    let reading = progress.map { " once \(subject.fileName) is read… \($0.text)" } ?? waiting
    return NoticeViewModel(
      text: "Searching for “\(query.text)”\(subject.isFile ? reading : waiting)", isPersistent: true,
      actions: actions)
  }

  /// The accounts that are still being searched, or could not be; nil if all have responded.
  /// - Parameter isSearch: whether the accounts are searched; if not, a timeline merges theirs.
  static func notice(of result: MultiAccountResult, isSearch: Bool = true) -> NoticeViewModel? {
    if let first = result.waiting.first {
      let others = result.waiting.count - 1
      let rest = others == 0 ? "" : others == 1 ? " and another account" : " and \(others) other accounts"
      let verb = isSearch ? "searching" : "loading"
      return NoticeViewModel(text: "Still \(verb) \(first.label)\(rest)…", isPersistent: true)
    }
    guard let first = result.failures.first else { return nil }
    let named = result.failures.prefix(maxNamed).map(\.account.label)
    let rest = result.failures.count - named.count
    let text =
      result.failures.count == 1
      ? isSearch
        ? [first].clauses[0] : "\(first.account.label) could not be loaded: \(first.error.clause)".asSentence
      : (isSearch ? "Not searched: " : "Not loaded: ") + named.joined(separator: ", ")
        + (rest > 0 ? " and \(rest) more" : "")
    return NoticeViewModel(text: text, severity: .warning, isPersistent: true)
  }

  /// The number of accounts named in a notice.
  private static let maxNamed = 2

  /// The notice that the text in the search field is not searched yet.
  static func notice(for hint: SearchSession.Hint, _ text: String, keymap: Keymap) -> NoticeViewModel {
    switch hint {
    case .tooShort:
      let submit = keymap.sentence(TimelineCommands.submitSearch, "to search “\(text)”")
      return NoticeViewModel(
        text: submit.isEmpty ? "Keep typing." : "Keep typing, or \(submit).", isPersistent: true)
    case .invalid(let error):
      return NoticeViewModel(text: error.sentence, isPersistent: true)
    }
  }

  /// “4”, “1,000+”, “about 120”.
  private static func number(of count: MatchCount) -> String {
    (count.isApproximate ? "about " : "") + LoadingProgress.grouped(count.count) + (count.isExact ? "" : "+")
  }

  /// The empty view while another search is typed in the tab of a saved search without matches.
  static func newSearch(isTyping: Bool) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "new search", title: "New search", sentences: ["Results appear here."],
      actions: isTyping ? [.clearSearch] : [.clearSearch, .search])
  }

  static func noticeOfNoMatch(isOnly: Bool, step: Int) -> NoticeViewModel {
    NoticeViewModel(text: isOnly ? "This is the only match." : "No \(step > 0 ? "older" : "newer") match.")
  }
}
