import Domain

/// The search of a demo account's simulated server. It finds the posts of all timelines, and their accounts and
/// hashtags.
struct DemoServerSearch: ServerSearchRepository {
  private let account: MockTimelineRepository
  private let search: any PostSearchRepository

  /// - Parameter search: the current posts of the account.
  init(_ account: MockTimelineRepository, search: any PostSearchRepository) {
    self.account = account
    self.search = search
  }

  var host: String { DemoStep.defaultHost }
  var isAvailable: Bool { true }

  func matches(of words: String, _ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    if (try? WebAddress(words)) != nil { return try await posts(at: words) }
    guard let query = try? SearchQuery(words, now: account.clock.now) else { return ServerMatches() }
    try await account.simulateServerRequest()
    let found = try await search.matches(of: query, PageRequest(.newest, limit: .max)).posts
    var (profiles, tags): ([Profile], [ServerMatches.Tag]) = ([], [])
    for post in try await account.allPosts() {
      for profile in [post.author, post.repost?.by].compactMap(\.self) where profile.isNamed(words) {
        if !profiles.contains(where: { $0.handle == profile.handle }) { profiles.append(profile) }
      }
      for link in post.text.links where link.kind == .tag && link.text.lowercased().contains(words.lowercased()) {
        let name = String(link.text.drop { $0 == "#" })
        if !tags.contains(where: { $0.name == name }) { tags.append(.init(name: name)) }
      }
    }
    return ServerMatches(posts: found, profiles: profiles, tags: tags)
  }

  private func posts(at address: String) async throws(TimelineError) -> ServerMatches {
    try await account.simulateServerRequest()
    return ServerMatches(posts: try await account.allPosts().filter { $0.url == address }, profiles: [], tags: [])
  }
}

extension Profile {
  fileprivate func isNamed(_ words: String) -> Bool {
    "\(name) \(handle)".lowercased().contains(words.lowercased())
  }
}
