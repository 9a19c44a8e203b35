import Domain
import PostCell
import Runtime
import TerminalKit

/// A small picture of the post that was opened: the first that it carries, where that is kept on this machine. Nobody is
/// asked for it.
@MainActor
final class PostPreview {
  /// In cells. A row that is narrower has none.
  private static let width = 40
  private static let height = 8
  /// In seconds: what stands beside a list may be gone again at once.
  private static let rest = 0.2

  private let showPicture: any ShowPictureUseCase
  private let look: () -> PictureLook
  private let clock: any WallClock
  private let runner: TaskRunner
  private var shown: (picture: PostPicture, look: PictureLook)?
  private var work: Task<Void, Never>?

  init(
    _ showPicture: any ShowPictureUseCase, look: @escaping () -> PictureLook, clock: any WallClock, runner: TaskRunner
  ) {
    self.showPicture = showPicture
    self.look = look
    self.clock = clock
    self.runner = runner
  }

  deinit { work?.cancel() }

  /// Nothing is asked for any more; what was may be asked for anew.
  func stop() {
    work?.cancel()
    (work, shown) = (nil, nil)
  }

  /// Asks for the picture of a post, unless it has been.
  /// - Parameter show: is told of it when it is there.
  func load(for post: Post, show: @escaping @MainActor (CellImage) -> Void) {
    let look = look()
    guard let picture = post.pictures.first(where: { $0.media.kind == .image }),
      shown?.picture != picture || shown?.look != look
    else { return }
    shown = (picture, look)
    work?.cancel()
    work = runner.start(for: self) { [showPicture, clock] in
      guard (try? await clock.sleep(seconds: Self.rest)) != nil, !Task.isCancelled else { return }
      let request = PictureRequest(width: Self.width, height: Self.height, look: look)
      // Why there is none is said where one asks for it.
      guard let drawn = try? await showPicture(picture, request), !Task.isCancelled else { return }
      CellImage(drawn).map(show)
    }
  }
}
