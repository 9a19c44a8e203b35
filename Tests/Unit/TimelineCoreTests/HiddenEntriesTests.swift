import Domain
import TestSupport
import Testing

@testable import TimelineCore

@Suite struct HiddenEntriesTests {
  @Test func `A gap above a hidden entry moves to the next visible one`() {
    let posts = Post.fixtures(count: 4)
    var page = TimelinePage(posts: posts)
    page.gaps = [TimelineGap(cursor: PageCursor("g"), lower: posts[1].key)]
    var hiddenEntries = HiddenEntries()
    let hidden = Set([posts[1].key, posts[2].key])
    let shown = hiddenEntries.visiblePart(of: page) { hidden.contains($0.key) }
    #expect(ids(shown.posts) == ["1", "4"])
    #expect(shown.gaps.map(\.lower) == [posts[3].key])
    #expect(!hiddenEntries.containsVisible { hidden.contains($0.key) })
    #expect(hiddenEntries.containsVisible { $0.key == posts[1].key })
  }

  @Test func `A gap above hidden entries only is shown at the end`() {
    let posts = Post.fixtures(count: 3)
    var page = TimelinePage(posts: posts)
    let gap = TimelineGap(cursor: PageCursor("g"), lower: posts[1].key)
    page.gaps = [gap]
    var hiddenEntries = HiddenEntries()
    let window = TimelineWindow(hiddenEntries.visiblePart(of: page) { $0.key != posts[0].key })
    #expect(window.rows == [.post(posts[0]), .gap(gap)])
  }
}
