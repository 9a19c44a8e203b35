import Domain
import EmptyState
import FoundationEssentials
import TerminalKit

/// The words around the list: pure functions of a tab.
enum TimelineStatus {
  /// “7 of 64 · 3 unread”; of a search “7 of 1,000+ matches”.
  static func text(for tab: TimelineTab, of search: TimelineSearch? = nil, unread: Int = 0) -> String {
    guard case .posts = tab.content else { return "" }
    var parts: [String] = []
    func number(_ count: Int) -> String { ReadingProgress.grouped(count) }
    if let search, let count = search.count, tab.query != nil {
      let noun = count.count == 1 && count.isExact ? "match" : "matches"
      let matches = "\(number(count.count))\(count.isExact ? "" : "+") \(noun)"
      guard !search.isTyping, let position = tab.position else { return matches }
      return "\(number(position + 1)) of \(matches)"
    }
    if let position = tab.position {
      parts.append(number(position + 1) + (tab.window?.total.map { " of " + number($0) } ?? ""))
    }
    if unread > 0 { parts.append("\(number(unread)) unread") }
    return parts.joined(separator: " · ")
  }

  /// What stands below the last post that is held.
  static func footer(
    for tab: TimelineTab, of wanted: EmptyReason.Wanted, isFetching: Bool, keymap: Keymap = .standard
  ) -> String {
    if let failure = tab.edgeFailure {
      return "Older posts did not come: \(EmptyStateViewModel(failure, offered: []).title)."
        + remedy("tries again", keymap)
    }
    guard let window = tab.window, window.older != nil else {
      if tab.window?.isCutShort == true { return "Reading was stopped here." + remedy(for: wanted, keymap) }
      if tab.query != nil { return "Those are all the matches." }
      return tab.window?.isCutOff == true ? "That is all there is: the file ends in the middle." : "That is all."
    }
    return isFetching ? "Fetching older posts…" : ""
  }

  /// That the posts on the screen are old, and why.
  static func notice(for failure: EmptyReason, loadedAt: Date?) -> NoticeViewModel {
    NoticeViewModel(failure: failure, shown: "posts", loadedAt: loadedAt, offered: Set(EmptyStateAction.allCases))
  }

  /// That the source is being read, and how far.
  /// - Parameter beforeOldest: whether the person waits for the end of it, to go to its oldest post.
  static func notice(
    reading wanted: EmptyReason.Wanted, _ progress: ReadingProgress?, beforeOldest: Bool = false,
    offering action: EmptyStateAction
  ) -> NoticeViewModel {
    let name = wanted.fileName
    let doing = beforeOldest ? "Going to the oldest post once \(name) is read…" : "Reading \(name)…"
    let text = doing + (progress.map { " \($0.words)" } ?? "")
    return NoticeViewModel(text: text, stays: true, actions: [action])
  }

  /// That reading was stopped.
  static func noticeOfStop(
    of wanted: EmptyReason.Wanted, after posts: Int, keymap: Keymap = .standard
  ) -> NoticeViewModel {
    NoticeViewModel(text: "Stopped at \(ReadingProgress.words(posts: posts))." + remedy(for: wanted, keymap))
  }

  private static func remedy(for wanted: EmptyReason.Wanted, _ keymap: Keymap) -> String {
    wanted.isReadOnce ? "" : remedy("reads all", keymap)
  }

  /// “ R tries again.”
  private static func remedy(_ effect: String, _ keymap: Keymap) -> String {
    let sentence = keymap.sentence(ReadingCommands.refresh, effect)
    return sentence.isEmpty ? "" : " \(sentence)."
  }

  /// That some posts of a file could not be read.
  static func notice(for skipped: SkippedPosts) -> NoticeViewModel {
    let place = skipped.first
    let file = place.path.split(separator: "/").last ?? ""
    let spot = "line \(place.line), column \(place.column): expected \(place.expected)"
    let words = ReadingProgress.words(posts: skipped.count)
    let text =
      switch (skipped.isCutOff, skipped.count) {
      case (true, 1): "\(file) ends in the middle, at \(spot)"
      case (true, _): "\(file) ends in the middle, and \(words) could not be read; the first at \(spot)"
      case (false, _): "\(words) of \(file) could not be read; the first at \(spot)"
      }
    return NoticeViewModel(text: text, isFailure: true)
  }
}
