import Domain
import TestSupport
import Testing
import TimelineCore

@MainActor @Suite struct ThreadVisitsTests {
  private let visits = ThreadVisits()

  private func thread(_ id: String, replies: [String] = []) -> PostThread {
    PostThread(post: .fixture(id: id), replies: replies.map { .init(entry: .post(.fixture(id: $0)), depth: 0) })
  }

  @Test func `A thread that was not visited has no seen posts, later visits add to them`() {
    #expect(visits.seenPosts(of: thread("1")) == nil)
    visits.record(thread("1", replies: ["2"]))
    visits.record(thread("1", replies: ["3"]))
    #expect(visits.seenPosts(of: thread("1")) == [PostID("1"), PostID("2"), PostID("3")])
  }

  @Test func `Only the threads visited last are remembered`() {
    visits.record(thread("a"))
    visits.record(thread("b"))
    for number in 0..<499 {
      visits.record(thread("\(number)"))
      visits.record(thread("a"))
    }
    #expect(visits.seenPosts(of: thread("a")) != nil && visits.seenPosts(of: thread("b")) == nil)
  }
}
