import Domain
import EmptyState
import TestSupport
import Testing

@testable import Timeline

/// Timelines without reposts, replies, posts without media, or posts in other languages.
@MainActor @Suite struct HiddenKindTests {
  private let session = MemorySessionRepository()
  private let account = Account.fixture()

  private func repost(_ index: Int, by handle: String = "bob") -> Post {
    .fixture(
      id: "r\(index)", createdAt: .noon.minutesAgo(5_000), text: "Repost \(index)",
      repost: Repost(by: Profile(handle: handle), at: .noon.minutesAgo(Double(index))))
  }

  private func reply(_ index: Int, to author: Profile?, by writer: Profile = .fixture()) -> Post {
    var post = Post.fixture(
      id: "a\(index)", author: writer, createdAt: .noon.minutesAgo(Double(index)), text: "Reply \(index)",
      replyTo: "elsewhere\(index)")
    post.replyToAuthor = author
    return post
  }

  private func post(_ index: Int) -> Post {
    .fixture(id: "p\(index)", createdAt: .noon.minutesAgo(Double(index)), text: "Post \(index)")
  }

  private func harness(_ posts: [Post], capabilities: SourceCapabilities = SourceCapabilities()) async
    -> TimelineHarness
  {
    await TimelineHarness(
      [(.home, posts), (.local, posts), (.notifications, [])], capabilities: capabilities, session: session
    ).load()
  }

  private var mixed: [Post] { [post(0), repost(1), repost(2), reply(3, to: Profile(handle: "alan")), post(4)] }

  @Test func `The keys hide reposts and replies, and show them again`() async {
    let harness = await harness(mixed)
    #expect(harness.view.header.capabilities.hiddenKinds == [])
    await harness.after { $0.toggle(.reposts) }
    #expect(harness.view.texts == ["Post 0", "Reply 3", "Post 4"])
    #expect(harness.view.notice?.text == "Reposts are hidden here · [ show")
    #expect(harness.view.status.hasSuffix("2 reposts hidden · ["))
    await harness.after { $0.toggle(.replies) }
    #expect(harness.view.texts == ["Post 0", "Post 4"])
    #expect(harness.view.status.hasSuffix("2 reposts hidden · [ · 1 reply hidden · ]"))
    #expect(harness.view.header.capabilities.hiddenKinds == [.reposts, .replies])
    await harness.after { $0.toggle(.reposts) }
    await harness.after { $0.toggle(.replies) }
    #expect(harness.view.texts.count == 5 && !harness.view.status.contains("hidden"))
  }

  @Test func `Only posts with media are shown, and one's own`() async {
    var own = post(3)
    own.author = account.profile
    var (picture, reposted) = (post(1), repost(2))
    picture.media = [Media(kind: .image)]
    reposted.media = [Media(kind: .video)]
    var linked = post(4)
    linked.media = [Media(kind: .link)]
    let harness = await harness([post(0), picture, reposted, own, linked])
    await harness.after { $0.toggle(.withoutMedia) }
    #expect(harness.view.texts == ["Post 1", "Repost 2", "Post 3"])
    #expect(harness.view.notice?.text == "Posts without media are hidden here · { show")
    #expect(harness.view.status.hasSuffix("2 posts without media hidden · {"))
    #expect(session.load().accounts[account.id]?.options == [.home: TimelineOptions(hidden: [.withoutMedia])])
  }

  /// Every fourth post has a picture.
  private var pictures: [Post] {
    (0..<200).map { index in
      var post = post(index)
      if index % 4 == 0 { post.media = [Media(kind: .image)] }
      return post
    }
  }

  @Test func `Only posts with media are requested where a server can leave out the others`() async {
    let harness = await harness(pictures)
    await harness.after { $0.toggle(.withoutMedia) }
    #expect(harness.repository.requests.allSatisfy { $0.parameters.isEmpty })
    await harness.after { $0.showNextTimeline() }
    await harness.select(42)
    await harness.after { $0.toggle(.withoutMedia) }
    // More than those that were loaded before.
    let texts = (0..<50).map { "Post \($0 * 4)" }
    #expect(harness.view.texts == Array(texts.prefix(harness.view.texts.count)) && harness.view.texts.count > 30)
    #expect(["Post 40", "Post 44"].contains(harness.view.texts[harness.view.selection]))
    #expect(harness.repository.requests.last?.parameters.onlyMedia == true)
    #expect(harness.view.status.hasSuffix("posts without media hidden · {"))
    await harness.after { $0.toggle(.withoutMedia) }
    #expect(harness.view.texts[harness.view.selection] == "Post 42")
    #expect(harness.repository.requests.last?.parameters.isEmpty == true)
  }

  @Test func `If they cannot be loaded, the loaded ones with media stay`() async {
    let harness = await harness(pictures)
    await harness.after { $0.showNextTimeline() }
    harness.repository.setPageResponses(.init(.offline(host: "tern.example")))
    await harness.after { $0.toggle(.withoutMedia) }
    #expect(harness.view.texts == (0..<15).map { "Post \($0 * 4)" })
    #expect(harness.view.notice?.text.contains("tern.example") == true)
    // The next request is for posts with media, from the top.
    await harness.after { $0.refresh() }
    #expect(harness.view.texts.count > 15 && harness.view.notice?.isFailure != true)
  }

  @Test func `Without any post with media, the empty view says that the others are hidden`() async {
    let harness = await harness([post(0), post(1)])
    await harness.after { $0.showNextTimeline() }
    await harness.after { $0.toggle(.withoutMedia) }
    #expect(harness.view.emptyView?.title == "All posts here are hidden")
    #expect(harness.view.emptyView?.actions.first == .show(.withoutMedia))
  }

  @Test func `Posts in other languages are hidden, but not those without one`() async {
    func post(_ index: Int, in language: String?) -> Post {
      var post = self.post(index)
      post.details = PostDetails(language: language)
      return post
    }
    let harness = await harness([
      post(0, in: "en"), post(1, in: "pt"), post(2, in: nil), post(3, in: "EN-gb"), post(4, in: "de"),
    ])
    // Without languages, all are read.
    await harness.after { $0.toggle(.otherLanguages) }
    #expect(harness.view.texts.count == 5)
    await harness.after { $0.toggle(.otherLanguages) }
    harness.preferences.value.languages = ["en", "pt-br"]
    await harness.after { $0.toggle(.otherLanguages) }
    #expect(harness.view.texts == ["Post 0", "Post 1", "Post 2", "Post 3"])
    #expect(harness.view.status.hasSuffix("1 post in another language hidden · }"))
  }

  @Test func `Replies to the user, to the same author and by the user are shown`() async {
    let (grace, alan) = (Profile.fixture(), Profile(handle: "alan"))
    let posts = [
      reply(0, to: alan), reply(1, to: account.profile), reply(2, to: grace, by: grace),
      reply(3, to: alan, by: account.profile), reply(4, to: nil),
    ]
    let harness = await harness(posts)
    await harness.after { $0.toggle(.replies) }
    #expect(harness.view.texts == ["Reply 1", "Reply 2", "Reply 3"])
  }

  @Test func `The author of a loaded parent tells whose thread a reply belongs to`() async {
    var answer = reply(0, to: nil)
    answer.replyTo = PostID("p1")
    let harness = await harness([answer, post(1)])
    await harness.after { $0.toggle(.replies) }
    #expect(harness.view.texts == ["Reply 0", "Post 1"])
  }

  @Test func `Reposts by the user are shown, and a repost of a reply is a repost`() async {
    var entry = reply(1, to: Profile(handle: "alan"))
    entry.repost = Repost(by: Profile(handle: "bob"), at: .noon)
    let harness = await harness([repost(0, by: account.profile.handle), entry])
    await harness.after { $0.toggle(.replies) }
    #expect(harness.view.texts.count == 2)
    await harness.after { $0.toggle(.reposts) }
    #expect(harness.view.texts == ["Repost 0"])
  }

  @Test func `A number and a total count the same rows`() async {
    let posts = (0..<150).map { $0 % 10 == 9 ? repost($0) : post($0) }
    let harness = await harness(posts)
    #expect(harness.view.status.hasPrefix("1 of 150"))
    await harness.after { $0.toggle(.reposts) }
    // The number of reposts among the older posts is unknown.
    #expect(harness.view.status == "1 · all caught up · 6 reposts hidden · [")
    while harness.view.rows.count < 135 { await harness.select(harness.view.rows.count - 1) }
    await harness.select(0)
    #expect(harness.view.status == "1 of 135 · all caught up · 15 reposts hidden · [")
    await harness.select(134)
    #expect(harness.view.status == "135 of 135 · 15 reposts hidden · [")
    await harness.after { $0.toggle(.reposts) }
    #expect(harness.view.status.hasSuffix(" of 150"), "\(harness.view.status)")
  }

  @Test func `Filtered posts keep their own key`() async {
    var filtered = post(3)
    filtered.filterVerdict = .hide(title: "Spoilers")
    let harness = await harness([post(0), repost(1), filtered])
    await harness.after { $0.toggle(.reposts) }
    #expect(harness.view.status.hasSuffix("1 hidden · Z · 1 repost hidden · ["))
    #expect(harness.view.header.capabilities.showsHidden == false)
    await harness.after { $0.toggleHidden() }
    #expect(harness.view.status.contains(" · hidden posts shown · Z · "))
    #expect(harness.view.texts == ["Post 0", "Post 3"])
    #expect(harness.view.status.hasSuffix("1 repost hidden · ["))
  }

  @Test func `The choice belongs to one timeline and applies at the next launch`() async {
    let first = await harness(mixed)
    await first.after { $0.toggle(.reposts) }
    await first.after { $0.showNextTimeline() }
    #expect(first.view.texts.count == 5)
    let stored = session.load().accounts[account.id]?.options
    #expect(stored == [.home: TimelineOptions(hidden: [.reposts])])
    await first.after { $0.showPreviousTimeline() }
    await first.after { $0.viewWillDisappear() }
    let second = await harness(mixed)
    #expect(second.view.texts == ["Post 0", "Reply 3", "Post 4"])
    await second.after { $0.toggle(.reposts) }
    #expect(session.load().accounts[account.id]?.options == [:])
  }

  @Test func `If everything is hidden, the empty view names the keys`() async {
    let harness = await harness([repost(0), repost(1), reply(2, to: nil)])
    await harness.after { $0.toggle(.reposts) }
    await harness.after { $0.toggle(.replies) }
    #expect(harness.view.emptyView?.name == "all posts hidden")
    #expect(
      harness.view.emptyView?.sentences.first
        == "@ada@demo’s Home: 3 posts are hidden: 2 because you hide reposts here and 1 because you hide replies here.")
    #expect(harness.view.emptyView?.actions.prefix(2) == [.show(.reposts), .show(.replies)])
    #expect(harness.view.emptyView?.actions.contains(.showHidden) == false)
    await harness.after { $0.toggle(.replies) }
    #expect(harness.view.texts == ["Reply 2"])
  }

  @Test func `Older pages are loaded past hidden reposts`() async {
    let posts = (0..<600).map { $0 < 250 ? repost($0) : post($0) }
    let harness = await harness(posts)
    await harness.after { $0.toggle(.reposts) }
    for _ in 0..<5 where harness.view.emptyView != nil { await harness.after { $0.continueSearch() } }
    #expect(harness.view.texts.first == "Post 250")
    #expect(harness.view.status.contains("250 reposts hidden"))
  }

  @Test func `Hidden reposts are not unread, and the next unread post is a visible one`() async {
    let first = await harness((10..<20).map(post))
    await first.after { $0.toggle(.reposts) }
    await first.after { $0.viewWillDisappear() }
    let second = await harness([repost(1), post(2), repost(3), post(4)] + (10..<20).map(post))
    #expect(second.view.header.tabs[0].unreadCount == 2)
    await second.after { $0.showNextUnread() }
    #expect(second.view.selectedText == "Post 4")
    await second.after { $0.showNextUnread() }
    #expect(second.view.selectedText == "Post 2")
    #expect(second.view.header.tabs[0].unreadCount == 0)
  }

  @Test func `New reposts are neither shown nor counted`() async {
    let harness = await TimelineHarness([(.home, [post(5)])], session: session, sendsChanges: true).load()
    await harness.after { $0.toggle(.reposts) }
    #expect(harness.view.status.hasSuffix("reposts hidden · ["))
    harness.repository.notify(.inserted([repost(1)], in: .home))
    await harness.settle()
    #expect(harness.view.texts == ["Post 5"] && harness.view.header.tabs[0].unreadCount == 0)
    #expect(harness.view.status.hasSuffix("1 repost hidden · ["))
  }

  @Test func `A search finds hidden reposts`() async {
    let harness = await harness(mixed)
    await harness.after { $0.toggle(.reposts) }
    await harness.after {
      $0.beginSearch()
      $0.search("repost")
    }
    #expect(harness.view.texts == ["Repost 1", "Repost 2"])
    #expect(harness.view.header.capabilities.hiddenKinds == nil)
    await harness.after { $0.showNextMatch() }
    #expect(harness.view.selectedText == "Repost 2")
  }

  @Test func `Nothing can be hidden in Notifications`() async {
    let harness = await harness(mixed)
    await harness.after { $0.showTimeline(at: 2) }
    #expect(harness.view.header.capabilities.hiddenKinds == nil)
    await harness.after { $0.toggle(.reposts) }
    #expect(harness.options[.notifications] == TimelineOptions())
  }

  @Test func `Reposts of own posts, and of posts that the user reposted, are left out unless the setting shows them`()
    async
  {
    let own = Post.fixture(
      id: "own", author: account.profile, createdAt: .noon.minutesAgo(60), text: "Own",
      repost: Repost(by: Profile(handle: "bob"), at: .noon))
    var reposted = repost(1)
    reposted.viewer = ViewerState(isReposted: true)
    let harness = await harness([own, reposted, post(2)])
    #expect(harness.view.texts == ["Post 2"] && !harness.view.status.contains("hidden"))
    harness.preferences.value.showsRepostsOfOwnPosts = true
    await harness.after { $0.settingsDidChange() }
    #expect(harness.view.texts == ["Own", "Repost 1", "Post 2"])
  }
}
