import Domain
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Builds the screen of a post and connects its components.
@MainActor
public enum PostDetailAssembly {
  public static func make(dependencies: PostDetailDependencies, router: PostDetailRouter) -> any ViewController {
    let presenter = PostDetailPresenter(dependencies: dependencies, router: router)
    let viewController = PostDetailViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// The dependencies of the screen of a post.
@MainActor
public struct PostDetailDependencies {
  let post: PostRef
  /// The post, if it is loaded already. It is shown while its thread loads.
  let known: Post?
  /// The search that found the post. Its matches are highlighted.
  let query: SearchQuery?
  let account: Account
  /// The screens that the source supports.
  let navigation: NavigationCapabilities
  /// The posts of all screens of the account.
  let cache: PostCache
  /// Performs the user's actions on posts.
  let actor: PostActionService
  /// Whether posts can be written in the account.
  let canWrite: Bool
  /// The revealed content warnings on all screens of the account.
  let revealed: RevealedWarnings
  let loadThread: any LoadThreadUseCase
  /// The delay in seconds before a stale thread is reloaded. A thread next to a list is often replaced at once.
  let reloadDelay: Double
  /// Loads the post's pictures; nil if the source has none.
  let showPicture: (any ShowPictureUseCase)?
  /// The current style of pictures in this terminal.
  let pictureLook: () -> PictureStyle
  let openLink: any OpenLinkUseCase
  let clipboard: any Clipboard
  /// The user's pager and editor.
  let programs: any TextPrograms
  /// The key bindings, for hints.
  let keymap: Observed<Keymap>
  /// The style of times.
  let time: Observed<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    post: PostRef, known: Post? = nil, query: SearchQuery? = nil, account: Account,
    navigation: NavigationCapabilities = NavigationCapabilities(), cache: PostCache, actor: PostActionService? = nil,
    canWrite: Bool = false,
    revealed: RevealedWarnings = RevealedWarnings(), loadThread: any LoadThreadUseCase, reloadDelay: Double = 0,
    showPicture: (any ShowPictureUseCase)? = nil, pictureLook: @escaping () -> PictureStyle = { PictureStyle() },
    openLink: any OpenLinkUseCase, clipboard: any Clipboard,
    programs: any TextPrograms = NoTextPrograms(), keymap: Observed<Keymap> = Observed(.standard),
    time: Observed<TimeStyle> = Observed(.ages), clock: any WallClock, runner: TaskRunner, log: any EventLog
  ) {
    self.post = post
    self.known = known
    self.query = query
    self.account = account
    self.navigation = navigation
    self.cache = cache
    self.actor = actor ?? PostActionService()
    self.canWrite = canWrite
    self.revealed = revealed
    self.loadThread = loadThread
    self.reloadDelay = reloadDelay
    self.showPicture = showPicture
    self.pictureLook = pictureLook
    self.openLink = openLink
    self.clipboard = clipboard
    self.programs = programs
    self.keymap = keymap
    self.time = time
    self.clock = clock
    self.runner = runner
    self.log = log
  }
}
