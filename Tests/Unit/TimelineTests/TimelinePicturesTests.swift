import Domain
import Foundation
import PostCell
import Runtime
import ScreenSupport
import TerminalKit
import TestSupport
import Testing

@testable import Timeline

/// Pictures below posts of the list.
@MainActor @Suite struct TimelinePicturesTests {
  /// Pictures. Those named “stored” are on this computer.
  private struct StubShowPicture: ShowPictureUseCase {
    func callAsFunction(
      _ picture: PostPicture, _ request: PictureRequest
    ) async throws(PictureFailure) -> DrawnPicture? {
      guard await isStored(picture) else { return nil }
      let cell = DrawnPicture.Cell(character: "█", foreground: 0xFF0000)
      return DrawnPicture(
        width: request.width, height: request.height,
        cells: Array(repeating: cell, count: request.width * request.height), pixels: PixelSize(width: 4, height: 4))
    }

    func isStored(_ picture: PostPicture) async -> Bool { picture.media.url == "https://files.example/stored" }
    func host(of picture: PostPicture) -> String? { "files.example" }
    func fetch(_ picture: PostPicture) async throws(PictureFailure) { throw .noAddress }
  }

  private func harness(_ fetching: PictureFetching) async -> (TimelineHarness, TimelineViewController) {
    let account = Account.fixture()
    let posts = ["stored", "remote"].map { name in
      var post = Post.fixture(
        id: name,
        media: [
          Media(
            kind: .image, url: "https://files.example/\(name)", description: "the \(name) one",
            size: PixelSize(width: 240, height: 160))
        ])
      post.ref.account = account.id
      return post
    }
    let harness = TimelineHarness([(kind: .home, posts: posts)], account: account)
    harness.pictures.fetching.value = fetching
    harness.pictures.source = { _ in StubShowPicture() }
    let view = TimelineViewController(presenter: harness.presenter)
    harness.presenter.view = view
    await harness.after { $0.viewDidLoad() }
    return (harness, view)
  }

  private func draw(_ view: TimelineViewController, height: Int = 30) -> Canvas {
    var canvas = Canvas(size: Size(width: 80, height: height))
    view.draw(on: &canvas, in: canvas.bounds)
    return canvas
  }

  private func row(_ text: String, in canvas: Canvas) -> Int? { canvas.lines.firstIndex { $0.contains(text) } }
  private func cells(_ canvas: Canvas) -> Int { canvas.cells.count { $0.pictureColors != nil } }

  @Test func `A stored picture is drawn above its description, and no row moves when it arrives`() async throws {
    let (harness, view) = await harness(.ask)
    let before = draw(view)
    #expect(cells(before) == 0)
    await harness.clock.advance(by: 1, harness.runner)
    let after = draw(view)
    // Half of the 27 lines that header and rules leave of 30.
    #expect(cells(after) == 13 * 39)
    #expect(row("the stored one", in: before) == 15 && row("the stored one", in: after) == 15)
    #expect(row("the remote one", in: after) == 19)
  }

  @Test func `With automatic downloads, a failed one leaves description and reason`() async {
    let (harness, view) = await harness(.auto)
    _ = draw(view)
    await harness.clock.advance(by: 1, harness.runner)
    let canvas = draw(view)
    #expect(row("This picture is not stored", in: canvas) == 19 && row("the remote one", in: canvas) == nil)
  }

  @Test func `Without downloads there are only descriptions, also after a change of the setting`() async {
    let (harness, view) = await harness(.never)
    #expect(row("the stored one", in: draw(view)) == 2)
    harness.pictures.fetching.value = .ask
    await harness.after { $0.settingsDidChange() }
    #expect(row("the stored one", in: draw(view)) == 15)
  }

  @Test func `The keys that download pictures are named once, until they were explained`() async {
    let (harness, view) = await harness(.ask)
    await harness.clock.advance(by: 1, harness.runner)
    let hint = "m to view, :fetch-pictures auto to download all"
    #expect(draw(view).lines.filter { $0.contains(hint) } == [draw(view).lines[19]])
    #expect(row("the remote one", in: draw(view)) == 19)
    await harness.after { _ in harness.pictures.didExplainFetching() }
    #expect(row(hint, in: draw(view)) == nil && row("the remote one", in: draw(view)) == 19)
  }

  @Test func `Dense lists have no pictures`() async {
    let (harness, view) = await harness(.ask)
    await harness.after { $0.changeDensity() }
    await harness.clock.advance(by: 1, harness.runner)
    #expect(cells(draw(view)) == 0)
  }

  @Test func `A notice does not change the height of pictures`() async {
    let (_, view) = await harness(.ask)
    let canvas = draw(view)
    var other = Canvas(size: canvas.size)
    view.draw(on: &other, in: canvas.bounds.inset(bottom: 1))
    #expect(row("the stored one", in: other) == row("the stored one", in: canvas))
  }
}
