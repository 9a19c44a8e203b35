import Domain
import FoundationEssentials
import Runtime

/// The further features of an account's server. Responses are cached for five minutes. Posts are stored in the timeline
/// cache and returned in their current state.
final class ServerFeatures: ServerFeatureRepository {
  private enum Key: Hashable {
    case trends, suggestions, announcements
  }

  private let dependencies: ServerTimelineRepository.Dependencies
  private let server: any ServerFeatureRepository
  private let profiles: any ProfileRepository
  private let lookup: PostLookup
  private let trendResponses: ExpiringCache<Key, ServerMatches>
  private let suggestionResponses: ExpiringCache<Key, [Profile]>
  private let announcementResponses: ExpiringCache<Key, [Announcement]>
  private let translations: ExpiringCache<PostID, PostTranslation>
  private let clock: any WallClock

  init(
    _ dependencies: ServerTimelineRepository.Dependencies, server: any ServerFeatureRepository,
    profiles: any ProfileRepository, lookup: PostLookup, clock: any WallClock
  ) {
    self.dependencies = dependencies
    self.server = server
    self.profiles = profiles
    self.lookup = lookup
    self.clock = clock
    trendResponses = ExpiringCache(clock: clock)
    suggestionResponses = ExpiringCache(clock: clock)
    announcementResponses = ExpiringCache(clock: clock)
    translations = ExpiringCache(clock: clock)
  }

  var host: String { dependencies.host }
  var features: Set<ServerFeature> { server.features }
  var base: (any ServerFeatureRepository)? { server }

  func found(at address: FediverseAddress) async throws(TimelineError) -> FoundAddress? {
    if address.isHandle { return try await profile(named: address.text) }
    if address.kind == .post, let post = try await post(at: address.text) { return .post(post) }
    let found = try await server.found(at: address)
    guard case .post(let post)? = found else { return found }
    return .post(try await stored(post))
  }

  private func stored(_ post: Post) async throws(TimelineError) -> Post {
    var post = post
    post.assign(to: dependencies.account)
    try await dependencies.store(ServerMatches(posts: [post]))
    return post
  }

  private func profile(named handle: String) async throws(TimelineError) -> FoundAddress? {
    do throws(TimelineError) {
      return .profile(try await profiles.profile(Profile(handle: String(handle.dropFirst())), .cached).profile)
    } catch .unknownTimeline {
      return nil
    } catch {
      throw error
    }
  }

  /// nil if neither the cache nor the server has it.
  private func post(at address: String) async throws(TimelineError) -> Post? {
    do throws(TimelineError) {
      return try await lookup.post(named: address)
    } catch .postUnavailable {
      return nil
    } catch {
      throw error
    }
  }
}

// MARK: - Trends, suggestions, announcements, translations

extension ServerFeatures {
  func trends(_ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    let found = try await trendResponses.value(for: .trends, freshness) {
      [server, dependencies] () throws(TimelineError) in
      let found = try await server.trends(.fresh)
      try await dependencies.store(found)
      return found
    }
    return await dependencies.refreshed(found, at: clock.now)
  }

  func suggestions(_ freshness: Freshness) async throws(TimelineError) -> [Profile] {
    try await suggestionResponses.value(for: .suggestions, freshness) { [server] () throws(TimelineError) in
      try await server.suggestions(.fresh)
    }
  }

  func removeSuggestion(of profile: Profile) async throws(TimelineError) {
    try await server.removeSuggestion(of: profile)
    suggestionResponses.updateAll { $0.filter { $0.id != profile.id } }
  }

  func announcements(_ freshness: Freshness) async throws(TimelineError) -> [Announcement] {
    try await announcementResponses.value(for: .announcements, freshness) { [server] () throws(TimelineError) in
      try await server.announcements(.fresh)
    }
  }

  func dismiss(_ announcement: Announcement) async throws(TimelineError) {
    try await server.dismiss(announcement)
    update(announcement.id) { $0.isRead = true }
  }

  private func update(_ id: String, _ change: (inout Announcement) -> Void) {
    announcementResponses.updateAll { announcements in
      announcements.map { announcement in
        var announcement = announcement
        if announcement.id == id { change(&announcement) }
        return announcement
      }
    }
  }

  func translation(of post: PostID) async throws(TimelineError) -> PostTranslation {
    try await translations.value(for: post, .cached) { [server] () throws(TimelineError) in
      try await server.translation(of: post)
    }
  }
}

// MARK: - Missing replies

extension ServerFeatures {
  /// The maximum number of posts fetched for a thread at a time. Each needs a request to the account's server, which
  /// sends one to the author's.
  private static let maxFetched = 20
  /// The maximum duration of fetching, in seconds.
  private static let maxDuration = 60.0

  func addingMissingReplies(to thread: PostThread) async throws(TimelineError) -> CompletedThread {
    let listed = try await publicThread(of: thread.post)
    var completion = ThreadCompletion(thread, listed)
    let start = clock.now
    for entry in completion.missing.prefix(Self.maxFetched) {
      guard clock.now.timeIntervalSince(start) < Self.maxDuration else { break }
      do throws(TimelineError) {
        completion.add(try await fetched(entry), for: entry)
      } catch {
        if error == .cancelled { throw error }
        completion.failure = error
        break
      }
    }
    return completion.result
  }

  /// Lets the account's server fetch a post; nil if it could not.
  private func fetched(_ entry: PublicThread.Entry) async throws(TimelineError) -> Post? {
    guard let post = try await lookup.search?.post(at: entry.uri) else { return nil }
    let stored = try await stored(post)
    return await dependencies.filters.applied(to: [stored], in: .context(.thread), at: clock.now)
      .first { !$0.isHiddenByFilter }
  }
}

/// Adds the posts that only the author's server lists to a thread.
struct ThreadCompletion {
  private(set) var result: CompletedThread
  /// The listed posts that the thread does not have: ancestors first, and each reply after the post it replies to.
  let missing: [PublicThread.Entry]
  private let listed: PublicThread
  /// The known and the fetched posts, by their addresses.
  private var posts: [String: Post] = [:]
  private var triedCount = 0

  var failure: TimelineError? {
    get { result.failure }
    set { result.failure = newValue }
  }

  init(_ thread: PostThread, _ listed: PublicThread) {
    self.listed = listed
    for post in thread.posts {
      for address in [post.uri, post.url].compactMap(\.self) { posts[address] = post }
    }
    missing = (listed.ancestors + listed.descendants).filter { [posts] entry in
      posts[entry.uri] == nil && entry.url.flatMap { posts[$0] } == nil
    }
    result = CompletedThread(thread: thread, host: listed.host, remaining: missing.count)
  }

  /// - Parameter post: nil if the account's server could not fetch it.
  mutating func add(_ post: Post?, for entry: PublicThread.Entry) {
    triedCount += 1
    result.remaining = missing.count - triedCount
    guard let post else {
      result.unavailable += 1
      return
    }
    posts[entry.uri] = post
    if listed.ancestors.contains(entry) {
      insertAncestor(post)
    } else if result.thread.insert(reply: post) {
      result.added.insert(post.id)
    } else if !result.thread.posts.contains(where: { $0.id == post.id }) {
      // The post that it replies to is missing.
      result.unavailable += 1
    }
  }

  /// Rebuilds the posts above the opened one in the order of the list.
  private mutating func insertAncestor(_ post: Post) {
    guard !result.thread.posts.contains(where: { $0.id == post.id }) else { return }
    let known = listed.ancestors.compactMap { entry in posts[entry.uri] ?? entry.url.flatMap { posts[$0] } }
    let others = result.thread.ancestors.filter { entry in
      entry.post.map { post in !known.contains { $0.id == post.id } } ?? false
    }
    result.thread.ancestors = others + known.map { PostThread.Entry.post($0) }
    result.added.insert(post.id)
  }
}
