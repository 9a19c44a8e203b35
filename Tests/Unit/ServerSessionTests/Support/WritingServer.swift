import Domain
import Foundation
import Runtime
import ServerSession
import Synchronization
import TestSupport

/// A server that accepts posts and actions, with configurable faults.
final class WritingServer: RemotePublishing, RemoteActions, ScheduledPostRepository {
  /// The fault of a request.
  enum Fault: Hashable {
    /// It never arrives.
    case lostBefore(TimelineError)
    /// It is accepted, and the response is lost.
    case lostAfter(TimelineError)
    /// The connection breaks, and the server accepts it some seconds later.
    case late(Double, TimelineError)
    case refused(TimelineError)
    /// There is no response, whether it was accepted or not.
    case hangs(isAccepted: Bool)
  }

  private struct State {
    var capabilities = PublishingCapabilities(keyLifetime: 3_600)
    var posts: [Post] = []
    var arriving: [(post: Post, at: Date)] = []
    var keys: [String: (post: Post, at: Date)] = [:]
    var files: Set<String> = []
    var faults: [Fault] = []
    var uploadFaults: [Fault] = []
    var searchFaults: [Fault] = []
    var emojiFaults: [Fault] = []
    var actionFaults: [Fault] = []
    var duringAction: (@Sendable () async -> Void)?
    var calls: [String] = []
    var history: [String] = []
    var published: [Draft] = []
    var number = 0
    var inFlight = 0
    var maxInFlight = 0
    var viewers: [PostID: ViewerState] = [:]
    var relationships: [String: Relationship] = [:]
    var done: [UserAction] = []
    var broken: [UserAction.Kind: TimelineError] = [:]
    var schedules = false
    var scheduled: [(post: ScheduledPost, key: String)] = []
    var scheduledCount = 0
  }

  private let state = Mutex(State())
  private let clock: VirtualClock

  init(supportsKeys: Bool, clock: VirtualClock) {
    self.clock = clock
    state.withLock { $0.capabilities.keyLifetime = supportsKeys ? 3_600 : nil }
  }

  /// All posts, oldest first.
  var posts: [Post] {
    let now = clock.now
    return state.withLock { state in
      Self.deliverArrived(&state, now)
      return state.posts
    }
  }
  var texts: [String] { posts.map(\.text.plain) }
  var calls: [String] { state.withLock(\.calls) }
  /// The requests and their faults, with the seconds since noon.
  var history: String { state.withLock { $0.history.joined(separator: "; ") } }
  var published: [Draft] { state.withLock(\.published) }
  var done: [UserAction] { state.withLock(\.done) }
  var maxInFlight: Int { state.withLock(\.maxInFlight) }
  /// Whether drafts with a date are scheduled instead of published.
  var schedules: Bool {
    get { state.withLock(\.schedules) }
    set { state.withLock { $0.schedules = newValue } }
  }
  var faults: [Fault] {
    get { state.withLock(\.faults) }
    set { state.withLock { $0.faults = newValue } }
  }
  var uploadFaults: [Fault] {
    get { state.withLock(\.uploadFaults) }
    set { state.withLock { $0.uploadFaults = newValue } }
  }
  var searchFaults: [Fault] {
    get { state.withLock(\.searchFaults) }
    set { state.withLock { $0.searchFaults = newValue } }
  }
  var emojiFaults: [Fault] {
    get { state.withLock(\.emojiFaults) }
    set { state.withLock { $0.emojiFaults = newValue } }
  }
  var actionFaults: [Fault] {
    get { state.withLock(\.actionFaults) }
    set { state.withLock { $0.actionFaults = newValue } }
  }
  /// Run once, during the next action.
  var duringAction: (@Sendable () async -> Void)? {
    get { state.withLock(\.duringAction) }
    set { state.withLock { $0.duringAction = newValue } }
  }
  var capabilities: PublishingCapabilities {
    get { state.withLock(\.capabilities) }
    set { state.withLock { $0.capabilities = newValue } }
  }

  /// Makes all actions of a kind fail.
  func fail(at kind: UserAction.Kind, by error: TimelineError) { state.withLock { $0.broken[kind] = error } }

  /// Makes actions of a kind succeed again.
  func repair(_ kind: UserAction.Kind) { state.withLock { $0.broken[kind] = nil } }

  func forgetFiles() { state.withLock { $0.files = [] } }

  func set(_ viewer: ViewerState, of post: PostID) { state.withLock { $0.viewers[post] = viewer } }

  func viewer(of post: PostID) -> ViewerState { state.withLock { $0.viewers[post] ?? ViewerState() } }

  private static func deliverArrived(_ state: inout State, _ now: Date) {
    state.posts += state.arriving.filter { $0.at <= now }.map(\.post)
    state.arriving.removeAll { $0.at <= now }
  }

  /// Suspends forever: a killed instance gets no response.
  static func hangForever() async {
    let (hangForever, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in hangForever {}
    withExtendedLifetime(continuation) {}
  }

  private func record(_ now: Date, _ event: String) {
    let seconds = Int(now.timeIntervalSince(.noon))
    state.withLock { $0.history.append("\(seconds) \(event)") }
  }

  private func record(_ call: String) { state.withLock { $0.calls.append(call) } }
}

// MARK: - Writing

extension WritingServer {
  func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    record("capabilities")
    return capabilities
  }

  func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    let now = clock.now
    let fault = state.withLock { state in
      state.calls.append("publish")
      state.inFlight += 1
      state.maxInFlight = max(state.maxInFlight, state.inFlight)
      return state.faults.isEmpty ? nil : state.faults.removeFirst()
    }
    record(now, "\(draft.text) \(fault.map { "\($0)" } ?? "")")
    // Lets other tasks run.
    await Task.yield()
    defer {
      state.withLock { $0.inFlight -= 1 }
      record(clock.now, "\(draft.text) is over")
    }
    switch fault {
    case .lostBefore(let error), .refused(let error): throw error
    case .hangs(false):
      state.withLock { $0.inFlight -= 1 }
      await Self.hangForever()
    case .hangs(true):
      _ = try? accept(draft, key, now)
      state.withLock { $0.inFlight -= 1 }
      await Self.hangForever()
    case .lostAfter(let error):
      _ = try accept(draft, key, now)
      throw error
    case .late(let seconds, let error):
      _ = try accept(draft, key, now, after: seconds)
      throw error
    case nil: break
    }
    return try accept(draft, key, now)
  }

  private func accept(
    _ draft: Draft, _ key: String, _ now: Date, after seconds: Double = 0
  ) throws(TimelineError) -> PublishedPost {
    if schedules, let moment = draft.publishAt { return schedule(draft, key, at: moment) }
    let taken: Post? = state.withLock { state in
      Self.deliverArrived(&state, now)
      if state.capabilities.keyLifetime != nil, let known = state.keys[key], now.timeIntervalSince(known.at) < 3_600 {
        return known.post
      }
      if case .edit(let subject) = draft.purpose { return Self.edit(subject.id, draft, &state) }
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
    return .post(taken)
  }

  /// - Returns: nil if there is no such post.
  private static func edit(_ id: PostID, _ draft: Draft, _ state: inout State) -> Post? {
    guard let index = state.posts.firstIndex(where: { $0.id == id }) else { return nil }
    state.published.append(draft)
    state.posts[index].text = PostText([.text(draft.text)])
    state.posts[index].media = draft.media.map { Media(kind: .image, description: $0.description) }
    state.posts[index].states.insert(.edited)
    return state.posts[index]
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
      await Self.hangForever()
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

  func profiles(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] { [] }
  func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] { ["Loom", "heirloom", "lo"] }

  func emojiNames() async throws(TimelineError) -> [String] {
    record("emoji")
    if let error = state.withLock({ $0.emojiFaults.isEmpty ? nil : $0.emojiFaults.removeFirst() })?.error {
      throw error
    }
    return ["tern2", "blobtern", "Terns"]
  }

  func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] {
    let fault = state.withLock { state in
      state.calls.append("look")
      return state.searchFaults.isEmpty ? nil : state.searchFaults.removeFirst()
    }
    if case .refused(let error)? = fault { throw error }
    if case .lostBefore(let error)? = fault { throw error }
    let own = posts.reversed().filter { $0.createdAt.map { $0 >= moment } ?? true }
    record(clock.now, "look: \(own.map(\.text.plain))")
    return own
  }
}

// MARK: - Acting

extension WritingServer {
  func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult {
    let fault: Fault? = state.withLock { state in
      state.calls.append(action.kind.rawValue)
      state.inFlight += 1
      state.maxInFlight = max(state.maxInFlight, state.inFlight)
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
    case .hangs(let isAccepted):
      if isAccepted { _ = act(action) }
      await Self.hangForever()
    case nil: break
    }
    return act(action)
  }

  private func act(_ action: UserAction) -> ActionResult {
    state.withLock { state in
      state.done.append(action)
      if case .cancelScheduled(let post) = action { state.scheduled.removeAll { $0.post.id == post } }
      if let person = action.account, !person.isEmpty {
        let reportedChanges = (state.relationships[person] ?? Relationship()).applying(action)
        state.relationships[person] = reportedChanges
        return .relationship(reportedChanges)
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

// MARK: - Scheduling

extension WritingServer {
  var scheduledTexts: [String] { state.withLock { $0.scheduled.map(\.post.source.text) } }

  private func schedule(_ draft: Draft, _ key: String, at moment: Date) -> PublishedPost {
    state.withLock { state in
      if let known = state.scheduled.first(where: { $0.key == key && state.capabilities.keyLifetime != nil }) {
        return .scheduled(at: known.post.publishAt)
      }
      state.scheduledCount += 1
      let id = ScheduledPostID("\(state.scheduledCount)")
      state.scheduled.append((ScheduledPost(id: id, publishAt: moment, draft: draft), key))
      return .scheduled(at: moment)
    }
  }

  func scheduledPosts() async throws(TimelineError) -> [ScheduledPost] {
    record("scheduled")
    if let error = state.withLock({ $0.searchFaults.isEmpty ? nil : $0.searchFaults.removeFirst() })?.error {
      throw error
    }
    return state.withLock { $0.scheduled.map(\.post) }
  }

  func reschedule(
    _ post: ScheduledPostID, to moment: Date
  ) async throws(TimelineError) -> ScheduledPost? {
    state.withLock { state in
      guard let index = state.scheduled.firstIndex(where: { $0.post.id == post }) else { return nil }
      state.scheduled[index].post.publishAt = moment
      return state.scheduled[index].post
    }
  }

  func cancelScheduledPost(_ post: ScheduledPostID) async throws(TimelineError) -> Bool {
    state.withLock { state in
      let count = state.scheduled.count
      state.scheduled.removeAll { $0.post.id == post }
      return state.scheduled.count < count
    }
  }
}

extension WritingServer.Fault {
  fileprivate var error: TimelineError? {
    switch self {
    case .lostBefore(let error), .lostAfter(let error), .late(_, let error), .refused(let error): error
    case .hangs: nil
    }
  }
}

// MARK: - People

extension WritingServer: RemoteProfiles {
  /// The relationship of the user with an account.
  func relationship(with person: String) -> Relationship {
    state.withLock { $0.relationships[person] ?? Relationship() }
  }

  func relate(_ relationship: Relationship, with person: String) {
    state.withLock { $0.relationships[person] = relationship }
  }

  func profile(_ person: Profile) async throws(TimelineError) -> ProfilePage {
    ProfilePage(profile: person, relationship: relationship(with: person.id ?? ""))
  }

  func relationships(with people: [String]) async throws(TimelineError) -> [String: Relationship] {
    Dictionary(people.map { ($0, relationship(with: $0)) }, uniquingKeysWith: { first, _ in first })
  }
}
