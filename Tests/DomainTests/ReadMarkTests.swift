import Domain
import Foundation
import TestSupport
import Testing

@Suite struct ReadMarkTests {
  private let posts = Post.fixtures(count: 5)

  private func mark(_ post: Int, others: [String] = []) -> ReadMark {
    let post = posts[post - 1]
    return ReadMark(
      newest: Place(key: post.key, date: post.timelineDate), others: Set(others.map { PostKey(id: PostID($0)) }))
  }

  @Test func `The mark of a timeline that is read is its newest post`() {
    #expect(ReadMark(allOf: posts) == mark(1))
    #expect(ReadMark(allOf: []) == nil)
  }

  @Test func `A pinned post at the top is no measure, and is read with the rest`() {
    let pinned = Post.fixture(id: "p", createdAt: .noon.minutesAgo(9_000), state: .pinned)
    #expect(ReadMark(allOf: [pinned] + posts) == mark(1, others: ["p"]))
    #expect(!mark(3).leavesUnread(pinned))
    var new = pinned
    new.createdAt = .noon
    #expect(mark(3).leavesUnread(new))
    var risen = mark(3, others: ["p"])
    risen.rise(to: pinned)
    #expect(risen == mark(3))
  }

  @Test func `What has been read above the mark is not unread, until the mark rises over it`() {
    var mark = mark(4)
    #expect(mark.leavesUnread(posts[2]))
    mark.read(posts[2].key)
    #expect(!mark.leavesUnread(posts[2]))
    mark.rise(to: posts[2])
    #expect(mark == self.mark(3))
  }

  @Test func `What two Terns have read is joined, and no mark falls`() {
    let old = mark(5, others: ["a"])
    #expect(mark(4).joined(with: old, since: old) == mark(4))
    #expect(mark(4).joined(with: nil, since: old) == mark(4))
    #expect(mark(4, others: ["b"]).joined(with: mark(2, others: ["c"]), since: old) == mark(2, others: ["b", "c"]))
    #expect(mark(2).joined(with: mark(4, others: ["a"]), since: old) == mark(2))
  }

  @Test func `Of too many others the newest are kept`() {
    let mark = mark(1, others: (1...1_500).map(String.init)).bounded
    #expect(mark.others.count == 1_000)
    #expect(mark.othersInOrder.first?.id == PostID("501"))
    #expect(mark.othersInOrder.last?.id == PostID("1500"))
  }
}
