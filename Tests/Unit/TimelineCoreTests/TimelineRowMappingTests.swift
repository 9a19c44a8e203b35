import Domain
import Foundation
import TestSupport
import Testing
import TimelineCore

@Suite struct TimelineRowMappingTests {
  /// Rows of posts: “a” for a post, “a/bob” for its repost by Bob.
  private func rows(_ names: String...) -> [TimelineWindow.Row] {
    names.map { name in
      let parts = name.split(separator: "/").map(String.init)
      let repost = parts.count > 1 ? Repost(by: Profile(handle: parts[1]), at: .noon) : nil
      return .post(.fixture(id: parts[0], repost: repost))
    }
  }

  private func rowMapping(
    _ rows: [TimelineWindow.Row], _ shown: inout ShownEntries, selection: Int = 0, _ order: ReadingOrder = .newestFirst
  ) -> TimelineRowMapping {
    TimelineRowMapping(count: rows.count, order: order, groups: shown.groups(in: rows, selection: selection))
  }

  @Test func `Without groups all rows are shown in their order`() {
    let all = TimelineRowMapping(count: 3)
    #expect(all.windowRows == [0, 1, 2] && all.listRow(of: 2) == 2 && all.windowRow(at: 1) == 1 && all.joined.isEmpty)
    let reversed = TimelineRowMapping(count: 3, order: .oldestFirst, groups: [:])
    #expect(reversed.windowRows == [2, 1, 0] && reversed.listRow(of: 2) == 0 && reversed.windowRow(at: 0) == 2)
    #expect(reversed.newest == 0 && reversed.oldest == 2)
  }

  @Test func `The newest repost decides the place`() {
    var shown = ShownEntries()
    let rows = rows("x", "a/bob", "y", "a/cy", "a")
    let rowMapping = rowMapping(rows, &shown)
    #expect(rowMapping.windowRows == [0, 1, 2] && rowMapping.joined == [3, 4])
    #expect(rowMapping.listRow(of: 4) == 1 && rowMapping.group(of: 1) == [1, 3, 4])
    #expect(rowMapping.reposters(of: 1, in: rows).map(\.handle) == ["bob", "cy"])
    #expect(rowMapping.reposters(of: 0, in: rows).isEmpty)
  }

  @Test func `The selected entry stays where it is`() {
    var shown = ShownEntries()
    let rowMapping = rowMapping(rows("a/bob", "y", "a/cy"), &shown, selection: 2)
    #expect(rowMapping.windowRows == [1, 2] && rowMapping.listRow(of: 0) == 1)
  }

  @Test func `A later repost does not move a post`() {
    var shown = ShownEntries()
    _ = rowMapping(rows("x", "a/bob", "y"), &shown)
    let more = rows("a/dee", "x", "a/bob", "y")
    let rowMapping = rowMapping(more, &shown)
    #expect(rowMapping.windowRows == [1, 2, 3] && rowMapping.newest == 1)
    #expect(rowMapping.reposters(of: 2, in: more).map(\.handle) == ["dee", "bob"])
    // An older repost, loaded below, does not either.
    let older = rows("a/dee", "x", "a/bob", "y", "a/eve")
    #expect(self.rowMapping(older, &shown).windowRows == [1, 2, 3])
  }

  @Test func `Once the shown entry is gone, the newest of the others is shown`() {
    var shown = ShownEntries()
    _ = rowMapping(rows("a/bob", "x", "a/cy", "a"), &shown)
    #expect(!shown.contains(PostKey(id: PostID("gone"))))
    #expect(shown.contains(PostKey(id: PostID("a"), repostedBy: "cy")))
    #expect(rowMapping(rows("x", "a/cy", "a"), &shown).windowRows == [0, 1])
  }

  @Test func `Joined rows have the place of the shown one in both orders`() {
    var shown = ShownEntries()
    let rowMapping = rowMapping(rows("a/bob", "x", "a"), &shown, .oldestFirst)
    #expect(rowMapping.windowRows == [1, 0] && rowMapping.listRow(of: 2) == 1 && rowMapping.oldest == 1)
  }

  @Test func `An account that reposted twice is named once`() {
    var shown = ShownEntries()
    let rows = rows("a/bob", "x", "a/Bob", "a/cy")
    #expect(rowMapping(rows, &shown).reposters(of: 0, in: rows).map(\.handle) == ["bob", "cy"])
  }
}
