import Domain
import Testing

@testable import Formats

struct RecentKeysTests {
  @Test func `keys are remembered for a limited time`() {
    var keys = RecentKeys()
    func insert(_ number: Int) -> Bool { keys.insert(PostKey(id: PostID(String(number)), account: nil)) }
    #expect((0..<100_000).allSatisfy(insert))
    #expect(!(0..<100_000).contains(where: insert))
    #expect((100_000..<300_000).allSatisfy(insert))
    #expect(insert(0))
  }
}
