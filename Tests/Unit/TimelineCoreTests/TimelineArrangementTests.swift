import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@Suite struct TimelineArrangementTests {
  /// Rows of posts: “a” for a post, “a/bob” for its repost by Bob.
  private func rows(_ names: String...) -> [TimelineWindow.Row] {
    names.map { name in
      let parts = name.split(separator: "/").map(String.init)
      let repost = parts.count > 1 ? Repost(by: Profile(handle: parts[1]), at: .noon) : nil
      return .post(.fixture(id: parts[0], repost: repost))
    }
  }

  private func arrangement(
    _ rows: [TimelineWindow.Row], _ shown: inout ShownEntries, selection: Int = 0, _ order: ReadingOrder = .newestFirst
  ) -> TimelineArrangement {
    TimelineArrangement(count: rows.count, order: order, groups: shown.groups(in: rows, selection: selection))
  }

  @Test func `Without groups all rows are shown in their order`() {
    let all = TimelineArrangement(count: 3)
    #expect(all.rows == [0, 1, 2] && all.place(of: 2) == 2 && all.row(at: 1) == 1 && all.joined.isEmpty)
    let reversed = TimelineArrangement(count: 3, order: .oldestFirst, groups: [:])
    #expect(reversed.rows == [2, 1, 0] && reversed.place(of: 2) == 0 && reversed.row(at: 0) == 2)
    #expect(reversed.newest == 0 && reversed.oldest == 2)
  }

  @Test func `The newest repost decides the place`() {
    var shown = ShownEntries()
    let rows = rows("x", "a/bob", "y", "a/cy", "a")
    let arrangement = arrangement(rows, &shown)
    #expect(arrangement.rows == [0, 1, 2] && arrangement.joined == [3, 4])
    #expect(arrangement.place(of: 4) == 1 && arrangement.group(of: 1) == [1, 3, 4])
    #expect(arrangement.reposters(of: 1, in: rows).map(\.handle) == ["bob", "cy"])
    #expect(arrangement.reposters(of: 0, in: rows).isEmpty)
  }

  @Test func `The selected entry stays where it is`() {
    var shown = ShownEntries()
    let arrangement = arrangement(rows("a/bob", "y", "a/cy"), &shown, selection: 2)
    #expect(arrangement.rows == [1, 2] && arrangement.place(of: 0) == 1)
  }

  @Test func `A later repost does not move a post`() {
    var shown = ShownEntries()
    _ = arrangement(rows("x", "a/bob", "y"), &shown)
    let more = rows("a/dee", "x", "a/bob", "y")
    let arrangement = arrangement(more, &shown)
    #expect(arrangement.rows == [1, 2, 3] && arrangement.newest == 1)
    #expect(arrangement.reposters(of: 2, in: more).map(\.handle) == ["dee", "bob"])
    // An older repost, loaded below, does not either.
    let older = rows("a/dee", "x", "a/bob", "y", "a/eve")
    #expect(self.arrangement(older, &shown).rows == [1, 2, 3])
  }

  @Test func `Once the shown entry is gone, the newest of the others is shown`() {
    var shown = ShownEntries()
    _ = arrangement(rows("a/bob", "x", "a/cy", "a"), &shown)
    #expect(!shown.contains(PostKey(id: PostID("gone"))))
    #expect(shown.contains(PostKey(id: PostID("a"), repostedBy: "cy")))
    #expect(arrangement(rows("x", "a/cy", "a"), &shown).rows == [0, 1])
  }

  @Test func `Joined rows have the place of the shown one in both orders`() {
    var shown = ShownEntries()
    let arrangement = arrangement(rows("a/bob", "x", "a"), &shown, .oldestFirst)
    #expect(arrangement.rows == [1, 0] && arrangement.place(of: 2) == 1 && arrangement.oldest == 1)
  }

  @Test func `An account that reposted twice is named once`() {
    var shown = ShownEntries()
    let rows = rows("a/bob", "x", "a/Bob", "a/cy")
    #expect(arrangement(rows, &shown).reposters(of: 0, in: rows).map(\.handle) == ["bob", "cy"])
  }
}
