import Domain
import Runtime
import TerminalKit

/// Builds the screen and wires its parts.
@MainActor
public enum PictureViewAssembly {
  public static func make(dependencies: PictureViewDependencies) -> any ViewController {
    let presenter = PictureViewPresenter(dependencies: dependencies)
    let viewController = PictureViewController(presenter: presenter)
    presenter.view = viewController
    return viewController
  }
}

/// What the screen of a post's pictures works with.
@MainActor
public struct PictureViewDependencies {
  let post: Post
  let account: Account
  let showPicture: any ShowPictureUseCase
  let playMedia: any PlayMediaUseCase
  /// What the person has set to play films and sounds, now: a program, then what it is told first.
  let player: () -> [String]
  /// Names the keys.
  let keymap: Observed<Keymap>
  /// What pictures are made of in this terminal, now.
  let look: () -> PictureLook
  let clock: any WallClock
  let runner: TaskRunner

  public init(
    post: Post, account: Account, showPicture: any ShowPictureUseCase, playMedia: any PlayMediaUseCase,
    player: @escaping () -> [String], keymap: Observed<Keymap> = Observed(.standard),
    look: @escaping () -> PictureLook, clock: any WallClock, runner: TaskRunner
  ) {
    self.post = post
    self.account = account
    self.showPicture = showPicture
    self.playMedia = playMedia
    self.player = player
    self.keymap = keymap
    self.look = look
    self.clock = clock
    self.runner = runner
  }
}
