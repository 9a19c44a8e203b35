import Domain
import Foundation
import PostCell
import Runtime
import Synchronization
import TerminalKit
import TestSupport
import Testing

@testable import ScreenSupport

/// Pictures that are stored or at a server. Loading takes time on a virtual clock.
private final class StubShowPicture: ShowPictureUseCase {
  struct State {
    var stored: Set<String>
    var failure: PictureFailure?
    var drawn: [String] = []
    var fetched: [String] = []
    var cancelled = 0
    var running = 0
    var maxRunning = 0
  }

  let state: Mutex<State>
  private let clock: VirtualClock

  init(stored: Set<String>, clock: VirtualClock) {
    state = Mutex(State(stored: stored))
    self.clock = clock
  }

  func callAsFunction(
    _ picture: PostPicture, _ request: PictureRequest
  ) async throws(PictureFailure) -> DrawnPicture? {
    let url = picture.media.url ?? ""
    guard state.withLock({ $0.stored.contains(url) }) else { return nil }
    try await work()
    let failure = state.withLock { state in
      state.drawn.append(url)
      return state.failure
    }
    if let failure { throw failure }
    let cell = DrawnPicture.Cell(character: "█", foreground: 0xFF0000)
    return DrawnPicture(
      width: request.width, height: request.height,
      cells: Array(repeating: cell, count: request.width * request.height), pixels: PixelSize(width: 4, height: 4))
  }

  func isStored(_ picture: PostPicture) async -> Bool {
    state.withLock { $0.stored.contains(picture.media.url ?? "") }
  }

  func host(of picture: PostPicture) -> String? { "files.example" }

  func fetch(_ picture: PostPicture) async throws(PictureFailure) {
    try await work()
    let failure = state.withLock { state in
      state.fetched.append(picture.media.url ?? "")
      if state.failure == nil { state.stored.insert(picture.media.url ?? "") }
      return state.failure
    }
    if let failure { throw failure }
  }

  private func work() async throws(PictureFailure) {
    state.withLock { state in
      state.running += 1
      state.maxRunning = max(state.maxRunning, state.running)
    }
    defer { state.withLock { $0.running -= 1 } }
    do {
      try await clock.sleep(seconds: 1)
    } catch {
      state.withLock { $0.cancelled += 1 }
      throw .cancelled
    }
  }
}

@MainActor
private final class PicturesHarness: PostPicturesObserver {
  static let size = Size(width: 6, height: 3)

  let clock = VirtualClock(now: .noon)
  let runner = TaskRunner()
  let fetching: Observed<PictureFetching>
  let avatars = Observed(false)
  let show: StubShowPicture
  let pictures: PostPictures
  private(set) var redraws = 0
  private(set) var changed: [Set<PostRef>?] = []
  private let account = Account.fixture().id

  init(
    _ fetching: PictureFetching, stored: Set<String> = [], hasPixels: Bool = true, delay: Double? = nil,
    maxBytes: Int? = nil
  ) {
    self.fetching = Observed(fetching)
    show = StubShowPicture(stored: stored, clock: clock)
    let pixels = PicturePixels(cell: PixelSize(width: 10, height: 20), colors: nil, background: 0)
    pictures = PostPictures(
      fetching: self.fetching, avatars: avatars, style: { PictureStyle(pixels: hasPixels ? pixels : nil) },
      clock: clock, runner: runner, delay: delay, maxBytes: maxBytes)
    pictures.source = { [show] _ in show }
    pictures.add(self)
  }

  var state: StubShowPicture.State { show.state.withLock { $0 } }

  func post(_ urls: String..., warning: String? = nil, isSensitive: Bool = false) -> Post {
    var post = Post.fixture(
      id: urls.joined(), warning: warning,
      media: urls.map { Media(kind: .image, url: $0, isSensitive: isSensitive) })
    post.ref.account = account
    return post
  }

  /// The numbers of the pictures that a list draws, after it is known which ones are stored.
  func drawn(_ post: Post) async -> [Int] {
    _ = pictures.pictures(of: post)
    await clock.settle(runner)
    return pictures.pictures(of: post).map(\.number)
  }

  /// Shows pictures as a list does, and lets time pass.
  func show(_ urls: [String], for owner: AnyObject? = nil, seconds: Double) async {
    let visible = urls.flatMap { post($0).pictures }.map { (picture: $0, size: Self.size) }
    pictures.show(visible, for: owner ?? self) { [weak self] in self?.redraws += 1 }
    await clock.advance(by: seconds, runner)
  }

  func content(_ url: String) -> PictureContent {
    post(url).pictures.first.map { pictures.content(of: $0, size: Self.size) } ?? .waiting("")
  }

  func isShown(_ url: String) -> Bool { if case .image = content(url) { true } else { false } }

  func picturesDidChange(of posts: Set<PostRef>?) { changed.append(posts) }

  /// A post with two custom emoji, by an author with an emoji in the name and an avatar.
  func expressivePost(_ text: String = "Tea :cup: or :blobcat:?") -> Post {
    var post = Post.fixture(
      id: "1", author: Profile(handle: "ada", name: "Ada :star:"), text: text)
    post.ref.account = account
    post.emojis = ["cup", "blobcat"].compactMap { CustomEmoji(shortcode: $0, url: "https://files.example/\($0).png") }
    post.author?.images = ProfileImages(
      avatar: "avatar",
      emojis: [CustomEmoji(shortcode: "star", url: "https://files.example/star.png")].compactMap(\.self))
    return post
  }

  /// Shows the emoji of a post as a list does, and lets time pass.
  func showEmojis(of post: Post, seconds: Double) async {
    let visible = pictures.emojis(of: post).map { (picture: $0, size: InlineImage.size) }
    pictures.show(visible, for: self) { [weak self] in self?.redraws += 1 }
    await clock.advance(by: seconds, runner)
  }

  /// The shortcodes that are drawn as images: of the text, and of the name.
  func loaded(_ post: Post) -> [String] {
    let images = pictures.images(of: post)
    return ["cup", "blobcat"].filter { images.emojis[$0] != nil } + ["star"].filter { images.nameEmojis[$0] != nil }
  }
}

@MainActor @Suite struct PostPicturesTests {
  @Test func `Without permission, a list draws the stored pictures and downloads none`() async {
    let harness = PicturesHarness(.ask, stored: ["b"])
    #expect(harness.pictures.pictures(of: harness.post("a", "b")).isEmpty)
    #expect(await harness.drawn(harness.post("a", "b")) == [1])
    #expect(harness.changed == [[harness.post("a", "b").ref]])
    await harness.show(["a", "b"], seconds: 5)
    #expect(harness.state.fetched.isEmpty && harness.isShown("b"))
  }

  @Test func `With automatic downloads, all pictures have a space, and those on the screen are downloaded`() async {
    let harness = PicturesHarness(.auto)
    #expect(harness.pictures.pictures(of: harness.post("a", "b")).map(\.number) == [0, 1])
    #expect(await harness.drawn(harness.post("a", "b")) == [0, 1])
    #expect(harness.state.fetched.isEmpty)
    await harness.show(["a"], seconds: 0.5)
    #expect(harness.content("a") == .waiting("Downloading the picture…"))
    await harness.show(["a"], seconds: 5)
    #expect(harness.state.fetched == ["a"] && harness.isShown("a"))
  }

  @Test func `Downloads that are turned off leave descriptions only`() async {
    let harness = PicturesHarness(.never, stored: ["a"])
    #expect(await harness.drawn(harness.post("a", "b")).isEmpty)
    harness.fetching.value = .ask
    #expect(await harness.drawn(harness.post("a", "b")) == [0])
  }

  @Test func `Sensitive pictures are drawn only below a content warning`() async {
    let harness = PicturesHarness(.auto, stored: ["a"])
    #expect(await harness.drawn(harness.post("a", isSensitive: true)).isEmpty)
    #expect(await harness.drawn(harness.post("a", warning: "Spiders", isSensitive: true)) == [0])
  }

  @Test func `Nothing is loaded while the user scrolls`() async {
    let harness = PicturesHarness(.auto, stored: ["a", "b", "c"])
    for url in ["a", "b", "c"] { await harness.show([url], seconds: 0.05) }
    #expect(harness.state.maxRunning == 0)
    await harness.show(["c"], seconds: 2)
    #expect(harness.state.drawn == ["c"] && harness.redraws > 0)
  }

  @Test func `A few pictures are loaded at once, from top to bottom`() async {
    let urls = (0..<9).map { "picture \($0)" }
    let harness = PicturesHarness(.auto, stored: Set(urls))
    await harness.show(urls, seconds: 1.2)
    #expect(harness.state.running == 3 && harness.state.drawn.sorted() == Array(urls[0..<3]))
    await harness.show(urls, seconds: 5)
    #expect(harness.state.maxRunning == 3 && urls.allSatisfy(harness.isShown))
  }

  @Test func `Pictures that scroll away are cancelled`() async {
    let harness = PicturesHarness(.auto)
    await harness.show(["a", "b"], seconds: 0.5)
    await harness.show(["b"], seconds: 0.1)
    #expect(harness.state.cancelled == 1 && harness.content("a") == .waiting(""))
    await harness.show(["b"], seconds: 5)
    #expect(harness.state.fetched == ["b"] && harness.isShown("b"))
  }

  @Test func `Leaving the screen cancels all loads, unless another screen shows the picture`() async {
    let (harness, other) = (PicturesHarness(.auto), PostCellOwner())
    await harness.show(["a", "b"], seconds: 0.5)
    await harness.show(["b"], for: other, seconds: 0)
    harness.pictures.hide(from: harness)
    await harness.clock.settle(harness.runner)
    #expect(harness.state.cancelled == 1)
    await harness.clock.advance(by: 5, harness.runner)
    #expect(harness.state.fetched == ["b"])
  }

  @Test func `A failure leaves its reason, and a failed download is repeated after a minute`() async {
    let harness = PicturesHarness(.auto)
    harness.show.state.withLock { $0.failure = .notFetched(.offline(host: "files.example")) }
    await harness.show(["a"], seconds: 5)
    guard case .failure(let reason) = harness.content("a") else {
      Issue.record("no failure")
      return
    }
    #expect(reason.hasPrefix("This picture could not be downloaded"))
    #expect(await harness.drawn(harness.post("a")) == [0])
    harness.show.state.withLock { $0.failure = nil }
    await harness.show([], seconds: 1)
    await harness.show(["a"], seconds: 5)
    #expect(harness.state.fetched.count == 1)
    await harness.show([], seconds: 60)
    await harness.show(["a"], seconds: 5)
    #expect(harness.state.fetched.count == 2 && harness.isShown("a"))
  }

  @Test func `A damaged picture is not loaded again`() async {
    let harness = PicturesHarness(.ask, stored: ["a"])
    harness.show.state.withLock { $0.failure = .damaged("") }
    await harness.show(["a"], seconds: 5)
    await harness.show([], seconds: 600)
    await harness.show(["a"], seconds: 5)
    #expect(harness.state.drawn == ["a"])
    #expect(harness.content("a") == .failure(PictureFailure.damaged("").sentence))
  }

  @Test func `A picture that is no longer stored loses its space`() async {
    let harness = PicturesHarness(.ask, stored: ["a"])
    #expect(await harness.drawn(harness.post("a")) == [0])
    harness.show.state.withLock { $0.stored = [] }
    await harness.show(["a"], seconds: 5)
    #expect(await harness.drawn(harness.post("a")).isEmpty)
    harness.show.state.withLock { $0.stored = ["a"] }
    harness.post("a").pictures.forEach(harness.pictures.didStore)
    #expect(await harness.drawn(harness.post("a")) == [0])
    #expect(harness.changed.count == 3)
  }

  @Test func `Without a delay, pictures are loaded at once`() async {
    let harness = PicturesHarness(.ask, stored: ["a"], delay: 0)
    await harness.show(["a"], seconds: 0)
    #expect(harness.state.running == 1)
    await harness.show(["a"], seconds: 1)
    #expect(harness.isShown("a"))
  }

  @Test func `Custom emoji are drawn once they are loaded, and announced together`() async {
    let harness = PicturesHarness(.auto)
    let post = harness.expressivePost()
    #expect(harness.loaded(post).isEmpty && harness.pictures.emojis(of: post).count == 3)
    await harness.showEmojis(of: post, seconds: 5)
    #expect(harness.loaded(post) == ["cup", "blobcat", "star"])
    #expect(harness.state.fetched.count == 3 && harness.changed == [nil])
    // Another post with the same emoji shares them.
    var other = harness.expressivePost()
    other.ref.id = PostID("2")
    #expect(harness.loaded(other) == ["cup", "blobcat", "star"])
  }

  @Test func `Without permission, the stored custom emoji are drawn`() async {
    let harness = PicturesHarness(.ask, stored: ["https://files.example/cup.png"])
    let post = harness.expressivePost()
    await harness.showEmojis(of: post, seconds: 1)
    #expect(harness.changed == [nil])
    await harness.showEmojis(of: post, seconds: 5)
    #expect(harness.loaded(post) == ["cup"] && harness.state.fetched.isEmpty)
    harness.fetching.value = .never
    #expect(harness.loaded(post).isEmpty && harness.pictures.emojis(of: post).isEmpty)
  }

  @Test func `Terminals without pixels draw neither custom emoji nor avatars`() async {
    let harness = PicturesHarness(.auto, hasPixels: false)
    harness.avatars.value = true
    let post = harness.expressivePost()
    await harness.showEmojis(of: post, seconds: 5)
    #expect(harness.loaded(post).isEmpty && harness.state.fetched.isEmpty)
    #expect(!harness.pictures.hasAvatars && !harness.pictures.images(of: post).hasAvatar)
  }

  @Test func `Only emoji that a post names are loaded`() async {
    let harness = PicturesHarness(.auto)
    #expect(harness.pictures.emojis(of: harness.expressivePost("Tea :cup:")).count == 2)
    #expect(harness.pictures.emojis(of: harness.expressivePost("Tea at 10:30:15")).count == 1)
  }

  @Test func `Avatars have a space in comfortable cells where they are turned on`() throws {
    let harness = PicturesHarness(.auto)
    let post = harness.expressivePost()
    #expect(!harness.pictures.images(of: post).hasAvatar)
    harness.avatars.value = true
    #expect(harness.pictures.images(of: post).hasAvatar)
    #expect(!harness.pictures.images(of: post, in: .compact).hasAvatar)
    let author = try #require(post.author)
    #expect(harness.pictures.avatar(of: author, in: post.ref.account)?.media.url == "avatar")
    harness.fetching.value = .never
    #expect(!harness.pictures.hasAvatars && harness.pictures.avatar(of: author, in: post.ref.account) == nil)
  }

  @Test func `Pictures in memory are limited`() async {
    let urls = (0..<4).map { "picture \($0)" }
    let harness = PicturesHarness(.ask, stored: Set(urls), maxBytes: 1)
    for url in urls { await harness.show([url], seconds: 5) }
    #expect(urls.map(harness.isShown) == [false, false, false, true])
  }
}

private final class PostCellOwner {}
