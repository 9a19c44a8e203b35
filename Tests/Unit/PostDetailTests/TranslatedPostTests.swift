import Domain
import PostCell
import ScreenSupport
import TestSupport
import Testing
import TimelineCore

@testable import PostDetail

/// Translations by the server, and replies from the author's server.
@MainActor @Suite struct TranslatedPostTests {
  private let server = StubServerFeatures()

  private func harness(_ post: Post) async -> PostDetailHarness {
    let harness = PostDetailHarness(.init(result: .success(PostThread(post: post))), features: server)
    await harness.open()
    return harness
  }

  private func foreign(_ visibility: Visibility? = .public) -> Post {
    var post = Post.fixture(
      text: "Guten Tag", url: "https://far.example/@grace/1", warning: "Gruß",
      poll: Poll(options: [.init(title: "Ja")], isClosed: false), visibility: visibility)
    post.author = Profile(handle: "grace@far.example")
    post.details = PostDetails(language: "de")
    return post
  }

  private func cell(_ harness: PostDetailHarness) -> PostCellViewModel? {
    (harness.view.thread?.rows ?? []).first?.post
  }

  @Test func `the translation is shown with its origin, and the original text again`() async throws {
    server.change {
      $0.translation = PostTranslation(
        text: PostText([.text("Good day")]), warning: "Greeting", pollOptions: ["Yes"], sourceLanguage: "de",
        provider: "DeepL")
    }
    let harness = await harness(foreign())
    #expect(
      harness.presenter.availability(at: 0).translation == .init(isShown: false, language: "German", isForeign: true))
    harness.presenter.perform(.translate, at: 0)
    await harness.settle()
    let shown = try #require(cell(harness))
    #expect(shown.text.map(\.text) == ["Good day"] && shown.warning?.text == "Warning: Greeting")
    #expect(shown.poll.map(\.title) == ["Yes"])
    #expect(shown.translation == "Translated from German by DeepL · aT shows the original")
    #expect(harness.presenter.availability(at: 0).translation?.isShown == true)
    harness.presenter.perform(.translate, at: 0)
    #expect(cell(harness)?.text.map(\.text) == ["Guten Tag"] && cell(harness)?.translation == nil)
    #expect(server.requests == ["translation 1"])
  }

  @Test func `a refused translation is explained and changes nothing`() async {
    server.change { $0.failure = .refused(host: "near.example", message: "Not possible") }
    let harness = await harness(foreign())
    harness.presenter.perform(.translate, at: 0)
    await harness.settle()
    #expect(cell(harness)?.text.map(\.text) == ["Guten Tag"])
    #expect(harness.announcements.last == "Not translated: near.example says “Not possible”.")
  }

  @Test func `private posts, and servers without translations, do not offer it`() async {
    let harness = await harness(foreign(.followers))
    #expect(harness.presenter.availability(at: 0).translation == nil)
    server.change { $0.features.remove(.translation) }
    #expect(await self.harness(foreign()).presenter.availability(at: 0).translation == nil)
  }

  @Test func `fetched replies are added with the host they come from`() async throws {
    let post = foreign()
    let harness = await harness(post)
    #expect(harness.presenter.canFetchReplies)
    var thread = PostThread(post: post)
    _ = thread.insert(reply: .fixture(id: "2", text: "More", replyTo: "1"))
    server.change {
      $0.completed = CompletedThread(
        thread: thread, host: "far.example", added: [PostID("2")], unavailable: 1, remaining: 3)
    }
    harness.presenter.fetchReplies()
    await harness.settle()
    #expect((harness.view.thread?.rows ?? []).last?.post?.remarks.contains("from far.example") == true)
    #expect(
      harness.view.notice?.text
        == "1 post added from far.example · 1 could not be fetched · 3 more: F fetches more")
    harness.presenter.reload()
    await harness.settle()
    #expect((harness.view.thread?.rows ?? []).count == 2)
  }

  @Test func `a server that does not show its threads is named`() async {
    let harness = await harness(foreign())
    server.change { $0.failure = .unsupported(host: "far.example") }
    harness.presenter.fetchReplies()
    await harness.settle()
    #expect(harness.view.notice?.text == "far.example does not show its threads to Tern.")
  }

  @Test func `nothing can be fetched for posts of the own server and for private posts`() async {
    #expect(await !harness(foreign(.direct)).presenter.canFetchReplies)
    var own = foreign()
    own.author = Profile(handle: "grace")
    #expect(await !harness(own).presenter.canFetchReplies)
  }
}
