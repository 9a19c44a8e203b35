import Domain
import FoundationEssentials
import Runtime

/// Publishing as an account at a server: drafts are stored in the outbox first and sent as soon as possible.
public final class ServerPublishing: PublishingRepository {
  /// The repositories and the remote that publishing needs.
  public struct Dependencies: Sendable {
    public var account: AccountID
    public var remote: any RemotePublishing
    public var outbox: any OutboxRepository
    /// nil if nothing is cached.
    public var cache: (any PublishingCache & CachedPosts)?
    /// Cancels the scheduled posts that sent ones replace; nil if the account has no actions.
    public var actions: (any ActionRepository)?
    /// Shows whether a post was scheduled although the response was lost; nil if the server lists none.
    public var scheduled: (any ScheduledPostRepository)?

    public init(
      account: AccountID, remote: any RemotePublishing, outbox: any OutboxRepository,
      cache: (any PublishingCache & CachedPosts)? = nil,
      actions: (any ActionRepository)? = nil, scheduled: (any ScheduledPostRepository)? = nil
    ) {
      self.account = account
      self.remote = remote
      self.outbox = outbox
      self.cache = cache
      self.actions = actions
      self.scheduled = scheduled
    }
  }

  public let canSend: Bool
  private let dependencies: Dependencies
  private let clock: any WallClock
  private let limits: PublishingLimitsCache
  private let sender: OutboxSender
  private let emojis: ExpiringCache<AccountID, [String]>

  /// - Parameters:
  ///   - canSend: whether posts are sent. If false, they stay in the outbox.
  ///   - willNotify: called with each published post before the observers of the outbox are notified.
  ///   - didPublish: called with each published post.
  public convenience init(
    _ dependencies: Dependencies, canSend: Bool = true, clock: any WallClock,
    willNotify: @escaping @Sendable (Post, Draft) async -> Void = { _, _ in },
    didPublish: @escaping @Sendable (Post, Draft) async -> Void = { _, _ in }
  ) {
    self.init(
      dependencies, canSend: canSend, backoff: Backoff(), clock: clock, willNotify: willNotify, didPublish: didPublish)
  }

  init(
    _ dependencies: Dependencies, canSend: Bool = true, backoff: Backoff, clock: any WallClock,
    willNotify: @escaping @Sendable (Post, Draft) async -> Void = { _, _ in },
    didPublish: @escaping @Sendable (Post, Draft) async -> Void = { _, _ in }
  ) {
    self.dependencies = dependencies
    self.canSend = canSend
    self.clock = clock
    limits = PublishingLimitsCache(dependencies, clock: clock)
    emojis = ExpiringCache(clock: clock)
    sender = OutboxSender(
      dependencies, limits: limits, canSend: canSend, backoff: backoff, clock: clock, willNotify: willNotify,
      didPublish: didPublish)
  }

  public func capabilities() async -> PublishingCapabilities { await limits.cachedOrDefault() }

  public func loadCapabilities() async -> PublishingCapabilities {
    (try? await limits.cachedOrLoaded()) ?? PublishingCapabilities()
  }

  public func refreshedCapabilities() async -> PublishingCapabilities {
    (try? await limits.currentOrCachedCapabilities()) ?? PublishingCapabilities()
  }

  public func source(of post: PostID) async throws(TimelineError) -> PostSource {
    try await dependencies.remote.source(of: post)
  }

  public func send(_ drafts: [Draft], delay: Double) async throws(StoreError) -> Bool {
    let isEnqueued = try await dependencies.outbox.enqueue(drafts.map { entry(of: $0, delay: delay) })
    await sender.resumeSending()
    return isEnqueued
  }

  private func entry(of draft: Draft, delay: Double) -> OutboxEntry {
    let now = clock.now
    var draft = draft
    (draft.account, draft.refusal) = (dependencies.account, nil)
    return OutboxEntry(
      draft: draft, key: UUID().uuidString, sentAt: now, notBefore: now.addingTimeInterval(min(max(0, delay), 3_600)))
  }

  public func outboxEvents() -> AsyncStream<OutboxEvent> {
    let events = sender.events.subscribe()
    clock.start { [sender, limits] in
      await sender.resumeSending(notifiesAlways: true)
      _ = await limits.cachedOrDefault()
    }
    return events
  }

  public func retry() async { await sender.retry() }

  public func sendAgain(_ entry: DraftID) async throws(StoreError) { try await sender.sendAgain(entry) }

  public func withdraw(_ entry: DraftID) async throws(StoreError) -> Draft? { try await sender.withdraw(entry) }

  public func profiles(matching typed: String, limit: Int) async -> [Profile] {
    (try? await dependencies.cache?.profiles(matching: typed, limit: limit)) ?? []
  }

  /// Sends a draft and returns when nothing more can be done for it now.
  func sendNow(_ draft: Draft) async throws(StoreError) -> SendOutcome {
    try await sender.send(entry(of: draft, delay: 0))
  }

  /// The capabilities, loaded if none are cached or they are outdated.
  func currentCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    try await limits.currentOrCachedCapabilities()
  }

  public func profilesAtServer(matching typed: String, limit: Int) async -> [Profile] {
    (try? await dependencies.remote.profiles(matching: typed, limit: limit)) ?? []
  }

  public func tags(matching typed: String, limit: Int) async -> [String] {
    (try? await dependencies.cache?.tags(matching: typed, limit: limit)) ?? []
  }

  public func tagsAtServer(matching typed: String, limit: Int) async -> [String] {
    guard let known = TagSuggestions(startingWith: typed) else { return [] }
    // A server may also return matches in the middle of a tag.
    return ((try? await dependencies.remote.tags(matching: typed, limit: limit)) ?? []).filter(known.matches)
  }

  public func emojisAtServer(matching typed: String, limit: Int) async -> [String] {
    let names = try? await emojis.value(for: dependencies.account, .cached) {
      [remote = dependencies.remote] () throws(TimelineError) in
      do throws(TimelineError) {
        return try await remote.emojiNames()
      } catch .cancelled {
        throw .cancelled
      } catch {
        // A failure is cached as well: the request would otherwise be repeated at each key.
        return []
      }
    }
    let typed = typed.lowercased()
    let found = (names ?? []).filter { $0.lowercased().contains(typed) }
    let starting = found.filter { $0.lowercased().hasPrefix(typed) }
    return Array((starting + found.filter { !$0.lowercased().hasPrefix(typed) }).prefix(limit))
  }

  /// Sends the outbox and returns when nothing more can be sent now.
  func sendPending() async -> SendReport { await sender.sendPending() }

  /// Retries posts that failed because the server was unreachable: it has just responded.
  func serverDidRecover() async { await sender.serverDidRecover() }
}

/// The result of sending an outbox.
public struct SendReport: Hashable, Sendable {
  /// The number of posts that the server accepted, and refused.
  public var sent: Int
  public var refused: Int
  /// The number of posts still in the outbox, and why the first of them is.
  public var waiting: Int
  public var failure: TimelineError?
  /// The number of posts that need the user's confirmation.
  public var unconfirmed: Int
  /// The requested properties that the published posts lack.
  public var losses: [PublishingLoss]

  public init(
    sent: Int = 0, refused: Int = 0, waiting: Int = 0, failure: TimelineError? = nil, unconfirmed: Int = 0,
    losses: [PublishingLoss] = []
  ) {
    self.sent = sent
    self.refused = refused
    self.waiting = waiting
    self.failure = failure
    self.unconfirmed = unconfirmed
    self.losses = losses
  }
}
