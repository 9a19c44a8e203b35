import Domain
import Runtime

/// Remembers where the timelines of an account stand, from the moment that they have shown something.
@MainActor
public final class PositionTracker {
  public private(set) var memory = AccountMemory()

  private let savePosition: any SavePositionUseCase
  private let account: AccountID
  private let storing: SerialQueue
  private var hasStored = false
  private var hasFailed = false

  /// - Parameter storing: shared by all accounts: the last one that is read is to be the last one that is stored.
  public init(savePosition: any SavePositionUseCase, account: AccountID, storing: SerialQueue) {
    self.savePosition = savePosition
    self.account = account
    self.storing = storing
  }

  /// What is remembered of the account from the last time.
  public func recall() async -> AccountMemory {
    memory = await savePosition.memory(of: account)
    return memory
  }

  /// Has a timeline that has not been shown begin at a place; nil is the newest post.
  public func begin(_ timeline: TimelineID, at place: Place?) {
    memory.places[timeline] = place
  }

  /// What is to be remembered.
  public struct Snapshot {
    public var timeline: ListedTimeline?
    public var places: [TimelineID: Place]
    public var unread: UnreadTracker

    public init(timeline: ListedTimeline?, places: [TimelineID: Place], unread: UnreadTracker) {
      self.timeline = timeline
      self.places = places
      self.unread = unread
    }
  }

  /// Remembers that this account was the last one, once it has shown something: whose memory has no place to lie is told
  /// then, not when they leave.
  public func storeFirst(_ reading: Snapshot, didFail: @escaping @MainActor (SessionError) -> Void) {
    if !hasStored { store(reading, didFail: didFail) }
  }

  /// Does not wait, and goes on when its screen is gone.
  /// - Parameter didFail: told once.
  public func store(_ reading: Snapshot, didFail: @escaping @MainActor (SessionError) -> Void) {
    hasStored = true
    let marks = reading.unread.changes
    storing.add { [self, savePosition, account] in
      do throws(SessionError) {
        try await savePosition.remember(
          account: account, timeline: reading.timeline, places: reading.places, marks: marks)
        reading.unread.didStore(marks)
      } catch {
        guard !hasFailed else { return }
        hasFailed = true
        didFail(error)
      }
    }
  }
}
