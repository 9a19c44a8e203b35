import TerminalKit
import TestSupport
import Testing

@testable import tern

@MainActor @Suite struct ShrinkerTests {
  @Test(arguments: 1...10) func `Only the necessary steps remain`(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    var steps = (0..<500).map { _ in Int.random(in: 10..<100, using: &generator) }
    steps.insert(1, at: Int.random(in: 0..<200, using: &generator))
    steps.insert(2, at: Int.random(in: 300..<500, using: &generator))
    let shortest = await Shrinker<Int> { steps in
      guard let first = steps.firstIndex(of: 1) else { return false }
      return steps[first...].contains(2)
    }.shrink(steps)
    #expect(shortest == [1, 2])
  }

  @Test func `A single failing step is found`() async {
    let shortest = await Shrinker<Int> { $0.contains(3) }.shrink(Array(0..<64))
    #expect(shortest == [3])
  }

  @Test func `A minimal sequence stays unchanged`() async {
    let steps = Array(0..<6)
    let shortest = await Shrinker<Int> { $0 == steps }.shrink(steps)
    #expect(shortest == steps)
  }

  @Test func `Shrinking stops after a number of tries with a failing sequence`() async {
    var tries = 0
    let shrinker = Shrinker<Int>(
      fails: { steps in
        tries += 1
        return Set(0..<100).isSubset(of: steps)
      }, maxTries: 50)
    let shortest = await shrinker.shrink(Array(0..<1_000))
    #expect(tries <= 50)
    #expect(Set(0..<100).isSubset(of: shortest))
  }

  @Test func `A fault that needs two keys is found and shrunk to two keys`() async throws {
    var walk = try Walk(demo: #require(DemoDirectory.find()), terminal: WalkTerminal())
    // A key with an effect the first time only, but always with a hint.
    walk.prepare = { program in
      let external = program.external
      program.navigator?.globalCommands.append(
        AvailableCommand(.character("K"), title: "do it once", hint: "once") {
          external.redraws = max(1, external.redraws)
        })
    }
    let outcome = await walk.walk(seed: 5, steps: 600)
    let failure = try #require(outcome.failure)
    #expect(failure.rule == .keysHaveEffect)
    #expect(outcome.steps.count > 2)
    let shortest = await walk.shortestSequence(to: failure, among: outcome.steps)
    #expect(["K K", "~K K", "C-l K", "~C-l K"].contains(shortest.words))
    #expect(await walk.replay(shortest)?.rule == .keysHaveEffect)
  }
}
