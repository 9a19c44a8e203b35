import Domain
import Runtime
import Synchronization

/// Where accounts of servers keep what they write and do, and who takes it to the server.
public struct WritingParts: Sendable {
  public var outbox: any OutboxRepository
  public var pendingActions: any PendingActionRepository
  /// From 0 up to 1: for pauses, so that not all of a server's clients come back at the same moment.
  public var random: @Sendable () -> Double
  /// The server of an account, asked with its token; nil where the account is none of a server.
  public var makeRemote: @Sendable (Account, Secret) -> (any RemotePublishing & RemoteActions)?

  public init(
    outbox: any OutboxRepository, pendingActions: any PendingActionRepository,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    makeRemote: @escaping @Sendable (Account, Secret) -> (any RemotePublishing & RemoteActions)?
  ) {
    self.outbox = outbox
    self.pendingActions = pendingActions
    self.random = random
    self.makeRemote = makeRemote
  }
}

/// What one account writes and does, joined to what it reads.
struct AccountWriting: Sendable {
  /// Those who show what has changed; they come to be after it.
  private final class Shown: Sendable {
    private struct State {
      weak var timelines: ServerTimelineRepository?
      weak var people: ServerPeople?
    }

    private let state = Mutex(State())
    var timelines: ServerTimelineRepository? { state.withLock(\.timelines) }
    var people: ServerPeople? { state.withLock(\.people) }

    func set(_ timelines: ServerTimelineRepository, _ people: ServerPeople?) {
      state.withLock { ($0.timelines, $0.people) = (timelines, people) }
    }
  }

  let publishing: ServerPublishing
  let actions: ServerActions
  private let shown: Shown

  init(
    _ account: AccountID, remote: any RemotePublishing & RemoteActions, _ parts: WritingParts,
    cache: any TimelineCache, sends: Bool, clock: any WallClock
  ) {
    let pause = Backoff(random: parts.random)
    let shown = Shown()
    self.shown = shown
    publishing = ServerPublishing(
      .init(account: account, remote: remote, outbox: parts.outbox, cache: cache), sends: sends, pause: pause,
      clock: clock
    ) { post, draft in
      await shown.timelines?.note(post, of: draft)
    } didPublish: { post, draft in
      await shown.timelines?.show(post, of: draft)
    }
    actions = ServerActions(
      .init(account: account, remote: remote, pendingActions: parts.pendingActions, cache: cache), sends: sends,
      pause: pause,
      clock: clock
    ) { change in
      shown.timelines?.notify(change)
    } relate: { action, result in
      guard let person = action.person, let now = shown.people?.relate(action, result) else { return }
      shown.timelines?.notify(.relationship(now, person: person))
    } note: { action, post in
      await shown.timelines?.note(action, on: post)
    }
  }

  /// A server as it looks with what the reader has wanted. Whatever it answers, it can be reached.
  func timelines(of server: any RemoteTimelines) -> any RemoteTimelines {
    OverlayingTimelines(server: server, actions: actions.sender) { [publishing, actions] in
      await publishing.serverIsBack()
      await actions.serverIsBack()
    }
  }

  /// What a server finds as it looks with what the reader has wanted.
  func search(of server: any RemoteSearch) -> any RemoteSearch {
    OverlayingSearch(server: server, actions: actions.sender)
  }

  func show(in timelines: ServerTimelineRepository, people: ServerPeople?) { shown.set(timelines, people) }
}
