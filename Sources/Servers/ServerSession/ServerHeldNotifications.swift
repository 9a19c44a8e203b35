import Domain
import Runtime

/// The notifications that a server holds back. The server adds accepted ones to the others in the background; they are
/// loaded when it has finished.
struct ServerHeldNotifications: HeldNotificationsRepository {
  /// In seconds, before each request whether the accepted notifications were added.
  private static let mergeDelays = [0.0, 1, 2, 4, 8]

  private let remote: any HeldNotificationsRepository
  private let timelines: ServerTimelineRepository
  private let clock: any WallClock

  init(_ remote: any HeldNotificationsRepository, timelines: ServerTimelineRepository, clock: any WallClock) {
    self.remote = remote
    self.timelines = timelines
    self.clock = clock
  }

  func heldNotifications() async throws(TimelineError) -> HeldNotifications? { try await remote.heldNotifications() }

  func notifications(in request: NotificationRequest) async throws(TimelineError) -> [Post] {
    try await remote.notifications(in: request)
  }

  func accept(_ request: NotificationRequest) async throws(TimelineError) {
    try await remote.accept(request)
    Task(executorPreference: currentTaskExecutor) { await loadAcceptedNotifications() }
  }

  func dismiss(_ request: NotificationRequest) async throws(TimelineError) { try await remote.dismiss(request) }

  func notificationPolicy() async throws(TimelineError) -> NotificationPolicy { try await remote.notificationPolicy() }

  func setTreatment(
    _ treatment: NotificationPolicy.Treatment, of sender: NotificationPolicy.Sender
  ) async throws(TimelineError) -> NotificationPolicy {
    try await remote.setTreatment(treatment, of: sender)
  }

  func areAcceptedNotificationsMerged() async throws(TimelineError) -> Bool {
    try await remote.areAcceptedNotificationsMerged()
  }

  private func loadAcceptedNotifications() async {
    for delay in Self.mergeDelays {
      if delay > 0 { guard (try? await clock.sleep(seconds: delay)) != nil else { return } }
      // Without a response, the notifications come with the next refresh.
      guard let isMerged = try? await remote.areAcceptedNotificationsMerged() else { return }
      if isMerged { break }
    }
    await timelines.loadAcceptedNotifications()
  }
}
