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

  /// Rows of notifications: “favourite:5:ann” is Ann’s like of post 5, and each is a minute older than the one before.
  private func notifications(_ names: String..., minutes: [Double]? = nil) -> [TimelineWindow.Row] {
    names.enumerated().map { index, name in
      let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      let id = parts.count > 3 ? parts[3] : "ungrouped-\(100 - index)"
      var post = Post.fixture(id: parts[1].isEmpty ? id : parts[1])
      post.notification = PostNotification(
        id: id, kind: PostNotification.Kind(rawValue: parts[0]), profiles: [Profile(handle: parts[2])],
        at: .noon.minutesAgo(minutes?[index] ?? Double(index)))
      return .post(post)
    }
  }

  private func joined(_ rows: [TimelineWindow.Row], selection: Int = 0) -> TimelineRowMapping {
    TimelineRowMapping(
      count: rows.count, order: .newestFirst, groups: JoinedNotifications.groups(in: rows, selection: selection))
  }

  @Test func `Likes of a post that the server does not group are one row`() {
    let rows = notifications(
      "favourite:5:ann", "mention:7:bob", "favourite:5:cy", "reblog:5:dee", "favourite:6:eve", "favourite:5:ann")
    let mapping = joined(rows)
    #expect(mapping.windowRows == [0, 1, 3, 4] && mapping.joined == [2, 5])
    let entry = mapping.entry(of: 0, in: rows)
    #expect(entry?.notification?.profiles.map(\.handle) == ["ann", "cy"] && entry?.notification?.count == 2)
    #expect(entry?.notification?.at == .noon && entry?.key == rows[0].post?.key)
    #expect(mapping.entry(of: 1, in: rows) == rows[1].post)
  }

  @Test func `New followers are one row, and so are equal reactions`() {
    let rows = notifications("follow::ann", "follow::bob", "reaction:5:cy", "reaction:5:dee")
    #expect(joined(rows).windowRows == [0, 2])
    #expect(joined(rows).entry(of: 0, in: rows)?.notification?.profiles.map(\.handle) == ["ann", "bob"])
  }

  @Test func `Groups of the server, mentions, and likes of different days stay apart`() {
    let grouped = notifications("favourite:5:ann:favourite-5-1", "favourite:5:bob:favourite-5-2")
    #expect(joined(grouped).windowRows == [0, 1])
    #expect(joined(notifications("mention:5:ann", "mention:5:bob")).windowRows == [0, 1])
    let days = notifications(
      "favourite:5:ann", "favourite:5:bob", "favourite:5:cy", "favourite:5:dee", minutes: [0, 700, 721, 1_000])
    #expect(joined(days).windowRows == [0, 2] && joined(days).group(of: 2) == [2, 3])
  }

  @Test func `A selected notification stays where it is when another one joins it`() {
    let rows = notifications("favourite:5:ann", "mention:7:bob", "favourite:5:cy")
    let mapping = joined(rows, selection: 2)
    #expect(mapping.windowRows == [1, 2] && mapping.listRow(of: 0) == 1)
    #expect(mapping.entry(of: 2, in: rows)?.notification?.profiles.map(\.handle) == ["ann", "cy"])
  }
}
