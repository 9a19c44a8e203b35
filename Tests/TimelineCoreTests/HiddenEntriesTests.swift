import Domain
import TestSupport
import Testing

@testable import TimelineCore

@Suite struct HiddenEntriesTests {
  @Test func `What is missing above an entry that is hidden is missing above the next one`() {
    let posts = Post.fixtures(count: 4)
    var page = TimelinePage(posts: posts)
    page.gaps = [TimelineGap(cursor: PageCursor("g"), lower: posts[1].key)]
    var hiddenEntries = HiddenEntries()
    let hidden = Set([posts[1].key, posts[2].key])
    let shown = hiddenEntries.shown(of: page) { hidden.contains($0.key) }
    #expect(ids(shown.posts) == ["1", "4"])
    #expect(shown.gaps.map(\.lower) == [posts[3].key])
    #expect(!hiddenEntries.lacks { hidden.contains($0.key) })
    #expect(hiddenEntries.lacks { $0.key == posts[1].key })
  }

  @Test func `What is missing above entries that are all hidden is said at the end`() {
    let posts = Post.fixtures(count: 3)
    var page = TimelinePage(posts: posts)
    let gap = TimelineGap(cursor: PageCursor("g"), lower: posts[1].key)
    page.gaps = [gap]
    var hiddenEntries = HiddenEntries()
    let window = TimelineWindow(hiddenEntries.shown(of: page) { $0.key != posts[0].key })
    #expect(window.rows == [.post(posts[0]), .gap(gap)])
  }
}
