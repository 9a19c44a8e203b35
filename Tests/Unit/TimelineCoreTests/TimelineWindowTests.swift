import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@Suite struct TimelineWindowTests {
  private let posts = Post.fixtures(count: 30)

  private func ids(_ window: TimelineWindow) -> [String] {
    window.rows.map { row in
      switch row {
      case .post(let post): post.id.rawValue
      case .gap(let gap): "gap \(gap.cursor.rawValue)"
      }
    }
  }

  private func gap(above index: Int, count: Int? = nil) -> TimelineGap {
    TimelineGap(cursor: PageCursor("\(index)"), lower: posts[index].key, count: count)
  }

  @Test func `A gap is a row above its lower entry`() {
    let gap = gap(above: 10, count: 5)
    let window = TimelineWindow(TimelinePage(posts: Array(posts[0..<5] + posts[10..<12]), gaps: [gap]))
    #expect(ids(window) == ["1", "2", "3", "4", "5", "gap 10", "11", "12"])
    #expect(window.count == 8)
    #expect(window[5] == nil)
    #expect(window.row(at: 5) == .gap(gap))
    #expect(window.index(of: posts[10].key) == 6)
    #expect(window.entryCount(above: 5) == 5)
    #expect(window.entryCount(above: 6) == 10)
  }

  @Test func `With gaps of unknown size the number of entries above is unknown`() {
    let window = TimelineWindow(TimelinePage(posts: [posts[0], posts[10]], gaps: [gap(above: 10)]))
    #expect(window.entryCount(above: 1) == 1)
    #expect(window.entryCount(above: 2) == nil)
  }

  @Test func `A gap is filled from below and the rows above do not move`() {
    let first = gap(above: 10, count: 5)
    var window = TimelineWindow(TimelinePage(posts: Array(posts[0..<5] + posts[10..<12]), gaps: [first]))
    let rest = gap(above: 7, count: 2)
    let isHeld = window.fill(first, with: TimelinePage(posts: Array(posts[7..<10]), gaps: [rest]))
    #expect(isHeld)
    #expect(ids(window) == ["1", "2", "3", "4", "5", "gap 7", "8", "9", "10", "11", "12"])
    let isClosed = window.fill(rest, with: TimelinePage(posts: Array(posts[5..<7])))
    #expect(isClosed)
    #expect(ids(window) == (1...12).map(String.init))
    let isHeldStill = window.fill(rest, with: TimelinePage())
    #expect(!isHeldStill)
  }

  @Test func `An empty gap is removed`() {
    var window = TimelineWindow(TimelinePage(posts: [posts[0], posts[10]], gaps: [gap(above: 10)]))
    _ = window.fill(gap(above: 10), with: TimelinePage())
    #expect(ids(window) == ["1", "11"])
  }

  @Test func `New entries are inserted once, and only at the newest end`() {
    var window = TimelineWindow(TimelinePage(posts: Array(posts[2..<4]), total: 2, offset: 0))
    let count = window.insert(Array(posts[1...2]))
    #expect(count == 1)
    #expect(ids(window) == ["2", "3", "4"])
    #expect(window.total == 3)
    var later = TimelineWindow(TimelinePage(posts: [posts[9]], newer: PageCursor("9")))
    let none = later.insert([posts[0]])
    #expect(none == 0)
  }

  @Test func `Updates and deletions apply to all rows of a post`() {
    var repost = posts[3]
    repost.repost = Repost(by: .fixture(handle: "ada"), at: .noon)
    var window = TimelineWindow(TimelinePage(posts: [posts[2], repost, posts[3]], total: 3))
    var edited = posts[3]
    edited.text = PostText([.text("Edited")])
    window.update(edited)
    #expect(window.posts.map(\.text.plain) == ["Post 3", "Edited", "Edited"])
    #expect(window[1]?.repost?.by?.handle == "ada")
    window.remove(posts[3].ref)
    #expect(ids(window) == ["3"])
    #expect(window.total == 1)
  }

  @Test func `Posts of two accounts with the same ID are two entries`() {
    var other = posts[0]
    other.assign(to: .demo("grace"))
    var window = TimelineWindow(TimelinePage(posts: [posts[0]], older: PageCursor("1")))
    let isNew = window.append(TimelinePage(posts: [other]))
    #expect(isNew)
    #expect(window.count == 2)
    window.remove(other.ref)
    #expect(window.posts == [posts[0]])
  }
}
