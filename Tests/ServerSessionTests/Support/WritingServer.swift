import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport

/// A server that takes posts and does what it is asked for, and fails in between as it is told.
final class WritingServer: RemotePublishing, RemoteActions {
  /// What befalls a request.
  enum Fault: Hashable {
    /// It never gets there.
    case lostBefore(TimelineError)
    /// It is taken, and the answer gets lost.
    case lostAfter(TimelineError)
    /// The connection is cut, and the server takes it so many seconds later.
    case late(Double, TimelineError)
    case refused(TimelineError)
    /// It is never answered, and has been taken or not.
    case hangs(isTaken: Bool)
  }

  private struct State {
    var capabilities = PublishingCapabilities(keyLifetime: 3_600)
    var posts: [Post] = []
    var arriving: [(post: Post, at: Date)] = []
    var keys: [String: (post: Post, at: Date)] = [:]
    var files: Set<String> = []
    var faults: [Fault] = []
    var uploadFaults: [Fault] = []
    var lookFaults: [Fault] = []
    var actionFaults: [Fault] = []
    var duringAction: (@Sendable () async -> Void)?
    var calls: [String] = []
    var history: [String] = []
    var published: [Draft] = []
    var number = 0
    var inFlight = 0
    var mostInFlight = 0
    var viewers: [PostID: ViewerState] = [:]
    var relationships: [String: Relationship] = [:]
    var done: [UserAction] = []
    var broken: [UserAction.Kind: TimelineError] = [:]
  }

  private let state = Mutex(State())
  private let clock: VirtualClock

  init(keepsKeys: Bool, clock: VirtualClock) {
    self.clock = clock
    state.withLock { $0.capabilities.keyLifetime = keepsKeys ? 3_600 : nil }
  }

  /// All that it has, the first first.
  var posts: [Post] {
    let now = clock.now
    return state.withLock { state in
      Self.takeArrived(&state, now)
      return state.posts
    }
  }
  var texts: [String] { posts.map(\.text.plain) }
  var calls: [String] { state.withLock(\.calls) }
  /// What it was asked for and what has befallen that, with the seconds since noon.
  var history: String { state.withLock { $0.history.joined(separator: "; ") } }
  var published: [Draft] { state.withLock(\.published) }
  var done: [UserAction] { state.withLock(\.done) }
  var mostInFlight: Int { state.withLock(\.mostInFlight) }
  var faults: [Fault] {
    get { state.withLock(\.faults) }
    set { state.withLock { $0.faults = newValue } }
  }
  var uploadFaults: [Fault] {
    get { state.withLock(\.uploadFaults) }
    set { state.withLock { $0.uploadFaults = newValue } }
  }
  var lookFaults: [Fault] {
    get { state.withLock(\.lookFaults) }
    set { state.withLock { $0.lookFaults = newValue } }
  }
  var actionFaults: [Fault] {
    get { state.withLock(\.actionFaults) }
    set { state.withLock { $0.actionFaults = newValue } }
  }
  /// Done once, while the server is asked for the next action.
  var duringAction: (@Sendable () async -> Void)? {
    get { state.withLock(\.duringAction) }
    set { state.withLock { $0.duringAction = newValue } }
  }
  var capabilities: PublishingCapabilities {
    get { state.withLock(\.capabilities) }
    set { state.withLock { $0.capabilities = newValue } }
  }

  /// Fails at all of that kind.
  func fail(at kind: UserAction.Kind, by error: TimelineError) { state.withLock { $0.broken[kind] = error } }

  /// Does again what it failed at.
  func mend(_ kind: UserAction.Kind) { state.withLock { $0.broken[kind] = nil } }

  func forgetFiles() { state.withLock { $0.files = [] } }

  func set(_ viewer: ViewerState, of post: PostID) { state.withLock { $0.viewers[post] = viewer } }

  func viewer(of post: PostID) -> ViewerState { state.withLock { $0.viewers[post] ?? ViewerState() } }

  private static func takeArrived(_ state: inout State, _ now: Date) {
    state.posts += state.arriving.filter { $0.at <= now }.map(\.post)
    state.arriving.removeAll { $0.at <= now }
  }

  /// Whoever was killed hears nothing any more.
  static func silence() async {
    let (silence, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in silence {}
    withExtendedLifetime(continuation) {}
  }

  private func note(_ now: Date, _ event: String) {
    let seconds = Int(now.timeIntervalSince(.noon))
    state.withLock { $0.history.append("\(seconds) \(event)") }
  }

  private func note(_ call: String) { state.withLock { $0.calls.append(call) } }
}

// MARK: - Writing

extension WritingServer {
  func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    note("capabilities")
    return capabilities
  }

  func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    let now = clock.now
    let fault = state.withLock { state in
      state.calls.append("publish")
      state.inFlight += 1
      state.mostInFlight = max(state.mostInFlight, state.inFlight)
      return state.faults.isEmpty ? nil : state.faults.removeFirst()
    }
    note(now, "\(draft.text) \(fault.map { "\($0)" } ?? "")")
    // Others get their chance.
    await Task.yield()
    defer {
      state.withLock { $0.inFlight -= 1 }
      note(clock.now, "\(draft.text) is over")
    }
    switch fault {
    case .lostBefore(let error), .refused(let error): throw error
    case .hangs(false):
      state.withLock { $0.inFlight -= 1 }
      await Self.silence()
    case .hangs(true):
      _ = try? take(draft, key, now)
      state.withLock { $0.inFlight -= 1 }
      await Self.silence()
    case .lostAfter(let error):
      _ = try take(draft, key, now)
      throw error
    case .late(let seconds, let error):
      _ = try take(draft, key, now, after: seconds)
      throw error
    case nil: break
    }
    return .post(try take(draft, key, now))
  }

  private func take(
    _ draft: Draft, _ key: String, _ now: Date, after seconds: Double = 0
  ) throws(TimelineError) -> Post {
    let taken: Post? = state.withLock { state in
      Self.takeArrived(&state, now)
      if state.capabilities.keyLifetime != nil, let known = state.keys[key], now.timeIntervalSince(known.at) < 3_600 {
        return known.post
      }
      guard draft.media.allSatisfy({ state.files.contains($0.remoteID ?? "") }) else { return nil }
      state.number += 1
      let replyTo: PostID? = if case .reply(let subject) = draft.purpose { subject.id } else { nil }
      let post = Post(
        id: PostID("sent\(state.number)"), author: Profile(id: "1", handle: "ada@server.example"),
        createdAt: now.addingTimeInterval(seconds), text: PostText([.text(draft.text)]), replyTo: replyTo,
        media: draft.media.map { Media(kind: .image, description: $0.description) }, viewer: ViewerState())
      state.published.append(draft)
      state.keys[key] = (post, now)
      if seconds > 0 {
        state.arriving.append((post, now.addingTimeInterval(seconds)))
      } else {
        state.posts.append(post)
      }
      return post
    }
    guard let taken else { throw .refused(host: "server.example", message: "Cannot attach files that are not there") }
    return taken
  }

  func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String {
    let fault = state.withLock { state in
      state.calls.append("upload \(media.path)")
      return state.uploadFaults.isEmpty ? nil : state.uploadFaults.removeFirst()
    }
    progress(0.5)
    switch fault {
    case .lostBefore(let error), .lostAfter(let error), .late(_, let error), .refused(let error): throw error
    case .hangs:
      await Self.silence()
      throw .cancelled
    case nil: break
    }
    progress(1)
    return state.withLock { state in
      state.number += 1
      state.files.insert("file\(state.number)")
      return "file\(state.number)"
    }
  }

  func source(of post: PostID) async throws(TimelineError) -> PostSource { PostSource(text: "source", warning: "") }

  func people(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] { [] }
  func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] { ["Loom", "heirloom", "lo"] }

  func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] {
    let fault = state.withLock { state in
      state.calls.append("look")
      return state.lookFaults.isEmpty ? nil : state.lookFaults.removeFirst()
    }
    if case .refused(let error)? = fault { throw error }
    if case .lostBefore(let error)? = fault { throw error }
    let own = posts.reversed().filter { $0.createdAt.map { $0 >= moment } ?? true }
    note(clock.now, "look: \(own.map(\.text.plain))")
    return own
  }
}

// MARK: - Acting

extension WritingServer {
  func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult {
    let fault: Fault? = state.withLock { state in
      state.calls.append(action.kind.rawValue)
      state.inFlight += 1
      state.mostInFlight = max(state.mostInFlight, state.inFlight)
      if let error = state.broken[action.kind] { return .lostBefore(error) }
      return state.actionFaults.isEmpty ? nil : state.actionFaults.removeFirst()
    }
    await Task.yield()
    if let duringAction {
      self.duringAction = nil
      await duringAction()
    }
    defer { state.withLock { $0.inFlight -= 1 } }
    switch fault {
    case .lostBefore(let error), .refused(let error), .late(_, let error): throw error
    case .lostAfter(let error):
      _ = act(action)
      throw error
    case .hangs(let isTaken):
      if isTaken { _ = act(action) }
      await Self.silence()
    case nil: break
    }
    return act(action)
  }

  private func act(_ action: UserAction) -> ActionResult {
    state.withLock { state in
      state.done.append(action)
      if let person = action.person, !person.isEmpty {
        let told = (state.relationships[person] ?? Relationship()).applying(action)
        state.relationships[person] = told
        return .relationship(told)
      }
      guard let id = action.post, action.kind != .delete else { return .done }
      let old = Post(id: id, viewer: state.viewers[id] ?? ViewerState())
      let new = old.applying(action)
      state.viewers[id] = new.viewer
      return .done
    }
  }

  func lists() async throws(TimelineError) -> [ListedTimeline] { [ListedTimeline(.list("1"), title: "Friends")] }
}

// MARK: - People

extension WritingServer: RemotePeople {
  /// What it has between the reader and somebody.
  func relationship(with person: String) -> Relationship {
    state.withLock { $0.relationships[person] ?? Relationship() }
  }

  func relate(_ relationship: Relationship, with person: String) {
    state.withLock { $0.relationships[person] = relationship }
  }

  func person(_ person: Profile) async throws(TimelineError) -> ProfilePage {
    ProfilePage(profile: person, relationship: relationship(with: person.id ?? ""))
  }

  func history(of post: PostID) async throws(TimelineError) -> [PostVersion] { [] }
}
