import FoundationEssentials
import Synchronization

/// The user's recent actions at one account: those that the server has confirmed, in that order, then those that it has
/// not. Whatever shows the effect of an action asks here.
public final class UserChanges: Sendable {
  /// The seconds after a confirmation within which a server may respond with the earlier state. Mastodon fills and
  /// cleans timelines in the background (app/workers/feed_insert_worker.rb, unmerge_worker.rb).
  public static let settlingTime = 30.0
  private static let maxCount = 1_000

  /// A point in the sequence of confirmed actions.
  public struct Revision: Hashable, Sendable {
    fileprivate let number: Int
  }

  public struct Change: Hashable, Sendable {
    fileprivate enum State: Hashable {
      /// Not stored yet.
      case begun(Int)
      /// Stored and to be sent, by the ID of the `PendingAction`.
      case waiting(String)
      case confirmed(Int, at: Date)
    }

    public fileprivate(set) var action: UserAction
    /// When the user acted.
    public let at: Date
    /// Whether the action ends a follow; false if unknown.
    public var endsFollow = false
    /// The relationship with which the server confirmed the action; nil if it returned none.
    public fileprivate(set) var result: Relationship?
    fileprivate var state: State

    fileprivate var isBegun: Bool { if case .begun = state { true } else { false } }
    public var isPending: Bool { if case .confirmed = state { false } else { true } }

    /// Whether a value that the server returned at this revision includes the action.
    public func isIncluded(in revision: Revision) -> Bool {
      if case .confirmed(let number, _) = state { number <= revision.number } else { false }
    }

    /// Whether responses from this time on include the action.
    public func isSettled(at date: Date) -> Bool {
      guard case .confirmed(_, let confirmedAt) = state else { return false }
      return date.timeIntervalSince(confirmedAt) >= UserChanges.settlingTime
    }
  }

  fileprivate struct State {
    var changes: [Change] = [] { didSet { bySubject = nil } }
    var bySubject: [UserAction.Subject?: [Change]]?
    /// The number of actions begun and confirmed so far.
    var begunCount = 0
    var confirmedCount = 0
    /// Current server IDs by the former ID that actions refer to.
    var newIDs: [PostID: PostID] = [:]
  }

  public let account: AccountID?
  private let state = Mutex(State())

  public init(of account: AccountID? = nil) {
    self.account = account
  }

  /// The current revision. Read it before sending a request, so that actions confirmed in the meantime are applied to
  /// the response.
  public var currentRevision: Revision { state.withLock { Revision(number: $0.confirmedCount) } }

  /// All changes, the pending ones last. Their posts have current IDs.
  public var all: [Change] { state.withLock(\.current) }

  /// The changes about an account, hashtag, …, in the same order.
  public func about(_ subject: UserAction.Subject) -> [Change] {
    state.withLock { state in
      if state.changes.isEmpty { return [] }
      let known = state.bySubject ?? Dictionary(grouping: state.current, by: \.action.subject)
      state.bySubject = known
      return known[subject] ?? []
    }
  }
}

// MARK: - Recording

extension UserChanges {
  /// Records an action that the user has just performed.
  /// - Returns: the number to end it with.
  public func begin(_ action: UserAction, at date: Date, endsFollow: Bool = false) -> Int {
    state.withLock { state in
      state.begunCount += 1
      state.changes.append(Change(action: action, at: date, endsFollow: endsFollow, state: .begun(state.begunCount)))
      return state.begunCount
    }
  }

  /// Removes a begun action, unless the source has stored or confirmed it.
  /// - Returns: whether it was removed.
  public func end(_ number: Int) -> Bool {
    state.withLock { state in
      let count = state.changes.count
      state.changes.removeAll { $0.state == .begun(number) }
      return state.changes.count < count
    }
  }

  /// Replaces the actions that wait for the server.
  public func set(waiting: [PendingAction]) {
    state.withLock { state in
      var new = waiting
      state.changes.removeAll { change in
        guard case .waiting(let id) = change.state else { return false }
        guard let index = new.firstIndex(where: { $0.id == id }) else { return true }
        new.remove(at: index)
        return false
      }
      for pending in new {
        if let index = state.changes.firstIndex(where: { $0.isBegun && $0.action == pending.action }) {
          state.changes[index].state = .waiting(pending.id)
        } else {
          state.changes.append(Change(action: pending.action, at: pending.at, state: .waiting(pending.id)))
        }
      }
    }
  }

  /// Records that the server has confirmed an action.
  public func confirm(_ action: UserAction, at date: Date, result: Relationship? = nil) {
    state.withLock { state in
      state.confirmedCount += 1
      let index = state.changes.firstIndex { $0.isPending && $0.action == action }
      var change = index.map { state.changes.remove(at: $0) } ?? Change(action: action, at: date, state: .begun(0))
      (change.state, change.result) = (.confirmed(state.confirmedCount, at: date), result)
      state.changes.insert(change, at: state.changes.firstIndex(where: \.isPending) ?? state.changes.endIndex)
      if state.changes.count > Self.maxCount { state.changes.removeFirst() }
    }
  }

  /// Removes the last such action: the server has refused it.
  public func revert(_ action: UserAction) {
    state.withLock { state in
      if let index = state.changes.lastIndex(where: { $0.action == action }) { state.changes.remove(at: index) }
    }
  }

  /// Records that the server has changed the ID of a post.
  public func recordNewID(_ new: PostID, replacing former: PostID) {
    guard new != former else { return }
    state.withLock { state in
      if state.newIDs.count > Self.maxCount { state.newIDs = [:] }
      for (id, current) in state.newIDs where current == former { state.newIDs[id] = new }
      state.newIDs[former] = new
      state.bySubject = nil
    }
  }
}

extension UserChanges.State {
  fileprivate var current: [UserChanges.Change] {
    guard !newIDs.isEmpty else { return changes }
    return changes.map { change in
      var change = change
      change.action = change.action.post.flatMap { newIDs[$0] }.map(change.action.about) ?? change.action
      return change
    }
  }
}

extension UserAction {
  /// The entity that an action changes.
  public enum Subject: Hashable, Sendable {
    case post(PostID), account(String), notification(String), conversation(String)
    /// In lower case.
    case tag(String), server(String)
  }

  /// nil for a scheduled post.
  public var subject: Subject? {
    if let post { return .post(post) }
    if let account { return .account(account) }
    return switch self {
    case .followTag(_, let tag): .tag(tag.lowercased())
    case .blockServer(_, let host): .server(host.lowercased())
    case .dismiss(let id): .notification(id)
    case .readConversation(let id), .removeConversation(let id): .conversation(id)
    default: nil
    }
  }
}
