import Foundation
import SimulatedServer
import Testing

@testable import tern

/// Changes at a server that refuses them, cannot be reached, or whose responses are lost, made by keys in the assembled
/// program: nothing is lost, and nothing is done twice.
@MainActor @Suite struct ServerChangeTests {
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The steps from the timeline until the change is sent.
    let steps: String
    /// The steps that make it again on the same screen.
    let again: String
    /// Whether it waits for the server, and is sent again automatically.
    var waits = false
    /// Returns the number of times that the server has made it.
    let count: @Sendable (SimulatedServer) -> Int
  }

  nonisolated static let changes = [
    Change(testDescription: "new list", steps: "g l n ~F ~r C-s", again: "C-s") {
      $0.managed.lists.count { $0.title == "Fr" }
    },
    Change(testDescription: "new filter", steps: "g f n s ~T ~e Tab ~t ~e ~a C-s", again: "C-s") {
      $0.managed.filters.count { $0.title == "Te" }
    },
    Change(testDescription: "new word of a filter", steps: "g f Enter Tab ~, ~t ~e ~a C-s", again: "C-s") {
      $0.managed.filters.flatMap(\.keywords).count { $0.phrase == "tea" }
    },
    Change(
      testDescription: "member of a list", steps: "g l Enter n ~@ ~a ~l ~a ~n Enter", again: "n ~@ ~a ~l ~a ~n Enter"
    ) {
      $0.managed.lists.flatMap(\.members).count { $0 == "3" }
    },
    Change(testDescription: "deleted list", steps: "g l x y", again: "x y") { $0.managed.lists.isEmpty ? 1 : 0 },
    Change(testDescription: "hashtag", steps: "g # n ~# ~t ~e ~a Enter", again: "", waits: true) {
      $0.managed.tags.count { $0 == "tea" }
    },
    Change(testDescription: "note", steps: "p a N ~m ~e ~t C-s", again: "", waits: true) {
      $0.managed.notes.values.count { $0 == "met" }
    },
    Change(testDescription: "notify", steps: "p a *", again: "", waits: true) {
      $0.managed.flags.values.count { $0.contains("notify") }
    },
    Change(testDescription: "announcement", steps: "g a a x", again: "a x") {
      $0.managed.announcements.allSatisfy(\.isRead) ? 1 : 0
    },
    Change(testDescription: "accepted notifications", steps: "Tab +1s g r =", again: "=") { 2 - $0.heldCount },
    Change(testDescription: "dismissed notifications", steps: "Tab +1s g r -", again: "-") { 2 - $0.heldCount },
    Change(testDescription: "policy", steps: "Tab +1s g r G Enter", again: "Enter") {
      $0.policy["for_new_accounts"] == "drop" ? 1 : 0
    },
    Change(testDescription: "conversation", steps: "g c a x y", again: "", waits: true) {
      2 - $0.conversationCount
    },
    Change(testDescription: "scheduled post", steps: "D x y", again: "x y") { 1 - $0.scheduledCount },
    Change(testDescription: "suggestion", steps: "g u a x", again: "a x") { 2 - $0.managed.suggestions.count },
  ]

  /// Opens an account and makes the change with a fault.
  private func make(_ change: Change, _ fault: ServerMoment?) async throws -> (WalkSession, SimulatedTransport) {
    let session = try WalkSession()
    try await session.perform("=live +1s")
    let server = try #require(session.program?.world?.server)
    #expect(change.count(server.state) == 0)
    if let fault { server.failNextChange(fault) }
    try await session.perform(change.steps)
    return (session, server)
  }

  @Test(arguments: changes) func `A change reaches the server`(change: Change) async throws {
    let (session, server) = try await make(change, nil)
    #expect(change.count(server.state) == 1, "\(session.canvas.text)")
    try await session.end()
  }

  @Test(arguments: changes) func `A refused change is not made, and the reason is shown`(change: Change) async throws {
    let (session, server) = try await make(change, .forbidden)
    #expect(change.count(server.state) == 0)
    let words = session.canvas.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("This action is not allowed"), "\(session.canvas.text)")
    try await session.perform("+61s")
    #expect(change.count(server.state) == 0)
    try await session.end()
  }

  @Test(arguments: changes) func `Offline, a change waits, or is made again`(change: Change) async throws {
    let (session, server) = try await make(change, .unrouted)
    #expect(change.count(server.state) == 0)
    try await session.perform(change.waits ? "+61s" : change.again)
    #expect(change.count(server.state) == 1, "\(session.canvas.text)")
    try await session.end()
  }

  @Test(arguments: changes) func `A change whose response was lost is made once`(change: Change) async throws {
    let (session, server) = try await make(change, .cut)
    try await session.perform("+61s")
    #expect(change.count(server.state) == 1, "\(session.canvas.text)")
    try await session.end()
  }

  // MARK: - As another account

  private func likedCount(_ server: SimulatedServer) -> Int {
    server.posts.count { $0.marks.contains("favourite") }
  }

  /// Likes a post as a second account.
  private func like(_ fault: ServerMoment?) async throws -> (WalkSession, SimulatedTransport) {
    let session = try WalkSession()
    try await session.perform("=live +1s")
    let world = try #require(session.program?.world)
    try await world.signIn(as: "grace", id: "2")
    try await session.perform("=live +1s")
    if let fault { world.server.failNextChange(fault) }
    try await session.perform("j a A 1 f +1s")
    return (session, world.server)
  }

  @Test func `Another account likes a post once, also after a lost response`() async throws {
    for fault in [nil, ServerMoment.cut, .unrouted] {
      let (session, server) = try await like(fault)
      try await session.perform("+61s")
      #expect(likedCount(server.state) == 1, "\(String(describing: fault))")
      try await session.end()
    }
  }

  @Test func `A like of another account that is refused is named`() async throws {
    let (session, server) = try await like(.forbidden)
    #expect(session.canvas.text.contains("This action is not allowed") && likedCount(server.state) == 0)
    try await session.end()
  }

  @Test func `A reply that is sent while the other account looks for its post is sent once`() async throws {
    let session = try WalkSession()
    try await session.perform("=live +1s")
    let world = try #require(session.program?.world)
    try await world.signIn(as: "grace", id: "2")
    try await session.perform("=live +1s j r ~h ~i +1s C-x u *slow *slow *slow *slow 1")
    #expect(session.canvas.text.contains("Looking for the post"), "\(session.canvas.text)")
    try await session.perform("C-x Enter +61s")
    #expect(world.server.state.texts.count { $0.hasSuffix("hi") } == 1)
    let left = await world.drafts.texts
    #expect(left.isEmpty)
    try await session.end()
  }

  @Test func `If the other account cannot find the post, nothing is done`() async throws {
    let session = try WalkSession()
    try await session.perform("=live +1s")
    let world = try #require(session.program?.world)
    try await world.signIn(as: "grace", id: "2")
    try await session.perform("=live +1s j a A 1 *unrouted *unrouted *unrouted f")
    #expect(session.canvas.text.contains("can’t reach this post"), "\(session.canvas.text)")
    #expect(likedCount(world.server.state) == 0)
    try await session.end()
  }
}
