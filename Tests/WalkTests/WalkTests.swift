import Foundation
import Testing

@testable import tern

@MainActor @Suite(.serialized) struct WalkTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let perSeed = 2_000

  private func walk() throws -> Walk { Walk(demo: try #require(DemoDirectory.find())) }

  @Test func `Wherever a walk leads, what must be true is true`() async throws {
    let walk = try walk()
    let first = UInt64(Self.environment["TERN_WALK_SEED"] ?? "") ?? 1
    let count = Int(Self.environment["TERN_WALK_STEPS"] ?? "") ?? 6_000
    let start = ContinuousClock.now
    var cov: [String: Int] = [:]
    for seed in first..<(first + UInt64((count + Self.perSeed - 1) / Self.perSeed)) {
      let outcome = await walk.walk(seed: seed, steps: min(Self.perSeed, count))
      cov.merge(outcome.coverage, uniquingKeysWith: +)
      guard let failure = outcome.failure else { continue }
      let shortest = await Shrinker<WalkStep> { steps in
        await walk.replay(steps)?.rule == failure.rule
      }.shrink(outcome.steps)
      Issue.record(
        """
        seed \(seed), step \(outcome.steps.count): \(failure)
        The shortest way there: TERN_WALK_KEYS='\(shortest.words)' make walk
        """)
    }
    for (k, v) in cov.sorted(by: { $0.key < $1.key }) where !k.contains(", key") { print(v, k) }
    print("\(count) steps in \(ContinuousClock.now - start)")
  }
}
