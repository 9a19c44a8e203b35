import Foundation
import Testing

@testable import tern

/// Walks over an account at a server that fails at random, while one signs in, reads, writes and switches.
@MainActor @Suite struct ServerWalkTests {
  /// What the rule about replies has looked at.
  @MainActor private final class Checked {
    var published: PublishedReplies?
  }

  private static let environment = ProcessInfo.processInfo.environment
  private static let stepsPerSeed = 1_000

  private static let everywhere: Set<String> = [
    "Timeline: list", "Post: list", "Sign in: list", "Accounts: list",
  ]

  private func walk() throws -> Walk {
    try Walk(demo: #require(DemoDirectory.find()), terminal: WalkTerminal(), isLive: true)
  }

  @Test func `Whatever a server does, nothing is blank, nothing is lost, and all comes to rest`() async throws {
    // One way is taken by `WalkTests`, wherever it leads.
    if Self.environment["TERN_WALK_KEYS"]?.isEmpty == false { return }
    let walk = try walk()
    let first = UInt64(Self.environment["TERN_WALK_SEED"] ?? "") ?? 1
    let count = Int(Self.environment["TERN_WALK_STEPS"] ?? "") ?? 2_000
    var seen: Set<String> = []
    for start in stride(from: 0, to: count, by: Self.stepsPerSeed) {
      let seed = first + UInt64(start / Self.stepsPerSeed)
      seen.formUnion(await walk.report(seed: seed, steps: min(Self.stepsPerSeed, count - start)))
    }
    let missed = count < 2_000 ? [] : Self.everywhere.subtracting(seen)
    #expect(missed.isEmpty, "the walk did not get everywhere")
  }

  /// What comes first of two answers at the same moment is left to chance: the screens may differ.
  @Test func `The same seed takes the same steps`() async throws {
    let walk = try walk()
    let first = await walk.walk(seed: 7, steps: 300)
    let second = await walk.walk(seed: 7, steps: 300)
    #expect(first.steps == second.steps)
  }

  @Test func `A reply that is sent in an open thread is listed there`() async throws {
    let checked = Checked()
    var walk = try walk()
    let steps = try "=live Enter +1s r ~y ~e ~s C-x Enter +15s".split(separator: " ").map {
      try #require(WalkStep(String($0)))
    }
    walk.prepare = { checked.published = $0.published }
    let failure = await walk.replay(steps)
    #expect(failure == nil)
    // Else the rule has had nothing to look at.
    #expect(checked.published?.checkedCount == 1)
  }

  @Test func `A draft that is lost is found`() async throws {
    var walk = try walk()
    let steps = try "=live c ~l ~o ~s ~t +1s Escape =last".split(separator: " ").map {
      try #require(WalkStep(String($0)))
    }
    let failure = await walk.replay(steps)
    #expect(failure == nil)
    walk.prepare = { $0.world?.drafts.becomeForgetful() }
    #expect(await walk.replay(steps)?.rule == .losesNothing)
  }
}
