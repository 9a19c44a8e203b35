import Domain
import EmptyState
import FoundationEssentials
import PostCell

/// The text of server search results. Pure functions.
enum ServerSearchText {
  static func heading(of match: ServerSearchPresenter.Match) -> String {
    switch match {
    case .profile: "Profiles"
    case .tag: "Hashtags"
    case .post: "Posts"
    case .link: "Links"
    }
  }

  /// “used 12 times recently · followed”; empty if the server sends neither.
  static func facts(of tag: ServerMatches.Tag) -> String {
    let uses = tag.uses.map { $0 == 1 ? "used once recently" : "used \(LoadingProgress.grouped($0)) times recently" }
    return [uses, tag.isFollowed == true ? "followed" : nil].compactMap(\.self).joined(separator: " · ")
  }
}

extension ServerSearchText {
  /// “The Timeline Times · Ada Lovelace · shared by 12 people”.
  static func facts(of link: ServerMatches.SharedLink) -> String {
    let author = link.card?.author == link.card?.site ? nil : link.card?.author
    let shared = link.accounts.map { "shared by \(PostCellViewModel.count($0, "person", "people"))" }
    let site = link.card?.site.map { Link(url: link.url, text: $0).displayLabel() }
    return [site ?? (try? WebAddress(link.url))?.host, author, shared].compactMap(\.self)
      .joined(separator: " · ")
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

  /// The sentence about an empty list, with the possible reasons.
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

extension ServerSearchText {
  static func nothingTrending(at host: String) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "no trends", title: "Nothing is trending at \(host)",
      sentences: ["Hashtags, posts and links appear here when many use them. Administrators may have to approve them."],
      actions: [.retry, .back])
  }

  static func noSuggestions(at host: String) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "no suggestions", title: "No suggestions at \(host)",
      sentences: ["The server has no one to suggest now."],
      keySentences: [KeySentence(SourceCommands.openAddress, "opens a profile by its handle.")],
      actions: [.retry, .back])
  }
}

extension ServerSearch {
  var query: SearchQuery {
    if case .matches(let query, _) = self { query } else { .empty }
  }

  /// The words that are searched.
  var text: String { query.text }

  var title: String {
    switch self {
    case .matches(let query, let server): "\(query.text) at \(server.host)"
    case .profiles(let listed): listed.title
    case .list(let list): ServerSearchText.title(of: list)
    case .heldNotifications(let request, _): "Held back from \(request.profile.label)"
    case .trends(let server): "Trending at \(server.host)"
    case .suggestions(let server): "People suggested by \(server.host)"
    }
  }

  /// The loaded content, within a sentence.
  var contentName: String {
    switch self {
    case .list(let list): ServerSearchText.contentName(of: list)
    case .heldNotifications(let request, _): "the notifications from \(request.profile.label)"
    case .trends: "the trends"
    case .suggestions: "suggestions"
    case .matches, .profiles: "“\(text)”"
    }
  }

  /// The text below the last row.
  var footer: String {
    switch self {
    case .matches: "End of results"
    case .list, .heldNotifications, .trends, .suggestions: "End of list"
    case .profiles(let listed) where listed.unnamed == 0: "End of list"
    case .profiles(let listed) where listed.unnamed == 1: "and 1 more person"
    case .profiles(let listed): "and \(LoadingProgress.grouped(listed.unnamed)) more people"
    }
  }

  /// Whether an error says that the server does not have what is loaded.
  func isMissing(_ error: TimelineError) -> Bool {
    switch (self, error) {
    case (.matches, .unknownTimeline), (.trends, .unsupported), (.suggestions, .unsupported): true
    default: false
    }
  }

  var notOffered: EmptyStateViewModel {
    let feature: String? =
      switch self {
      case .trends: "trends"
      case .suggestions: "suggestions"
      case .matches, .profiles, .list, .heldNotifications: nil
      }
    if let feature {
      return EmptyStateViewModel(
        name: "no \(feature)", title: "No \(feature) at \(host)", sentences: ["This server has no \(feature)."],
        actions: [.back], isFailure: true)
    }
    return EmptyStateViewModel(
      name: "no search", title: "No search at \(host)",
      sentences: ["This server has no search. You can still search the posts you have loaded."],
      actions: [.back], isFailure: true)
  }

  var noMatches: EmptyStateViewModel {
    switch self {
    case .matches(let query, _):
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
    case .heldNotifications(let request, _):
      EmptyStateViewModel(
        name: "nothing held back", title: title,
        sentences: ["The server has no notifications from \(request.profile.label) any more."],
        actions: [.retry, .back])
    case .list(let list):
      EmptyStateViewModel(
        name: "no people", title: title, sentences: [ServerSearchText.emptyReason(of: list)],
        actions: [.retry, .back])
    case .trends: ServerSearchText.nothingTrending(at: host)
    case .suggestions: ServerSearchText.noSuggestions(at: host)
    }
  }

  private var host: String {
    switch self {
    case .matches(_, let server): server.host
    case .trends(let server), .suggestions(let server): server.host
    case .profiles, .list, .heldNotifications: ""
    }
  }
}
