import Domain
import Runtime

/// Loads and stores the reading positions of an account.
@MainActor
public final class PositionTracker {
  public private(set) var memory = AccountState()

  private let savePosition: any SavePositionUseCase
  private let account: AccountID
  private let storing: SerialQueue
  private var hasStored = false
  private var hasFailed = false

  /// - Parameter storing: The queue shared by all accounts, so that the account read last is stored last.
  public init(savePosition: any SavePositionUseCase, account: AccountID, storing: SerialQueue) {
    self.savePosition = savePosition
    self.account = account
    self.storing = storing
  }

  /// Loads the state of the account at the end of the last session.
  public func load() async -> AccountState {
    memory = await savePosition.state(of: account)
    return memory
  }

  /// Sets the position of a timeline that has not been shown yet; nil for the newest post.
  public func setInitialPosition(of timeline: TimelineID, to position: EntryPosition?) {
    memory.positions[timeline] = position
  }

  /// The state to store.
  public struct Snapshot {
    public var timeline: ListedTimeline?
    public var positions: [TimelineID: EntryPosition]
    public var unread: UnreadTracker

    public init(timeline: ListedTimeline?, positions: [TimelineID: EntryPosition], unread: UnreadTracker) {
      self.timeline = timeline
      self.positions = positions
      self.unread = unread
    }
  }

  /// Stores the account as the last one, when it first shows something. An error is thus reported early and not only
  /// when the user leaves.
  public func storeFirst(_ snapshot: Snapshot, didFail: @escaping @MainActor (SessionError) -> Void) {
    if !hasStored { store(snapshot, didFail: didFail) }
  }

  /// Stores the state in the background. Continues after the screen is closed.
  /// - Parameter didFail: Called for the first failure only.
  public func store(_ snapshot: Snapshot, didFail: @escaping @MainActor (SessionError) -> Void) {
    hasStored = true
    let marks = snapshot.unread.changes
    addTask { [savePosition, account] () throws(SessionError) in
      try await savePosition.save(
        account: account, timeline: snapshot.timeline, positions: snapshot.positions, marks: marks)
      snapshot.unread.didStore(marks)
    } didFail: {
      didFail($0)
    }
  }

  /// Limits the notifications to a group, and stores that in the background; nil for all.
  public func store(_ group: NotificationGroup?, didFail: @escaping @MainActor (SessionError) -> Void) {
    memory.notificationGroup = group
    addTask { [savePosition, account] () throws(SessionError) in
      try await savePosition.save(group, of: account)
    } didFail: {
      didFail($0)
    }
  }

  /// Stores the options of a timeline, in the background.
  public func store(
    _ options: TimelineOptions, of timeline: TimelineID, didFail: @escaping @MainActor (SessionError) -> Void
  ) {
    memory.options[timeline] = options
    addTask { [savePosition, account] () throws(SessionError) in
      try await savePosition.save(options, of: timeline, in: account)
    } didFail: {
      didFail($0)
    }
  }

  private func addTask(
    _ task: @escaping @MainActor () async throws(SessionError) -> Void,
    didFail: @escaping @MainActor (SessionError) -> Void
  ) {
    storing.add { [self] in
      do throws(SessionError) {
        try await task()
      } catch {
        guard !hasFailed else { return }
        hasFailed = true
        didFail(error)
      }
    }
  }
}
