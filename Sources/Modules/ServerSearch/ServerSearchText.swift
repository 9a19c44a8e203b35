import Domain
import EmptyState

/// The words around what a server has found: pure functions.
enum ServerSearchText {
  static func heading(of match: ServerSearchPresenter.Match) -> String {
    switch match {
    case .person: "People"
    case .tag: "Tags"
    case .post: "Posts"
    }
  }

  /// “used 12 times lately · you follow it”; empty where the server says nothing.
  static func facts(of tag: ServerMatches.Tag) -> String {
    let uses = tag.uses.map { $0 == 1 ? "used once lately" : "used \(LoadingProgress.grouped($0)) times lately" }
    return [uses, tag.isFollowed == true ? "you follow it" : nil].compactMap(\.self).joined(separator: " · ")
  }

  static func notOffered(at host: String) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "no search", title: "\(host) cannot be searched",
      sentences: ["This server looks for nothing. What you have seen of it is searched without it."],
      actions: [.back], isFailure: true)
  }

  static func nothing(for words: String, at host: String) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "no matches", title: "\(host) finds nothing for “\(words)”",
      sentences: ["A server looks through what it knows, and many look for people and tags alone."],
      actions: [.retry, .back])
  }

  /// What is below the people of a notification.
  static func footer(of listed: ListedPeople) -> String {
    switch listed.unnamed {
    case 0: "That is all."
    case 1: "And 1 more person."
    default: "And \(LoadingProgress.grouped(listed.unnamed)) more people."
    }
  }

  /// That a notification names no people.
  static func nobody(of listed: ListedPeople) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "no people", title: listed.title, sentences: ["This notification is about no post and names no people."],
      actions: [.back])
  }
}
