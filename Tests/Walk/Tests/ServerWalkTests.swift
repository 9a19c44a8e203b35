import Foundation
import Testing

@testable import tern

/// Walks through an account at a server that fails at random: signing in, reading, writing and switching.
@MainActor @Suite struct ServerWalkTests {
  /// The published replies seen by the rule.
  @MainActor private final class Checked {
    var published: PublishedReplies?
  }

  private static let environment = ProcessInfo.processInfo.environment
  private static let stepsPerSeed = 1_000

  private static let requiredStates: Set<String> = [
    "Timeline: list", "Post: list", "Accounts: list",
  ]

  private func walk() throws -> Walk {
    try Walk(demo: #require(DemoDirectory.find()), terminal: WalkTerminal(), isLive: true)
  }

  @Test func `All rules hold whatever the server does`() async throws {
    // A given key sequence is replayed by `WalkTests`.
    if Self.environment["TERN_WALK_KEYS"]?.isEmpty == false { return }
    let walk = try walk()
    let first = UInt64(Self.environment["TERN_WALK_SEED"] ?? "") ?? 1
    let count = Int(Self.environment["TERN_WALK_STEPS"] ?? "") ?? 2_000
    var seen: Set<String> = []
    for start in stride(from: 0, to: count, by: Self.stepsPerSeed) {
      let seed = first + UInt64(start / Self.stepsPerSeed)
      seen.formUnion(await walk.report(seed: seed, steps: min(Self.stepsPerSeed, count - start)))
    }
    let missed = count < 2_000 ? [] : Self.requiredStates.subtracting(seen)
    #expect(missed.isEmpty, "the walk did not reach all required states")
  }

  /// The order of simultaneous responses is random, so the screens may differ.
  @Test func `The same seed takes the same steps`() async throws {
    let walk = try walk()
    let first = await walk.walk(seed: 7, steps: 300)
    let second = await walk.walk(seed: 7, steps: 300)
    #expect(first.steps == second.steps)
  }

  @Test func `A reply sent in an open thread is listed there`() async throws {
    let checked = Checked()
    var walk = try walk()
    let steps = try "=live Enter +1s r ~y ~e ~s C-x Enter +15s".split(separator: " ").map {
      try #require(WalkStep(String($0)))
    }
    walk.prepare = { checked.published = $0.published }
    let failure = await walk.replay(steps)
    #expect(failure == nil)
    // Ensures that the rule has checked the reply.
    #expect(checked.published?.checkedCount == 1)
  }

  @Test func `A lost draft is found`() async throws {
    var walk = try walk()
    let steps = try "=live c ~l ~o ~s ~t +1s Escape =last".split(separator: " ").map {
      try #require(WalkStep(String($0)))
    }
    let failure = await walk.replay(steps)
    #expect(failure == nil)
    walk.prepare = { $0.world?.drafts.startDroppingDrafts() }
    #expect(await walk.replay(steps)?.rule == .losesNothing)
  }
}
