import Domain
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Builds the screen and wires its parts.
@MainActor
public enum PostDetailAssembly {
  public static func make(dependencies: PostDetailDependencies, router: PostDetailRouter) -> any ViewController {
    let presenter = PostDetailPresenter(dependencies: dependencies, router: router)
    let viewController = PostDetailViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// What the screen of one post works with.
@MainActor
public struct PostDetailDependencies {
  let post: PostRef
  /// The post, where it is held already: it stands on the screen while the source is asked for its thread.
  let known: Post?
  /// The words that are marked: what was looked for when the post was found.
  let query: SearchQuery?
  let account: Account
  /// What can be opened of its posts.
  let reach: NavigationCapabilities
  /// The posts that the account's screens hold.
  let cache: PostCache
  /// Does what the person wants done with them.
  let actor: PostActionService
  /// Whether posts can be written in the account.
  let canWrite: Bool
  /// The warnings that have been lifted on the account's screens.
  let revealed: RevealedWarnings
  let loadThread: any LoadThreadUseCase
  /// In seconds, before a source is asked for what is old: what stands beside a list may be gone again at once.
  let rest: Double
  /// Shows the post's pictures; nil where there are none.
  let showPicture: (any ShowPictureUseCase)?
  /// What pictures are made of in this terminal, now.
  let pictureLook: () -> PictureLook
  let openLink: any OpenLinkUseCase
  let clipboard: any Clipboard
  /// The person's pager and editor.
  let programs: any TextPrograms
  /// Names the keys.
  let keymap: Observed<Keymap>
  /// How posts say when they were written.
  let time: Observed<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog

  public init(
    post: PostRef, known: Post? = nil, query: SearchQuery? = nil, account: Account,
    reach: NavigationCapabilities = NavigationCapabilities(), cache: PostCache, actor: PostActionService? = nil,
    canWrite: Bool = false,
    revealed: RevealedWarnings = RevealedWarnings(), loadThread: any LoadThreadUseCase, rest: Double = 0,
    showPicture: (any ShowPictureUseCase)? = nil, pictureLook: @escaping () -> PictureLook = { PictureLook() },
    openLink: any OpenLinkUseCase, clipboard: any Clipboard,
    programs: any TextPrograms = NoTextPrograms(), keymap: Observed<Keymap> = Observed(.standard),
    time: Observed<TimeStyle> = Observed(.ages), clock: any WallClock, runner: TaskRunner, log: any EventLog
  ) {
    self.post = post
    self.known = known
    self.query = query
    self.account = account
    self.reach = reach
    self.cache = cache
    self.actor = actor ?? PostActionService()
    self.canWrite = canWrite
    self.revealed = revealed
    self.loadThread = loadThread
    self.rest = rest
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
