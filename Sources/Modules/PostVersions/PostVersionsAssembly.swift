import Domain
import Runtime
import TerminalKit

/// Builds the screen of a post's versions and connects its components.
@MainActor
public enum PostVersionsAssembly {
  public static func make(dependencies: PostVersionsDependencies, router: PostVersionsRouter) -> any ViewController {
    let presenter = PostVersionsPresenter(dependencies: dependencies, router: router)
    let viewController = PostVersionsViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// The dependencies of the screen of a post's versions.
@MainActor
public struct PostVersionsDependencies {
  /// The current version as far as it is known.
  let post: Post
  let account: Account
  let loadVersions: any LoadVersionsUseCase
  let openLink: any OpenLinkUseCase
  let clipboard: any Clipboard
  /// The key bindings, for hints.
  let keymap: Observed<Keymap>
  /// The style of times.
  let time: Observed<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    post: Post, account: Account, loadVersions: any LoadVersionsUseCase, openLink: any OpenLinkUseCase,
    clipboard: any Clipboard, keymap: Observed<Keymap> = Observed(.standard),
    time: Observed<TimeStyle> = Observed(.ages),
    clock: any WallClock, runner: TaskRunner, log: any EventLog
  ) {
    self.post = post
    self.account = account
    self.loadVersions = loadVersions
    self.openLink = openLink
    self.clipboard = clipboard
    self.keymap = keymap
    self.time = time
    self.clock = clock
    self.runner = runner
    self.log = log
  }
}
