import Domain
import EmptyState
import FoundationEssentials
import PostCell

/// The texts of server search results. Pure functions.
enum ServerSearchText {
  static func heading(of match: ServerSearchPresenter.Match) -> String {
    switch match {
    case .profile: "Profiles"
    case .tag: "Hashtags"
    case .post: "Posts"
    }
  }

  /// “used 12 times recently · followed”; empty if the server sends neither.
  static func facts(of tag: ServerMatches.Tag) -> String {
    let uses = tag.uses.map { $0 == 1 ? "used once recently" : "used \(LoadingProgress.grouped($0)) times recently" }
    return [uses, tag.isFollowed == true ? "followed" : nil].compactMap(\.self).joined(separator: " · ")
  }
}

extension ServerSearchText {
  /// “follows you · you follow them”, “you don’t follow them”; empty if the relationship is unknown.
  static func text(of relationship: Relationship?, at now: Date) -> String {
    guard let relationship else { return "" }
    let isFollowed = !relationship.flags.isDisjoint(with: [.following, .requested])
    let phrases = relationship.phrases(at: now) + (isFollowed ? [] : ["you don’t follow them"])
    return phrases.joined(separator: " · ")
  }
}

extension ServerSearchText {
  /// “Followers of @grace”.
  static func title(of list: ServerProfileList) -> String {
    switch list.list {
    case .followers: "Followers of \(list.owner)"
    case .following: "Followed by \(list.owner)"
    case .likes: "Likes of a post by \(list.owner)"
    case .reposts: "Reposts of a post by \(list.owner)"
    case .muted: "Accounts that you mute"
    case .blocked: "Accounts that you block"
    case .familiarFollowers: "Followers of \(list.owner) that you follow"
    }
  }

  /// “the followers of @grace”.
  static func contentName(of list: ServerProfileList) -> String {
    switch list.list {
    case .followers: "the followers of \(list.owner)"
    case .following: "the accounts that \(list.owner) follows"
    case .likes: "the likes"
    case .reposts: "the reposts"
    case .muted: "the accounts that you mute"
    case .blocked: "the accounts that you block"
    case .familiarFollowers: "the followers of \(list.owner) that you follow"
    }
  }

  /// Why a list may be empty.
  static func emptyReason(of list: ServerProfileList) -> String {
    switch list.list {
    case .followers: "\(list.owner) has no followers, or hides them."
    case .following: "\(list.owner) follows no accounts, or hides them."
    case .likes: "The server knows of no likes."
    case .reposts: "The server knows of no reposts."
    case .muted: "You mute no accounts. A mute hides what an account writes, without telling it."
    case .blocked: "You block no accounts."
    case .familiarFollowers: "No account that you follow follows \(list.owner)."
    }
  }
}

extension ServerSearch {
  var query: SearchQuery {
    if case .matches(let query, _, _) = self { query } else { .empty }
  }

  /// The words that are searched.
  var text: String { query.text }

  var title: String {
    switch self {
    case .matches(let query, let host, _): "\(query.text) at \(host)"
    case .profiles(let listed): listed.title
    case .list(let list): ServerSearchText.title(of: list)
    case .held(let request, _): "Held back from \(request.profile.label)"
    }
  }

  /// What is loaded, within a sentence.
  var contentName: String {
    switch self {
    case .list(let list): ServerSearchText.contentName(of: list)
    case .held(let request, _): "the notifications from \(request.profile.label)"
    case .matches, .profiles: "“\(text)”"
    }
  }

  /// The text below the last row.
  var footer: String {
    switch self {
    case .matches: "End of results"
    case .list, .held: "End of list"
    case .profiles(let listed) where listed.unnamed == 0: "End of list"
    case .profiles(let listed) where listed.unnamed == 1: "and 1 more person"
    case .profiles(let listed): "and \(LoadingProgress.grouped(listed.unnamed)) more people"
    }
  }

  var notOffered: EmptyStateViewModel {
    EmptyStateViewModel(
      name: "no search", title: "No search at \(host)",
      sentences: ["This server has no search. You can still search the posts you have loaded."],
      actions: [.back], isFailure: true)
  }

  var noMatches: EmptyStateViewModel {
    switch self {
    case .matches(let query, let host, _):
      EmptyStateViewModel(
        name: "no results", title: "No results for \(query.text.inQuotationMarks) at \(host)",
        sentences: [
          "A server searches only what it has seen. Many search only profiles and hashtags.",
          "To find a person on another server, search for the full handle: @name@server.",
        ],
        actions: [.retry, .back])
    case .profiles(let listed):
      EmptyStateViewModel(
        name: "no people", title: listed.title, sentences: ["This notification names no people."],
        actions: [.back])
    case .held(let request, _):
      EmptyStateViewModel(
        name: "nothing held back", title: title,
        sentences: ["The server has no notifications from \(request.profile.label) any more."],
        actions: [.retry, .back])
    case .list(let list):
      EmptyStateViewModel(
        name: "no people", title: title, sentences: [ServerSearchText.emptyReason(of: list)],
        actions: [.retry, .back])
    }
  }

  private var host: String {
    if case .matches(_, let host, _) = self { host } else { "" }
  }
}
