import Domain
import FoundationEssentials
import Runtime

/// Writes as an account at a server: what is sent is kept first, and goes out as soon as it can.
public final class ServerPublishing: PublishingRepository {
  /// What the account writes with.
  public struct Parts: Sendable {
    public var account: AccountID
    public var remote: any RemotePublishing
    public var outbox: any OutboxRepository
    public var cache: any TimelineCache

    public init(
      account: AccountID, remote: any RemotePublishing, outbox: any OutboxRepository, cache: any TimelineCache
    ) {
      self.account = account
      self.remote = remote
      self.outbox = outbox
      self.cache = cache
    }
  }

  public let sends: Bool
  private let parts: Parts
  private let clock: any WallClock
  private let abilities: PublishingLimitsCache
  private let sender: OutboxSender

  /// - Parameters:
  ///   - sends: whether anything goes out, and does not only wait.
  ///   - willTell: told of each post that the server has, before those who observe the outbox are.
  ///   - didPublish: told of each post that the server has.
  public convenience init(
    _ parts: Parts, sends: Bool = true, clock: any WallClock,
    willNotify: @escaping @Sendable (Post, Draft) async -> Void = { _, _ in },
    didPublish: @escaping @Sendable (Post, Draft) async -> Void = { _, _ in }
  ) {
    self.init(parts, sends: sends, pause: Backoff(), clock: clock, willNotify: willNotify, didPublish: didPublish)
  }

  init(
    _ parts: Parts, sends: Bool = true, pause: Backoff, clock: any WallClock,
    willNotify: @escaping @Sendable (Post, Draft) async -> Void = { _, _ in },
    didPublish: @escaping @Sendable (Post, Draft) async -> Void = { _, _ in }
  ) {
    self.parts = parts
    self.sends = sends
    self.clock = clock
    abilities = PublishingLimitsCache(parts, clock: clock)
    sender = OutboxSender(
      parts, abilities: abilities, sends: sends, pause: pause, clock: clock, willNotify: willNotify,
      didPublish: didPublish)
  }

  public func capabilities() async -> PublishingCapabilities { await abilities.known() }

  public func statedCapabilities() async -> PublishingCapabilities {
    (try? await abilities.current()) ?? PublishingCapabilities()
  }

  public func source(of post: PostID) async throws(TimelineError) -> PostSource {
    try await parts.remote.source(of: post)
  }

  public func send(_ drafts: [Draft], delay: Double) async throws(StoreError) -> Bool {
    let areSent = try await parts.outbox.enqueue(drafts.map { entry(of: $0, delay: delay) })
    await sender.begin()
    return areSent
  }

  private func entry(of draft: Draft, delay: Double) -> OutboxEntry {
    let now = clock.now
    var draft = draft
    (draft.account, draft.refusal) = (parts.account, nil)
    return OutboxEntry(
      draft: draft, key: UUID().uuidString, sentAt: now, notBefore: now.addingTimeInterval(min(max(0, delay), 3_600)))
  }

  public func outbox() -> AsyncStream<OutboxNews> {
    let news = sender.news.listen()
    clock.start { [sender, abilities] in
      await sender.begin(tellsAll: true)
      _ = await abilities.known()
    }
    return news
  }

  public func retry() async { await sender.retry() }

  public func sendAgain(_ entry: DraftID) async throws(StoreError) { try await sender.sendAgain(entry) }

  public func takeBack(_ entry: DraftID) async throws(StoreError) -> Draft? { try await sender.takeBack(entry) }

  public func people(matching typed: String, limit: Int) async -> [Profile] {
    (try? await parts.cache.people(matching: typed, limit: limit)) ?? []
  }

  /// Sends a draft, and returns when nothing more can be done for it now.
  func sendNow(_ draft: Draft) async throws(StoreError) -> SendOutcome {
    try await sender.send(entry(of: draft, delay: 0))
  }

  /// As the server said, whenever that was; where it has never said, it is asked.
  func certainCapabilities() async throws(TimelineError) -> PublishingCapabilities { try await abilities.current() }

  public func peopleAtServer(matching typed: String, limit: Int) async -> [Profile] {
    (try? await parts.remote.people(matching: typed, limit: limit)) ?? []
  }

  public func tags(matching typed: String, limit: Int) async -> [String] {
    (try? await parts.cache.tags(matching: typed, limit: limit)) ?? []
  }

  public func tagsAtServer(matching typed: String, limit: Int) async -> [String] {
    guard let known = KnownTags(beginning: typed) else { return [] }
    // What a server finds may have it in its middle.
    return ((try? await parts.remote.tags(matching: typed, limit: limit)) ?? []).filter(known.fits)
  }

  /// Sends what waits, and returns when nothing more can go now.
  func sendWaiting() async -> SentWaiting { await sender.sendWaiting() }

  /// The server has answered something: what waits because it did not, may go.
  func serverIsBack() async { await sender.serverIsBack() }
}

/// What has become of what waited.
public struct SentWaiting: Hashable, Sendable {
  /// How many posts the server has taken, and how many not.
  public var sent: Int
  public var refused: Int
  /// How many are still on their way, and why the first of those.
  public var waiting: Int
  public var failure: TimelineError?
  /// How many wait for the person's word.
  public var asking: Int
  /// What the posts that were sent asked for, and lack.
  public var lost: [PublishingLoss]

  public init(
    sent: Int = 0, refused: Int = 0, waiting: Int = 0, failure: TimelineError? = nil, asking: Int = 0,
    lost: [PublishingLoss] = []
  ) {
    self.sent = sent
    self.refused = refused
    self.waiting = waiting
    self.failure = failure
    self.asking = asking
    self.lost = lost
  }
}
