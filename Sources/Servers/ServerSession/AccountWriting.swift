import Domain
import Runtime
import Synchronization

/// The dependencies for writing and acting as an account.
public struct WritingDependencies: Sendable {
  public var outbox: any OutboxRepository
  public var pendingActions: any PendingActionRepository
  /// Returns a number in 0..<1, for the jitter of retries.
  public var random: @Sendable () -> Double

  public init(
    outbox: any OutboxRepository, pendingActions: any PendingActionRepository,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.outbox = outbox
    self.pendingActions = pendingActions
    self.random = random
  }
}

/// The publishing and the actions of an account, connected to its timelines.
struct AccountWriting: Sendable {
  /// The timelines that show changes. They are created later.
  private final class WeakTimelines: Sendable {
    private struct State {
      weak var timelines: ServerTimelineRepository?
    }

    private let state = Mutex(State())
    var value: ServerTimelineRepository? { state.withLock(\.timelines) }
    func set(_ timelines: ServerTimelineRepository) { state.withLock { $0.timelines = timelines } }
  }

  let publishing: ServerPublishing
  let actions: ServerActions
  let scheduled: ServerScheduledPosts
  private let timelines = WeakTimelines()

  /// nil if the server lacks a family of requests for it.
  init?(
    _ account: AccountID, at server: RemoteAccount, _ dependencies: WritingDependencies, cache: any TimelineCache,
    canSend: Bool, clock: any WallClock
  ) {
    guard let remoteActions = server.actions, let remotePublishing = server.publishing,
      let remoteScheduled = server.scheduled
    else { return nil }
    let backoff = Backoff(random: dependencies.random)
    let timelines = self.timelines
    actions = ServerActions(
      .init(account: account, remote: remoteActions, pendingActions: dependencies.pendingActions, cache: cache),
      canSend: canSend,
      backoff: backoff,
      clock: clock
    ) { change in
      timelines.value?.notify(change)
    } didDelete: { post in
      await timelines.value?.didDelete(post)
    }
    publishing = ServerPublishing(
      .init(
        account: account, remote: remotePublishing, outbox: dependencies.outbox, cache: cache, actions: actions,
        scheduled: remoteScheduled),
      canSend: canSend,
      backoff: backoff,
      clock: clock
    ) { post, draft in
      await timelines.value?.addPublished(post, from: draft)
    } didPublish: { post, draft in
      await timelines.value?.loadPublished(post, from: draft)
    }
    scheduled = ServerScheduledPosts(remoteScheduled, cache: cache, clock: clock)
  }

  /// A remote whose responses get the pending actions applied. Each response shows that the server can be reached.
  func timelines(of server: any RemoteTimelines) -> any RemoteTimelines {
    OverlayingTimelines(server: server, actions: actions.queue) { [publishing, actions] in
      await publishing.serverDidRecover()
      await actions.serverDidRecover()
    }
  }

  /// A remote search whose results get the pending actions applied.
  func search(of server: any ServerSearchRepository) -> any ServerSearchRepository {
    OverlayingSearch(server: server, actions: actions.queue)
  }

  func show(in timelines: ServerTimelineRepository) { self.timelines.set(timelines) }
}
