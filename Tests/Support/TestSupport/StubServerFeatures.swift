import Domain
import Synchronization

/// The features of a server, preset by a test. Records the requests.
public final class StubServerFeatures: ServerFeatureRepository {
  public struct Answers: Sendable {
    public var features = Set(ServerFeature.allCases)
    public var found: FoundAddress?
    public var trends = ServerMatches()
    public var suggestions: [Profile] = []
    public var announcements: [Announcement] = []
    public var description = ServerDescription(title: "Near")
    public var translation = PostTranslation(text: PostText())
    public var completed: CompletedThread?
    /// Thrown by all requests; nil if they succeed.
    public var failure: TimelineError?
    /// Whether changes take effect although their responses fail, and reading succeeds.
    public var losesResponses = false

    public init() {}
  }

  public let host = "near.example"
  private let answers: Mutex<Answers>
  private let recorded = Mutex<[String]>([])

  public init(_ answers: Answers = Answers()) {
    self.answers = Mutex(answers)
  }

  /// The requests in order: “translation 1”.
  public var requests: [String] { recorded.withLock(\.self) }

  public var features: Set<ServerFeature> { answers.withLock(\.features) }

  public func change(_ change: (inout Answers) -> Void) { answers.withLock { change(&$0) } }

  private func answer(_ request: String) throws(TimelineError) -> Answers {
    recorded.withLock { $0.append(request) }
    let answers = answers.withLock { $0 }
    if let failure = answers.failure, !answers.losesResponses { throw failure }
    return answers
  }

  /// Changes what later requests return. The response may be lost.
  private func change(_ request: String, _ change: (inout Answers) -> Void) throws(TimelineError) {
    _ = try answer(request)
    answers.withLock { change(&$0) }
    if let failure = answers.withLock(\.failure) { throw failure }
  }

  private func change(
    _ announcement: Announcement, _ request: String, _ change: (inout Announcement) -> Void
  ) throws(TimelineError) {
    try self.change(request) { answers in
      for index in answers.announcements.indices where answers.announcements[index].id == announcement.id {
        change(&answers.announcements[index])
      }
    }
  }

  public func found(at address: FediverseAddress) async throws(TimelineError) -> FoundAddress? {
    try answer("found \(address.text)").found
  }

  public func trends(_ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    try answer("trends \(freshness)").trends
  }

  public func suggestions(_ freshness: Freshness) async throws(TimelineError) -> [Profile] {
    try answer("suggestions \(freshness)").suggestions
  }

  public func removeSuggestion(of profile: Profile) async throws(TimelineError) {
    try change("remove \(profile.handle)") { $0.suggestions.removeAll { $0.handle == profile.handle } }
  }

  public func announcements(_ freshness: Freshness) async throws(TimelineError) -> [Announcement] {
    try answer("announcements \(freshness)").announcements
  }

  public func dismiss(_ announcement: Announcement) async throws(TimelineError) {
    try change(announcement, "dismiss \(announcement.id)") { $0.isRead = true }
  }

  public func description(_ freshness: Freshness) async throws(TimelineError) -> ServerDescription {
    try answer("description \(freshness)").description
  }

  public func translation(of post: PostID) async throws(TimelineError) -> PostTranslation {
    try answer("translation \(post.rawValue)").translation
  }

  public func addingMissingReplies(to thread: PostThread) async throws(TimelineError) -> CompletedThread {
    let answers = try answer("completed \(thread.post.id.rawValue)")
    return answers.completed ?? CompletedThread(thread: thread, host: "far.example")
  }
}
