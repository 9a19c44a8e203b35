import Domain
import EmptyState

/// The texts of server search results. Pure functions.
enum ServerSearchText {
  static func heading(of match: ServerSearchPresenter.Match) -> String {
    switch match {
    case .person: "Profiles"
    case .tag: "Hashtags"
    case .post: "Posts"
    }
  }

  /// “used 12 times recently · followed”; empty if the server sends neither.
  static func facts(of tag: ServerMatches.Tag) -> String {
    let uses = tag.uses.map { $0 == 1 ? "used once recently" : "used \(LoadingProgress.grouped($0)) times recently" }
    return [uses, tag.isFollowed == true ? "followed" : nil].compactMap(\.self).joined(separator: " · ")
  }

  static func notOffered(at host: String) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "no search", title: "No search at \(host)",
      sentences: ["This server has no search. You can still search the posts you have loaded."],
      actions: [.back], isFailure: true)
  }

  static func noMatches(for words: String, at host: String) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "no results", title: "No results for “\(words)” at \(host)",
      sentences: ["A server searches only what it has seen. Many search only profiles and hashtags."],
      actions: [.retry, .back])
  }

  /// The text below the people of a notification.
  static func footer(of listed: ListedPeople) -> String {
    switch listed.unnamed {
    case 0: "End of list"
    case 1: "and 1 more person"
    default: "and \(LoadingProgress.grouped(listed.unnamed)) more people"
    }
  }

  /// The empty view of a notification that names no people.
  static func noPeople(of listed: ListedPeople) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "no people", title: listed.title, sentences: ["This notification has no post and names no people."],
      actions: [.back])
  }
}
