import Foundation
import Testing

@testable import tern

/// `TERN_WALK_STEPS` and `TERN_WALK_SEED` set the length and the first seed. `TERN_WALK_KEYS` replays the key sequence
/// printed by a failing walk instead.
@MainActor @Suite struct WalkTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// The maximum length of a walk, because a failing one is repeated many times.
  private static let stepsPerSeed = 2_000

  private static let requiredStates: Set<String> = [
    "Accounts: list", "Sign in: list", "Timeline: list", "Timeline: loading", "Timeline: no posts",
    "Timeline: no matches", "Timeline: offline", "Timeline: rate limited", "Post: list", "Help, key Esc",
    "About, key Esc", "Tour, key Enter", "Timeline, key ^N", "Post, key Enter",
    "Timeline, paste elsewhere", "Timeline, paste into a field", "Sign in, paste into a field",
  ]

  private func walk(hasSettings: Bool = false) throws -> Walk {
    try Walk(demo: #require(DemoDirectory.find()), terminal: WalkTerminal(), hasSettings: hasSettings)
  }

  @Test func `All rules hold on random walks`() async throws {
    let walk = try walk(hasSettings: true)
    if let words = Self.environment["TERN_WALK_KEYS"], !words.isEmpty {
      let steps = try words.split(separator: " ").map { try #require(WalkStep(String($0)), "not a step: \($0)") }
      let failure = await walk.replay(steps)
      #expect(failure == nil)
      return
    }
    let first = UInt64(Self.environment["TERN_WALK_SEED"] ?? "") ?? 1
    let count =
      Int(Self.environment["TERN_WALK_STEPS"] ?? "") ?? (Self.environment["TERN_SOAK"] == "1" ? 100_000 : 8_000)
    var seen: Set<String> = []
    for start in stride(from: 0, to: count, by: Self.stepsPerSeed) {
      let seed = first + UInt64(start / Self.stepsPerSeed)
      seen.formUnion(await walk.report(seed: seed, steps: min(Self.stepsPerSeed, count - start)))
    }
    // Ensures that the walk has reached enough of the program.
    let missed = count < 8_000 ? [] : Self.requiredStates.subtracting(seen)
    #expect(missed.isEmpty, "the walk did not reach all required states")
  }

  @Test(arguments: [7, 8] as [UInt64])
  func `The same seed takes the same steps and sees the same screens`(seed: UInt64) async throws {
    let walk = try walk()
    let first = await walk.walk(seed: seed, steps: 400)
    let second = await walk.walk(seed: seed, steps: 400)
    #expect(first.steps == second.steps)
    #expect(first.trace == second.trace)
    let (count, failure) = (first.steps.count, first.failure)
    #expect(count == 400 && failure == nil)
  }

  @Test func `A printed key sequence can be replayed`() async throws {
    let words = [
      "=demo Enter ~j +3s 40x10 !offline R %2 C-n Space =@slow@demo +0.05s F1 軌 ~U+202E U+301 =last =tour",
      #"paste:two\swords\n\t\\\u{1B} paste:Gq mouse:0;20;8M mouse:65;3;4m focus:in focus:out"#,
    ].joined(separator: " ")
    let steps = try words.split(separator: " ").map { try #require(WalkStep(String($0))) }
    #expect(steps.words == words)
    let failure = try await walk().replay(steps)
    #expect(failure == nil)
  }

  @Test(arguments: [
    "", "nothing", "+s", "0x5", "!nothing", "%0", "=@", "=nothing", "~nothing", "mouse:", "mouse:0;0;1M", "focus:",
    "paste",
  ])
  func `Invalid steps are rejected`(word: String) {
    #expect(WalkStep(word) == nil)
  }
}

extension Walk {
  /// Walks, and reports the shortest sequence that violates a rule.
  /// - Returns: the states reached.
  func report(seed: UInt64, steps: Int) async -> Dictionary<String, Int>.Keys {
    let outcome = await walk(seed: seed, steps: steps)
    guard let failure = outcome.failure else { return outcome.coverage.keys }
    let shortest = await shortestSequence(to: failure, among: outcome.steps)
    Issue.record(
      """
      seed \(seed), step \(outcome.steps.count): \(failure)
      The shortest sequence: make walk WALK_KEYS='\(shortest.words)'
      """)
    return outcome.coverage.keys
  }
}
