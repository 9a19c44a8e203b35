import Domain
import EmptyState
import TerminalKit

// MARK: - Completion of search words

extension TimelinePresenter {
  /// As many as can be read at a glance.
  private static let maxCompletions = 5

  var completions: [SearchCompletion] {
    search.isTyping ? SearchCompletion.all(of: search.text, limit: Self.maxCompletions) { known } : []
  }

  /// Completes the last word with the best candidate.
  func completeSearch(_ text: String) {
    guard let completion = SearchCompletion.all(of: text, limit: 1, candidates: { known }).first else { return }
    view?.showSearchField(completion.text)
    searchWhileTyping(completion.text)
  }

  /// nil if there are no completions.
  var completionNotice: NoticeViewModel? {
    let words = completions.map(\.word)
    guard !words.isEmpty else { return nil }
    let key = services.keymap.value.label(of: TimelineCommands.completeSearch).map { "\($0): " } ?? ""
    return NoticeViewModel(text: key + words.joined(separator: " · "), isPersistent: true)
  }

  /// The timelines and accounts known from loaded posts, without duplicates, in the order of the posts.
  private var known: SearchCompletion.Candidates {
    let posts = [tabs.current.pager, search.matches].compactMap { $0?.window?.posts }.joined()
    var handles: [String] = []
    var seen: Set<String> = [""]
    for candidate in posts.flatMap(\.knownProfiles) + [profile] where seen.insert(candidate.handle).inserted {
      handles.append(candidate.handle)
    }
    return SearchCompletion.Candidates(
      timelines: tabs.all.map(\.timeline.title) + tabs.others.map(\.title), handles: handles)
  }
}

extension Post {
  fileprivate var knownProfiles: [Profile] {
    [author, repost?.by, replyToAuthor].compactMap(\.self) + mentions.map(\.profile)
  }
}
