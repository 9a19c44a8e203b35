import Domain
import PostCell
import Runtime
import TerminalKit

/// The small picture below the opened post: its first one, if it is in the local cache. It is never downloaded.
@MainActor
final class PostPreview {
  /// The size in cells. A narrower row has no picture.
  private static let width = 40
  private static let height = 8
  /// The delay in seconds before loading. A post next to a list is often replaced at once.
  private static let delay = 0.2

  private let showPicture: any ShowPictureUseCase
  private let style: () -> PictureStyle
  private let clock: any WallClock
  private let runner: TaskRunner
  private var shown: (picture: PostPicture, style: PictureStyle)?
  private var work: Task<Void, Never>?

  init(
    _ showPicture: any ShowPictureUseCase, style: @escaping () -> PictureStyle, clock: any WallClock, runner: TaskRunner
  ) {
    self.showPicture = showPicture
    self.style = style
    self.clock = clock
    self.runner = runner
  }

  deinit { work?.cancel() }

  /// Cancels loading. The same picture can be loaded again afterwards.
  func stop() {
    work?.cancel()
    (work, shown) = (nil, nil)
  }

  /// Loads the picture of a post, unless it is loaded or loading.
  /// - Parameter show: Called with the picture.
  func load(for post: Post, show: @escaping @MainActor (CellImage) -> Void) {
    let style = style()
    guard let picture = post.pictures.first(where: { $0.media.kind == .image }),
      shown?.picture != picture || shown?.style != style
    else { return }
    shown = (picture, style)
    work?.cancel()
    work = runner.start(for: self) { [showPicture, clock] in
      guard (try? await clock.sleep(seconds: Self.delay)) != nil, !Task.isCancelled else { return }
      let request = PictureRequest(width: Self.width, height: Self.height, style: style)
      // Errors are shown when the user opens the picture.
      guard let drawn = try? await showPicture(picture, request), !Task.isCancelled else { return }
      CellImage(drawn).map(show)
    }
  }
}
