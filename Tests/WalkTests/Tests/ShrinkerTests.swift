import TestSupport
import Testing

@MainActor @Suite struct ShrinkerTests {
  @Test(arguments: 1...10) func `Of a long way only the steps remain that it takes`(seed: UInt64) async {
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

  @Test func `A single step is as short as it gets`() async {
    let shortest = await Shrinker<Int> { $0.contains(3) }.shrink(Array(0..<64))
    #expect(shortest == [3])
  }

  @Test func `What cannot be made shorter stays whole`() async {
    let steps = Array(0..<6)
    let shortest = await Shrinker<Int> { $0 == steps }.shrink(steps)
    #expect(shortest == steps)
  }

  @Test func `It stops asking after so many tries, with something that fails`() async {
    var tries = 0
    let shrinker = Shrinker<Int>(
      fails: { steps in
        tries += 1
        return Set(0..<100).isSubset(of: steps)
      }, mostTries: 50)
    let shortest = await shrinker.shrink(Array(0..<1_000))
    #expect(tries <= 50)
    #expect(Set(0..<100).isSubset(of: shortest))
  }

  @Test func `A fault that takes two keys is found on a walk through the program`() async throws {
    var walker = Walker(seed: 3)
    var steps: [WalkStep] = [.key(.function(1)), .key(.character("a"))]
    let session = WalkSession(demo: "/nowhere")
    for _ in 0..<60 { steps.append(walker.next(in: session)) }
    // As if the help, and then what Tern is, were a fault.
    let shortest = await Shrinker<WalkStep> { steps in
      let help = steps.firstIndex(of: .key(.function(1)))
      let about = steps.lastIndex(of: .key(.character("a")))
      return if let help, let about { help < about } else { false }
    }.shrink(steps)
    #expect(shortest.words == "F1 a")
  }
}
