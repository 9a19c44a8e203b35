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
    guard let completion = SearchCompletion.all(of: text, limit: 1, knowing: { known }).first else { return }
    view?.showSearchField(completion.text)
    searchWhileTyping(completion.text)
  }

  /// nil if there are no completions.
  var completionNotice: NoticeViewModel? {
    let words = completions.map(\.word)
    guard !words.isEmpty else { return nil }
    let key = dependencies.keymap.value.label(of: TimelineCommands.completeSearch).map { "\($0): " } ?? ""
    return NoticeViewModel(text: key + words.joined(separator: " · "), isPersistent: true)
  }

  /// The timelines and accounts known from loaded posts, without duplicates, in the order of the posts.
  private var known: SearchCompletion.Known {
    let posts = [tabs.current.pager, search.matches].compactMap { $0?.window?.posts }.joined()
    var handles: [String] = []
    var seen: Set<String> = [""]
    for person in posts.flatMap(\.knownPeople) + [profile] where seen.insert(person.handle).inserted {
      handles.append(person.handle)
    }
    return SearchCompletion.Known(
      timelines: tabs.all.map(\.timeline.title) + tabs.others.map(\.title), handles: handles)
  }
}

extension Post {
  fileprivate var knownPeople: [Profile] {
    [author, repost?.by, replyToAuthor].compactMap(\.self) + mentions.map(\.profile)
  }
}
