import Domain
import Runtime

/// The notifications that a server holds back. The server adds accepted ones to the others in the background; they are
/// loaded when it has finished.
struct ServerHeldNotifications: HeldNotificationsRepository {
  /// In seconds, before each request whether the accepted notifications were added.
  private static let mergeDelays = [0.0, 1, 2, 4, 8]

  private let server: any HeldNotificationsRepository
  private let timelines: ServerTimelineRepository
  private let clock: any WallClock

  init(_ server: any HeldNotificationsRepository, timelines: ServerTimelineRepository, clock: any WallClock) {
    self.server = server
    self.timelines = timelines
    self.clock = clock
  }

  var base: (any HeldNotificationsRepository)? { server }

  func accept(_ request: NotificationRequest) async throws(TimelineError) {
    try await server.accept(request)
    Task(executorPreference: currentTaskExecutor) { await loadAcceptedNotifications() }
  }

  private func loadAcceptedNotifications() async {
    for delay in Self.mergeDelays {
      if delay > 0 { guard (try? await clock.sleep(seconds: delay)) != nil else { return } }
      // Without a response, the notifications come with the next refresh.
      guard let isMerged = try? await server.areAcceptedNotificationsMerged() else { return }
      if isMerged { break }
    }
    await timelines.loadAcceptedNotifications()
  }
}
