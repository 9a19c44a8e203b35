import Domain
import FoundationEssentials
import Synchronization

/// Simulates the further features of a demo account's server.
final class DemoFeatures: ServerFeatureRepository {
  private struct State {
    var removedSuggestions: Set<String> = []
    var announcements: [Announcement]
  }

  /// The maximum number of trends of each kind.
  private static let maxTrends = 5

  private let repository: WritableDemoRepository
  private let server: DemoServer
  private let state: Mutex<State>

  /// - Parameters:
  ///   - server: the features from accounts.json.
  ///   - repository: the current posts of the account.
  init(_ server: DemoServer, _ repository: WritableDemoRepository) {
    self.repository = repository
    self.server = server
    let announcements = (server.announcements ?? []).enumerated().map { index, listed in
      Announcement(
        id: "\(index + 1)", text: LinkDetector.text(listed.text.escapingControls),
        publishedAt: repository.start.addingTimeInterval(-listed.age), isRead: listed.isRead ?? false)
    }
    state = Mutex(State(announcements: announcements))
  }

  var host: String { DemoStep.defaultHost }

  var features: Set<ServerFeature> {
    var features: Set<ServerFeature> = [.addresses, .trends]
    if server.suggestions != nil { features.insert(.suggestions) }
    if server.announcements != nil { features.insert(.announcements) }
    if server.about != nil { features.insert(.description) }
    if server.translations != nil { features.insert(.translation) }
    if server.missingReplies != nil { features.insert(.missingReplies) }
    return features
  }

  private var base: MockTimelineRepository { repository.base }

  func found(at address: FediverseAddress) async throws(TimelineError) -> FoundAddress? {
    try await base.simulateRequest()
    let posts = try await base.allPosts()
    if address.isHandle {
      let known = posts.compactMap(\.author).first { $0.matches(typedName: address.text) }
      return known.map(FoundAddress.profile)
    }
    return posts.first { $0.url == address.text }.map(FoundAddress.post)
  }

  func trends(_ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    try await base.simulateRequest()
    let posts = try await base.allPosts()
    var uses: [String: Int] = [:]
    for link in posts.flatMap(\.text.links) where link.kind == .tag {
      uses[String(link.text.drop { $0 == "#" }), default: 0] += 1
    }
    let tags = uses.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(Self.maxTrends)
    let liked = posts.sorted { ($0.counts?.likes ?? 0) > ($1.counts?.likes ?? 0) }
    return ServerMatches(
      posts: Array(liked.prefix(Self.maxTrends)), tags: tags.map { ServerMatches.Tag(name: $0.key, uses: $0.value) },
      links: server.links?.map(\.link) ?? [])
  }

  func suggestions(_ freshness: Freshness) async throws(TimelineError) -> [Profile] {
    try await base.simulateRequest()
    let removed = state.withLock(\.removedSuggestions)
    return server.suggestions?.map(\.escapingControls.profile).filter { !removed.contains($0.handle) } ?? []
  }

  func removeSuggestion(of profile: Profile) async throws(TimelineError) {
    try await base.simulateRequest()
    state.withLock { _ = $0.removedSuggestions.insert(profile.handle) }
  }

  func announcements(_ freshness: Freshness) async throws(TimelineError) -> [Announcement] {
    try await base.simulateRequest()
    return state.withLock(\.announcements)
  }

  func dismiss(_ announcement: Announcement) async throws(TimelineError) {
    try await change(announcement) { $0.isRead = true }
  }

  private func change(
    _ announcement: Announcement, _ change: @Sendable (inout Announcement) -> Void
  ) async throws(TimelineError) {
    try await base.simulateRequest()
    state.withLock { state in
      guard let index = state.announcements.firstIndex(where: { $0.id == announcement.id }) else { return }
      change(&state.announcements[index])
    }
  }

  func description(_ freshness: Freshness) async throws(TimelineError) -> ServerDescription {
    try await base.simulateRequest()
    return ServerDescription(
      title: server.title?.escapingControls ?? host, about: server.about?.escapingControls,
      rules: server.rules?.map { ServerDescription.Rule($0.escapingControls) } ?? [], limits: repository.limits,
      translates: server.translations != nil)
  }

  /// - Throws: `refused` for a post without a translation.
  func translation(of post: PostID) async throws(TimelineError) -> PostTranslation {
    try await base.simulateRequest()
    guard let listed = server.translations?.first(where: { $0.post == post.rawValue }) else {
      throw .refused(host: host, message: "This post is in your language already")
    }
    return PostTranslation(
      text: LinkDetector.text(listed.text.escapingControls), sourceLanguage: listed.language.escapingControls,
      provider: server.translator?.escapingControls)
  }

  func addingMissingReplies(to thread: PostThread) async throws(TimelineError) -> CompletedThread {
    try await base.simulateRequest()
    let handle = thread.post.author?.handle ?? ""
    let authorHost = handle.lastIndex(of: "@").map { String(handle[handle.index(after: $0)...]) } ?? host
    var completed = CompletedThread(thread: thread, host: authorHost)
    for (index, listed) in (server.missingReplies ?? []).enumerated() where listed.post == thread.post.id.rawValue {
      let reply = Post(
        id: PostID("missing-\(index + 1)"), account: repository.account,
        author: listed.author.escapingControls.profile, createdAt: thread.post.createdAt,
        text: LinkDetector.text(listed.text.escapingControls), replyTo: thread.post.id)
      if completed.thread.insert(reply: reply) { completed.added.insert(reply.id) }
    }
    return completed
  }
}
