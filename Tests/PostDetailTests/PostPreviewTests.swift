import Domain
import Foundation
import Synchronization
import TerminalKit
import TestSupport
import Testing

@testable import PostDetail

/// The small picture below the post that was opened.
@MainActor @Suite struct PostPreviewTests {
  /// Has the picture of one address.
  private final class StubShowPicture: ShowPictureUseCase {
    let asked = Mutex<[String]>([])

    func callAsFunction(
      _ picture: PostPicture, _ request: PictureRequest
    ) async throws(PictureFailure) -> DrawnPicture? {
      asked.withLock { $0.append(picture.media.url ?? "") }
      guard picture.media.url == "https://files.example/kept" else { return nil }
      let cells = Array(repeating: DrawnPicture.Cell(character: "█", foreground: 0xFF0000), count: request.width * 2)
      return DrawnPicture(
        width: request.width, height: 2, cells: cells, pixels: PixelSize(width: 4, height: 4))
    }

    func host(of picture: PostPicture) -> String? { "files.example" }
    func fetch(_ picture: PostPicture) async throws(PictureFailure) { asked.withLock { $0.append("fetched") } }
  }

  private func bench(_ media: [Media], warning: String? = nil) async -> (PostDetailHarness, StubShowPicture) {
    let post = Post.fixture(warning: warning, media: media)
    let bench = PostDetailHarness(.init(result: .success(PostThread(post: post))), known: post)
    let show = StubShowPicture()
    bench.showPicture = show
    await bench.open()
    return (bench, show)
  }

  private func rows(_ bench: PostDetailHarness) -> [PostDetailRow] { bench.view.thread?.rows ?? [] }

  @Test func `The first picture that is kept stands below its post after a moment`() async {
    let (bench, show) = await bench([Media(kind: .image, url: "https://files.example/kept")])
    #expect(rows(bench).first?.preview == nil)
    #expect(show.asked.withLock { $0.isEmpty })
    await bench.pass(seconds: 0.3)
    #expect(rows(bench).first?.preview?.size == Size(width: 40, height: 2))
    // Asked once, whatever is shown anew.
    bench.presenter.reload()
    await bench.pass(seconds: 1)
    #expect(show.asked.withLock { $0 } == ["https://files.example/kept"])
    #expect(rows(bench).first?.preview != nil)
  }

  @Test func `Nobody is asked for one that is not kept, and films have none`() async {
    let (bench, show) = await bench([
      Media(kind: .video, url: "https://files.example/kept"), Media(kind: .image, url: "https://files.example/other"),
    ])
    await bench.pass(seconds: 1)
    #expect(rows(bench).first?.preview == nil)
    #expect(show.asked.withLock { $0 } == ["https://files.example/other"])
  }

  @Test func `A warning hides it`() async {
    let (bench, _) = await bench([Media(kind: .image, url: "https://files.example/kept")], warning: "Spiders")
    await bench.pass(seconds: 1)
    #expect(rows(bench).first?.image == nil)
    bench.presenter.toggleWarning(at: 0)
    #expect(rows(bench).first?.image != nil)
  }

  @Test func `Whoever leaves at once has none made`() async {
    let (bench, show) = await bench([Media(kind: .image, url: "https://files.example/kept")])
    bench.presenter.viewWillDisappear()
    await bench.pass(seconds: 1)
    #expect(show.asked.withLock { $0.isEmpty })
  }
}
