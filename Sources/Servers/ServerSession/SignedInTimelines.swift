import Domain
import Synchronization

/// The timelines, profiles and read markers of a signed-in account.
struct SignedInTimelines: RemoteServer {
  typealias Server = any RemoteServer

  let signedIn: SignedIn<Server>

  var hasSpareRequests: Bool { signedIn.currentServer?.hasSpareRequests ?? true }

  func overview() async throws(TimelineError) -> TimelineOverview {
    try await signedIn.withServer { server throws(TimelineError) in try await server.overview() }
  }

  func page(
    of timeline: TimelineID, at position: RemotePosition, limit: Int
  ) async throws(TimelineError) -> RemotePage {
    try await signedIn.withServer { server throws(TimelineError) in
      try await server.page(of: timeline, at: position, limit: limit)
    }
  }

  func filters() async throws(TimelineError) -> [ContentFilter]? {
    try await signedIn.withServer { server throws(TimelineError) in try await server.filters() }
  }

  func thread(of post: PostID) async throws(TimelineError) -> PostThread {
    try await signedIn.withServer { server throws(TimelineError) in try await server.thread(of: post) }
  }

  func profile(_ profile: Profile) async throws(TimelineError) -> ProfilePage {
    try await signedIn.withServer { server throws(TimelineError) in try await server.profile(profile) }
  }

  func history(of post: PostID) async throws(TimelineError) -> [PostVersion] {
    try await signedIn.withServer { server throws(TimelineError) in try await server.history(of: post) }
  }

  func profiles(
    in list: ProfileList, after cursor: RemoteCursor?
  ) async throws(TimelineError) -> ProfileListPage {
    try await signedIn.withServer { server throws(TimelineError) in
      try await server.profiles(in: list, after: cursor)
    }
  }

  func relationships(with accounts: [String]) async throws(TimelineError) -> [String: Relationship] {
    try await signedIn.withServer { server throws(TimelineError) in try await server.relationships(with: accounts) }
  }

  func matches(of words: String) async throws(TimelineError) -> ServerMatches {
    try await signedIn.withServer { server throws(TimelineError) in try await server.matches(of: words) }
  }

  func post(at address: String) async throws(TimelineError) -> Post? {
    try await signedIn.withServer { server throws(TimelineError) in try await server.post(at: address) }
  }

  func markers() async throws(TimelineError) -> [TimelineID: RemoteCursor]? {
    try await signedIn.withServer { server throws(TimelineError) in try await server.markers() }
  }

  func store(_ markers: [TimelineID: RemoteCursor]) async throws(TimelineError) -> Bool {
    try await signedIn.withServer { server throws(TimelineError) in try await server.store(markers) }
  }

  func heldNotifications() async throws(TimelineError) -> HeldNotifications? {
    try await signedIn.withServer { server throws(TimelineError) in try await server.heldNotifications() }
  }

  func notifications(in request: NotificationRequest) async throws(TimelineError) -> [Post] {
    try await signedIn.withServer { server throws(TimelineError) in try await server.notifications(in: request) }
  }

  func accept(_ request: NotificationRequest) async throws(TimelineError) {
    try await signedIn.withServer { server throws(TimelineError) in try await server.accept(request) }
  }

  func dismiss(_ request: NotificationRequest) async throws(TimelineError) {
    try await signedIn.withServer { server throws(TimelineError) in try await server.dismiss(request) }
  }

  func areAcceptedNotificationsMerged() async throws(TimelineError) -> Bool {
    try await signedIn.withServer { server throws(TimelineError) in
      try await server.areAcceptedNotificationsMerged()
    }
  }

  func notificationPolicy() async throws(TimelineError) -> NotificationPolicy {
    try await signedIn.withServer { server throws(TimelineError) in try await server.notificationPolicy() }
  }

  func setTreatment(
    _ treatment: NotificationPolicy.Treatment, of sender: NotificationPolicy.Sender
  ) async throws(TimelineError) -> NotificationPolicy {
    try await signedIn.withServer { server throws(TimelineError) in
      try await server.setTreatment(treatment, of: sender)
    }
  }

  /// Those of most servers before the first request.
  var features: Set<ServerFeature> {
    signedIn.currentServer?.features ?? Set(ServerFeature.allCases).subtracting([.translation])
  }

  func found(at address: String) async throws(TimelineError) -> FoundAddress? {
    try await signedIn.withServer { server throws(TimelineError) in try await server.found(at: address) }
  }

  func trends() async throws(TimelineError) -> ServerMatches {
    try await signedIn.withServer { server throws(TimelineError) in try await server.trends() }
  }

  func suggestions() async throws(TimelineError) -> [Profile] {
    try await signedIn.withServer { server throws(TimelineError) in try await server.suggestions() }
  }

  func removeSuggestion(of account: String) async throws(TimelineError) {
    try await signedIn.withServer { server throws(TimelineError) in try await server.removeSuggestion(of: account) }
  }

  func announcements() async throws(TimelineError) -> [Announcement] {
    try await signedIn.withServer { server throws(TimelineError) in try await server.announcements() }
  }

  func dismiss(announcement id: String) async throws(TimelineError) {
    try await signedIn.withServer { server throws(TimelineError) in try await server.dismiss(announcement: id) }
  }

  func react(to announcement: String, with name: String, _ isOn: Bool) async throws(TimelineError) {
    try await signedIn.withServer { server throws(TimelineError) in
      try await server.react(to: announcement, with: name, isOn)
    }
  }

  func description(isRefresh: Bool) async throws(TimelineError) -> ServerDescription {
    try await signedIn.withServer { server throws(TimelineError) in try await server.description(isRefresh: isRefresh) }
  }

  func translation(of post: PostID, to language: String?) async throws(TimelineError) -> PostTranslation {
    try await signedIn.withServer { server throws(TimelineError) in
      try await server.translation(of: post, to: language)
    }
  }

  func publicThread(of post: Post) async throws(TimelineError) -> PublicThread {
    try await signedIn.withServer { server throws(TimelineError) in try await server.publicThread(of: post) }
  }

  func events() -> AsyncStream<RemoteEvent> {
    let used = TokenBox()
    return BackpressuredEvents.stream { [signedIn] () throws(TimelineError) in
      let session = try await signedIn.session()
      used.token.withLock { $0 = session.token }
      return session.server.events()
    } passing: { [signedIn] event in
      guard case .lost(.sessionExpired) = event, let token = used.token.withLock(\.self),
        await signedIn.renewedSession(after: token) != nil
      else { return event }
      // The events continue with the new token.
      return nil
    }
  }

  /// The token that a stream was opened with.
  private final class TokenBox: Sendable {
    let token = Mutex<Secret?>(nil)
  }
}
