import Domain
import PostCell
import TestSupport
import Testing

@testable import Timeline

/// Posts that several accounts have reposted.
@MainActor @Suite struct JoinedRepostTests {
  private let session = MemorySessionRepository()

  private func post(_ index: Int) -> Post {
    .fixture(id: "p\(index)", createdAt: .noon.minutesAgo(Double(index)), text: "Post \(index)")
  }

  private func repost(_ id: String = "x", by name: String, _ minutes: Double) -> Post {
    .fixture(
      id: id, createdAt: .noon.minutesAgo(500), text: "Shared \(id)",
      repost: Repost(by: Profile(handle: name.lowercased(), name: name), at: .noon.minutesAgo(minutes)))
  }

  private func harness(_ posts: [Post], in timeline: TimelineID = .home) async -> TimelineHarness {
    await TimelineHarness(
      [(timeline, posts)], navigation: NavigationCapabilities(profiles: true), session: session, sendsChanges: true
    ).load()
  }

  private func remarks(_ harness: TimelineHarness, _ row: Int) -> [String] { harness.view.rows[row].remarks }

  @Test func `A post is shown once, at its newest repost, with its reposters`() async {
    let harness = await harness([
      post(0), repost(by: "Ada", 1), post(2), repost(by: "Bo", 3), repost(by: "Cy", 4), post(5),
    ])
    #expect(harness.view.texts == ["Post 0", "Shared x", "Post 2", "Post 5"])
    #expect(remarks(harness, 1) == ["⟲ Ada, Bo and Cy reposted"])
  }

  @Test func `Of many reposters two are named`() async {
    let names = ["Ada", "Bo", "Cy", "Dee", "Eve"]
    let harness = await harness(names.enumerated().map { repost(by: $1, Double($0)) })
    #expect(remarks(harness, 0) == ["⟲ Ada, Bo and 3 others reposted"])
    #expect(harness.presenter.destinations(at: 0).listsReposters)
    await harness.after { $0.openPeople(at: 0) }
    let shown = harness.router.destinations
    guard case .reposters(let profiles, _)? = shown.first else {
      Issue.record("\(shown)")
      return
    }
    #expect(profiles.map(\.displayName) == names)
  }

  @Test func `The post itself and one repost are one row with the usual remark`() async {
    var original = repost(by: "Ada", 0)
    original.repost = nil
    let harness = await harness([repost(by: "Bo", 1), post(2), original])
    #expect(harness.view.texts == ["Shared x", "Post 2"])
    #expect(remarks(harness, 0) == ["⟲ reposted by Bo @bo"])
    #expect(!harness.presenter.destinations(at: 0).listsReposters)
  }

  @Test func `A later repost joins the row and moves nothing`() async {
    let harness = await harness([post(1), repost(by: "Ada", 2), post(3)])
    await harness.select(1)
    harness.repository.notify(.inserted([repost(by: "Bo", 0)], in: .home))
    await harness.settle()
    #expect(harness.view.texts == ["Post 1", "Shared x", "Post 3"] && harness.view.selectedText == "Shared x")
    #expect(remarks(harness, 1) == ["⟲ Bo and Ada reposted"])
    // It is not unread either.
    #expect(harness.view.header.tabs[0].unreadCount == 0 && harness.view.unread.isEmpty)
    await harness.after { $0.showNewest() }
    #expect(harness.view.selectedText == "Post 1")
  }

  @Test func `Rows are counted, and a joined row is one`() async {
    let harness = await harness([post(1), repost(by: "Ada", 2), post(3), repost(by: "Cy", 4), post(5)])
    harness.repository.notify(.inserted([repost(by: "Bo", 0)], in: .home))
    await harness.settle()
    #expect(harness.view.texts == ["Post 1", "Shared x", "Post 3", "Post 5"])
    for (row, status) in ["1 of 4", "2 of 4", "3 of 4", "4 of 4"].enumerated() {
      await harness.select(row)
      #expect(harness.view.status.hasPrefix(status), "\(harness.view.status)")
    }
    await harness.after { $0.toggleOrder() }
    await harness.select(0)
    #expect(harness.view.selectedText == "Post 5" && harness.view.status.hasPrefix("1 of 4 · oldest first · O"))
    await harness.select(3)
    #expect(harness.view.selectedText == "Post 1" && harness.view.status.hasPrefix("4 of 4 · oldest first · O"))
  }

  @Test func `The rows of the list are those that the presenter acts on`() async {
    let harness = await harness([repost(by: "Ada", 0), post(1), repost(by: "Bo", 2), post(3), post(4)])
    #expect(harness.view.texts == ["Shared x", "Post 1", "Post 3", "Post 4"])
    #expect(harness.presenter.post(at: 2)?.id == PostID("p3"))
    #expect(harness.presenter.index(of: post(4).key) == 3)
    await harness.select(2)
    await harness.after { $0.openPost(at: 2) }
    #expect(harness.router.screens == ["post p3 as @ada@demo"])
    await harness.after { $0.showOldest() }
    #expect(harness.view.selectedText == "Post 4")
  }

  @Test func `A restored position keeps the place of its post`() async {
    let posts = [repost(by: "Ada", 0), post(1), post(2), repost(by: "Bo", 3), post(4)]
    let before = await harness(Array(posts.dropFirst()))
    await before.select(2)
    #expect(before.view.selectedText == "Shared x")
    await before.after { $0.viewWillDisappear() }
    let harness = await harness(posts)
    #expect(harness.view.texts == ["Post 1", "Post 2", "Shared x", "Post 4"])
    #expect(harness.view.selectedText == "Shared x")
    #expect(remarks(harness, 2) == ["⟲ Ada and Bo reposted"])
  }

  @Test func `Unread reposts of one post count once`() async {
    let before = await harness([post(9)])
    await before.after { $0.viewWillDisappear() }
    let harness = await harness([repost(by: "Ada", 0), post(1), repost(by: "Bo", 2), post(9)])
    #expect(harness.view.header.tabs[0].unreadCount == 2)
    #expect(harness.view.unread == ["Shared x", "Post 1"])
    await harness.after { $0.showNextUnread() }
    await harness.after { $0.showNextUnread() }
    #expect(harness.view.selectedText == "Shared x" && harness.view.header.tabs[0].unreadCount == 0)
  }

  @Test func `A post that the user reposts stays where it is`() async {
    let harness = await harness([post(0), repost(by: "Ada", 1), post(2)])
    var reposted = repost(by: "Ada", 1)
    reposted.viewer = ViewerState(isReposted: true)
    harness.repository.setPosts([post(0), reposted, post(2)], of: .home)
    await harness.after { $0.refresh() }
    #expect(harness.view.texts == ["Post 0", "Shared x", "Post 2"])
  }

  @Test func `Searches and other timelines show each repost`() async {
    let posts = [repost(by: "Ada", 0), post(1), repost(by: "Bo", 2)]
    let home = await harness(posts)
    await home.after {
      $0.beginSearch()
      $0.search("shared")
    }
    #expect(home.view.texts == ["Shared x", "Shared x"])
    let favourites = await harness(posts, in: .favourites)
    #expect(favourites.view.texts.count == 3)
  }
}
