/// The notifications of an account that its server holds back, and the policy by which it does.
public protocol HeldNotificationsRepository: Sendable {
  /// The repository that is asked for what this one does not implement; nil for a server.
  var base: (any HeldNotificationsRepository)? { get }

  /// The requests, the latest first.
  /// - Returns: nil if the server holds back no notifications of any account.
  func heldNotifications() async throws(TimelineError) -> HeldNotifications?

  /// The notifications of a request, the latest first.
  func notifications(in request: NotificationRequest) async throws(TimelineError) -> [Post]

  /// Adds the notifications of a request to the others. Later ones from the account are no longer held back. Succeeds
  /// if the request was accepted before.
  /// - Throws: `refused` with the server's message.
  func accept(_ request: NotificationRequest) async throws(TimelineError)

  /// Deletes the notifications of a request. Succeeds if the request no longer exists.
  /// - Throws: `refused` with the server's message.
  func dismiss(_ request: NotificationRequest) async throws(TimelineError)

  func notificationPolicy() async throws(TimelineError) -> NotificationPolicy

  /// Changes the policy for some senders.
  /// - Returns: The policy after the change.
  /// - Throws: `refused` with the server's message.
  func setTreatment(
    _ treatment: NotificationPolicy.Treatment, of sender: NotificationPolicy.Sender
  ) async throws(TimelineError) -> NotificationPolicy

  /// Whether the server has finished adding accepted notifications to the others.
  func areAcceptedNotificationsMerged() async throws(TimelineError) -> Bool
}

/// Asks the base, for servers that hold back no notifications none.
extension HeldNotificationsRepository {
  public var base: (any HeldNotificationsRepository)? { nil }

  public func heldNotifications() async throws(TimelineError) -> HeldNotifications? {
    try await base?.heldNotifications()
  }

  public func notifications(in request: NotificationRequest) async throws(TimelineError) -> [Post] {
    try await base?.notifications(in: request) ?? []
  }

  public func accept(_ request: NotificationRequest) async throws(TimelineError) { try await base?.accept(request) }

  public func dismiss(_ request: NotificationRequest) async throws(TimelineError) { try await base?.dismiss(request) }

  public func areAcceptedNotificationsMerged() async throws(TimelineError) -> Bool {
    try await base?.areAcceptedNotificationsMerged() ?? true
  }

  public func notificationPolicy() async throws(TimelineError) -> NotificationPolicy {
    try await base?.notificationPolicy() ?? NotificationPolicy()
  }

  public func setTreatment(
    _ treatment: NotificationPolicy.Treatment, of sender: NotificationPolicy.Sender
  ) async throws(TimelineError) -> NotificationPolicy {
    try await base?.setTreatment(treatment, of: sender) ?? NotificationPolicy()
  }
}
