import Domain

/// The features of a server in addition to timelines; its requests may fail.
struct FaultyFeatures: ServerFeatureRepository {
  let server: any ServerFeatureRepository
  let faults: Faults

  var host: String { server.host }
  var features: Set<ServerFeature> { server.features }

  func found(at address: FediverseAddress) async throws(TimelineError) -> FoundAddress? {
    try await faults.play()
    return try await server.found(at: address)
  }

  func trends(_ freshness: Freshness) async throws(TimelineError) -> ServerMatches {
    try await faults.play()
    return try await server.trends(freshness)
  }

  func suggestions(_ freshness: Freshness) async throws(TimelineError) -> [Profile] {
    try await faults.play()
    return try await server.suggestions(freshness)
  }

  func removeSuggestion(of profile: Profile) async throws(TimelineError) {
    try await faults.play()
    try await server.removeSuggestion(of: profile)
  }

  func announcements(_ freshness: Freshness) async throws(TimelineError) -> [Announcement] {
    try await faults.play()
    return try await server.announcements(freshness)
  }

  func dismiss(_ announcement: Announcement) async throws(TimelineError) {
    try await faults.play()
    try await server.dismiss(announcement)
  }

  func description(_ freshness: Freshness) async throws(TimelineError) -> ServerDescription {
    try await faults.play()
    return try await server.description(freshness)
  }

  func translation(of post: PostID) async throws(TimelineError) -> PostTranslation {
    try await faults.play()
    return try await server.translation(of: post)
  }

  func addingMissingReplies(to thread: PostThread) async throws(TimelineError) -> CompletedThread {
    try await faults.play()
    return try await server.addingMissingReplies(to: thread)
  }
}

/// Notifications that a server holds back; its requests may fail.
struct FaultyHeldNotifications: HeldNotificationsRepository {
  let server: any HeldNotificationsRepository
  let faults: Faults

  func heldNotifications() async throws(TimelineError) -> HeldNotifications? {
    try await faults.play()
    return try await server.heldNotifications()
  }

  func notifications(in request: NotificationRequest) async throws(TimelineError) -> [Post] {
    try await faults.play()
    return try await server.notifications(in: request)
  }

  func accept(_ request: NotificationRequest) async throws(TimelineError) {
    try await faults.play()
    try await server.accept(request)
  }

  func dismiss(_ request: NotificationRequest) async throws(TimelineError) {
    try await faults.play()
    try await server.dismiss(request)
  }

  func notificationPolicy() async throws(TimelineError) -> NotificationPolicy {
    try await faults.play()
    return try await server.notificationPolicy()
  }

  func setTreatment(
    _ treatment: NotificationPolicy.Treatment, of sender: NotificationPolicy.Sender
  ) async throws(TimelineError) -> NotificationPolicy {
    try await faults.play()
    return try await server.setTreatment(treatment, of: sender)
  }
}
