/// A kind of entry that the user can hide in a timeline. The raw values are stored.
public enum EntryKind: String, Hashable, Sendable, CaseIterable {
  case reposts, replies
  /// Posts without pictures, videos or audio.
  case withoutMedia = "without-media"
  /// Posts in languages that the user does not read. A post without a language is shown.
  case otherLanguages = "other-languages"
}

/// The user's preferences for all timelines.
public struct ReadingPreferences: Hashable, Sendable {
  /// Whether reposts, by others, of posts that the user wrote or reposted are shown.
  public var showsRepostsOfOwnPosts: Bool
  /// The languages that the user reads: `en`, `pt-BR`. Only the part before the hyphen counts.
  public var languages: [String]

  public init(showsRepostsOfOwnPosts: Bool = false, languages: [String] = []) {
    self.showsRepostsOfOwnPosts = showsRepostsOfOwnPosts
    self.languages = languages
  }

  /// Whether a post in a language is to be read. Without languages, all are.
  func includes(language: String) -> Bool {
    languages.isEmpty || languages.contains { $0.primaryLanguage == language.primaryLanguage }
  }
}

extension String {
  /// `pt` for `pt-BR`.
  fileprivate var primaryLanguage: String { lowercased().prefix { $0 != "-" && $0 != "_" }.description }
}
