/// Numbers in order, except that one adjacent pair in twenty is swapped.
struct Misorder {
  private var rest: Range<Int>
  private var held: Int?
  private var generator: SampleGenerator

  init(_ numbers: Range<Int>, seed: UInt64) {
    rest = numbers
    generator = SampleGenerator(seed: seed &+ UInt64(numbers.lowerBound))
  }

  mutating func next() -> Int? {
    if let held {
      self.held = nil
      return held
    }
    guard let first = rest.popFirst() else { return nil }
    guard generator.chance(5), let second = rest.popFirst() else { return first }
    held = first
    return second
  }
}
