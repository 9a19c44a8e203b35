import Domain
import Runtime
import ScreenSupport
import TerminalKit

/// Builds the picture screen and connects its components.
@MainActor
public enum PictureViewAssembly {
  public static func make(dependencies: PictureViewDependencies) -> any ViewController {
    let presenter = PictureViewPresenter(dependencies: dependencies)
    let viewController = PictureViewController(presenter: presenter)
    presenter.view = viewController
    return viewController
  }
}

@MainActor
public struct PictureViewDependencies {
  let post: Post
  let account: Account
  let showPicture: any ShowPictureUseCase
  let playMedia: PlayMedia
  /// The current player from the settings: a program and its first arguments. Empty if none is set.
  let player: () -> [String]
  /// The key bindings, for hints.
  let keymap: Observed<Keymap>
  /// The current style of pictures in this terminal.
  let style: () -> PictureStyle
  /// The pictures in lists, which show the downloaded ones.
  let pictures: PostPictures
  let clock: any WallClock
  let runner: TaskRunner

  public init(
    post: Post, account: Account, showPicture: any ShowPictureUseCase, playMedia: PlayMedia,
    player: @escaping () -> [String], keymap: Observed<Keymap> = Observed(.standard),
    style: @escaping () -> PictureStyle, pictures: PostPictures, clock: any WallClock, runner: TaskRunner
  ) {
    self.post = post
    self.account = account
    self.showPicture = showPicture
    self.playMedia = playMedia
    self.player = player
    self.keymap = keymap
    self.style = style
    self.pictures = pictures
    self.clock = clock
    self.runner = runner
  }
}
