import Domain
import Foundation
import Synchronization
import TerminalKit
import TestSupport
import Testing

@testable import PostDetail

/// The small picture below the opened post.
@MainActor @Suite struct PostPreviewTests {
  /// Has one picture in its cache.
  private final class StubShowPicture: ShowPictureUseCase {
    let requestedURLs = Mutex<[String]>([])

    func callAsFunction(
      _ picture: PostPicture, _ request: PictureRequest
    ) async throws(PictureFailure) -> DrawnPicture? {
      requestedURLs.withLock { $0.append(picture.media.url ?? "") }
      guard picture.media.url == "https://files.example/kept" else { return nil }
      let cells = Array(repeating: DrawnPicture.Cell(character: "█", foreground: 0xFF0000), count: request.width * 2)
      return DrawnPicture(
        width: request.width, height: 2, cells: cells, pixels: PixelSize(width: 4, height: 4))
    }

    func host(of picture: PostPicture) -> String? { "files.example" }
    func fetch(_ picture: PostPicture) async throws(PictureFailure) { requestedURLs.withLock { $0.append("fetched") } }
  }

  private func harness(_ media: [Media], warning: String? = nil) async -> (PostDetailHarness, StubShowPicture) {
    let post = Post.fixture(warning: warning, media: media)
    let harness = PostDetailHarness(.init(result: .success(PostThread(post: post))), known: post)
    let show = StubShowPicture()
    harness.showPicture = show
    await harness.open()
    return (harness, show)
  }

  private func rows(_ harness: PostDetailHarness) -> [PostDetailRow] { harness.view.thread?.rows ?? [] }

  @Test func `The first cached picture is shown after a moment`() async {
    let (harness, show) = await harness([Media(kind: .image, url: "https://files.example/kept")])
    #expect(rows(harness).first?.preview == nil)
    #expect(show.requestedURLs.withLock { $0.isEmpty })
    await harness.pass(seconds: 0.3)
    #expect(rows(harness).first?.preview?.size == Size(width: 40, height: 2))
    // It is loaded only once.
    harness.presenter.reload()
    await harness.pass(seconds: 1)
    #expect(show.requestedURLs.withLock { $0 } == ["https://files.example/kept"])
    #expect(rows(harness).first?.preview != nil)
  }

  @Test func `Pictures that are not cached are not downloaded, and videos have none`() async {
    let (harness, show) = await harness([
      Media(kind: .video, url: "https://files.example/kept"), Media(kind: .image, url: "https://files.example/other"),
    ])
    await harness.pass(seconds: 1)
    #expect(rows(harness).first?.preview == nil)
    #expect(show.requestedURLs.withLock { $0 } == ["https://files.example/other"])
  }

  @Test func `A warning hides the picture`() async {
    let (harness, _) = await harness([Media(kind: .image, url: "https://files.example/kept")], warning: "Spiders")
    await harness.pass(seconds: 1)
    #expect(rows(harness).first?.image == nil)
    harness.presenter.toggleWarning(at: 0)
    #expect(rows(harness).first?.image != nil)
  }

  @Test func `Leaving at once loads no picture`() async {
    let (harness, show) = await harness([Media(kind: .image, url: "https://files.example/kept")])
    harness.presenter.viewWillDisappear()
    await harness.pass(seconds: 1)
    #expect(show.requestedURLs.withLock { $0.isEmpty })
  }
}
