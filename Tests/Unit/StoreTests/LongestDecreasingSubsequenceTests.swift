import Testing

@testable import Store

@Suite struct LongestDecreasingSubsequenceTests {
  @Test func `The longest decreasing subsequence of a list is found`() {
    #expect(LongestDecreasingSubsequence.indices(of: []) == [])
    #expect(LongestDecreasingSubsequence.indices(of: [5, 4, 9, 3]) == [0, 1, 3])
    #expect(LongestDecreasingSubsequence.indices(of: [1, 2, 3]).count == 1)
    #expect(
      LongestDecreasingSubsequence.indices(of: [1, 9, 8, 8, 7]) == [1, 2, 4]
        || LongestDecreasingSubsequence.indices(of: [1, 9, 8, 8, 7]) == [1, 3, 4])
  }
}
