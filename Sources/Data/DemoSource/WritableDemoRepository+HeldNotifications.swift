import Domain
import FoundationEssentials

/// Simulates notifications that a server holds back. Accepted ones are added to the others immediately.
extension WritableDemoRepository: HeldNotificationsRepository {
  func heldNotifications() async throws(TimelineError) -> HeldNotifications? {
    guard let held = initialRelationships.held else { return nil }
    try await base.simulateRequest()
    var requests: [NotificationRequest] = []
    for listed in held where heldDecisions[listed.from.handle] == nil {
      let posts = await mentions(in: listed)
      requests.append(
        NotificationRequest(
          id: listed.from.handle, profile: listed.from.profile, count: posts.count, lastPost: posts.first,
          updatedAt: posts.first?.createdAt))
    }
    return HeldNotifications(requests)
  }

  func notifications(in request: NotificationRequest) async throws(TimelineError) -> [Post] {
    try await base.simulateRequest()
    guard let listed = initialRelationships.held?.first(where: { $0.from.handle == request.id }) else { return [] }
    return await mentions(in: listed)
  }

  /// - Throws: `refused` for an account that refuses all actions.
  func accept(_ request: NotificationRequest) async throws(TimelineError) {
    try await decide(on: request, accepts: true)
    changeBroadcast.notify(.outdated(.notifications))
  }

  /// - Throws: `refused` for an account that refuses all actions.
  func dismiss(_ request: NotificationRequest) async throws(TimelineError) {
    try await decide(on: request, accepts: false)
  }

  func notificationPolicy() async throws(TimelineError) -> NotificationPolicy {
    try await base.simulateRequest()
    return policy
  }

  func setTreatment(
    _ treatment: NotificationPolicy.Treatment, of sender: NotificationPolicy.Sender
  ) async throws(TimelineError) -> NotificationPolicy {
    try await base.simulateRequest()
    policy.treatments[sender] = treatment
    return policy
  }

  /// The notifications that were held back before the user accepted them.
  func acceptedNotifications() async -> [Post] {
    var entries: [Post] = []
    for listed in initialRelationships.held ?? [] where heldDecisions[listed.from.handle] == true {
      entries += await mentions(in: listed)
    }
    return entries
  }

  private func decide(on request: NotificationRequest, accepts: Bool) async throws(TimelineError) {
    try await base.simulateRequest()
    if initialRelationships.isRefusing(request.id.lowercased()) { throw refusedError("This action is not allowed") }
    heldDecisions[request.id] = accepts
  }

  private func mentions(in listed: DemoRelationships.ListedRequest) async -> [Post] {
    var entries: [Post] = []
    for id in listed.posts {
      guard var post = await post(PostID(id)).flatMap(now) else { continue }
      post.notification = PostNotification(
        id: "mention-\(id)", kind: .mention, profiles: [listed.from.profile], at: post.createdAt)
      entries.append(post)
    }
    return entries
  }
}
