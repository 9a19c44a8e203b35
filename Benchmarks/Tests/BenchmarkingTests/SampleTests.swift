import Testing

@testable import Benchmarking

struct SampleTests {
  @Test func `The median is a measured value`() {
    #expect(Sample([3, 1, 2]).median == 2)
    #expect(Sample([4, 1, 3, 2]).median == 2)
    #expect(Sample([7]).median == 7)
  }

  @Test func `The 99th percentile excludes at most one value in a hundred`() {
    let hundred = Sample((1...100).map(Double.init))
    #expect(hundred.percentile(99) == 99)
    #expect(hundred.percentile(100) == 100)
    #expect(Sample((1...10).map(Double.init)).percentile(99) == 10)
  }

  @Test func `An empty sample has no median`() {
    #expect(Sample([]).median == nil)
  }
}
