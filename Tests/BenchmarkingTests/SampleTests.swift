import Testing

@testable import Benchmarking

struct SampleTests {
  @Test func `The median is a value that was measured, with as many below as above`() {
    #expect(Sample([3, 1, 2]).median == 2)
    #expect(Sample([4, 1, 3, 2]).median == 2)
    #expect(Sample([7]).median == 7)
  }

  @Test func `The 99th percentile leaves out no more than one value in a hundred`() {
    let hundred = Sample((1...100).map(Double.init))
    #expect(hundred.percentile(99) == 99)
    #expect(hundred.percentile(100) == 100)
    #expect(Sample((1...10).map(Double.init)).percentile(99) == 10)
  }

  @Test func `Nothing measured has no middle`() {
    #expect(Sample([]).median == nil)
  }
}
