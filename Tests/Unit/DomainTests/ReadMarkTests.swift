import Domain
import Foundation
import TestSupport
import Testing

@Suite struct ReadMarkTests {
  private let posts = Post.fixtures(count: 5)

  private func mark(_ post: Int, others: [String] = []) -> ReadMark {
    let post = posts[post - 1]
    return ReadMark(
      newest: EntryPosition(post), others: Set(others.map { PostKey(id: PostID($0)) })
    )
  }

  @Test func `The mark of a read timeline is its newest post`() {
    #expect(ReadMark(allOf: posts) == mark(1))
    #expect(ReadMark(allOf: []) == nil)
  }

  @Test func `Pinned posts do not move the mark`() {
    let pinned = Post.fixture(id: "p", createdAt: .noon.minutesAgo(9_000), state: .pinned)
    #expect(ReadMark(allOf: [pinned] + posts) == mark(1, others: ["p"]))
    #expect(!mark(3).isUnread(pinned))
    var new = pinned
    new.createdAt = .noon
    #expect(mark(3).isUnread(new))
    var advanced = mark(3, others: ["p"])
    advanced.advance(to: pinned)
    #expect(advanced == mark(3))
  }

  @Test func `Read entries above the mark are not unread`() {
    var mark = mark(4)
    #expect(mark.isUnread(posts[2]))
    mark.read(posts[2].key)
    #expect(!mark.isUnread(posts[2]))
    mark.advance(to: posts[2])
    #expect(mark == self.mark(3))
  }

  @Test func `Merging marks never moves one down`() {
    let old = mark(5, others: ["a"])
    #expect(mark(4).merged(with: old, since: old) == mark(4))
    #expect(mark(4).merged(with: nil, since: old) == mark(4))
    #expect(mark(4, others: ["b"]).merged(with: mark(2, others: ["c"]), since: old) == mark(2, others: ["b", "c"]))
    #expect(mark(2).merged(with: mark(4, others: ["a"]), since: old) == mark(2))
  }

  @Test func `The newest others are kept`() {
    let mark = mark(1, others: (1...1_500).map(String.init)).bounded
    #expect(mark.others.count == 1_000)
    #expect(mark.sortedOthers.first?.id == PostID("501"))
    #expect(mark.sortedOthers.last?.id == PostID("1500"))
  }
}
