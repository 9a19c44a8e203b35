import Domain
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Creates the module: presenter, view controller and router.
@MainActor
public enum ServerSearchAssembly {
  /// Creates the screen of the people in a notification.
  public static func make(
    listing people: ListedPeople, dependencies: ServerSearchDependencies, router: ServerSearchRouter
  ) -> any ViewController {
    var dependencies = dependencies
    dependencies.listed = people
    return make(dependencies: dependencies, router: router)
  }

  public static func make(dependencies: ServerSearchDependencies, router: ServerSearchRouter) -> any ViewController {
    let presenter = ServerSearchPresenter(dependencies: dependencies, router: router)
    let viewController = ServerSearchViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

/// The dependencies of the results of a server search.
@MainActor
public struct ServerSearchDependencies {
  /// The query sent to the server. Its words are highlighted.
  let query: SearchQuery
  /// The host, for display.
  let host: String
  /// The account of the user.
  let account: Account
  /// Which screens can be opened from its posts.
  let navigation: NavigationCapabilities
  /// The posts shown on the screens of the account.
  let cache: PostCache
  /// Performs actions on them.
  let actor: PostActionService
  /// Whether posts can be written in the account.
  let canWrite: Bool
  /// The content warnings revealed on the screens of the account.
  let revealed: RevealedWarnings
  let searchServer: any SearchServerUseCase
  let openLink: any OpenLinkUseCase
  let clipboard: any Clipboard
  /// The user's pager and editor.
  let programs: any TextPrograms
  let keymap: Observed<Keymap>
  let time: Observed<TimeStyle>
  let clock: any WallClock
  let runner: TaskRunner
  let log: any EventLog
  /// The people of a notification, listed instead of matches; nil for a search.
  var listed: ListedPeople?

  public init(
    query: SearchQuery, host: String, account: Account, navigation: NavigationCapabilities, cache: PostCache,
    actor: PostActionService? = nil,
    canWrite: Bool = false,
    revealed: RevealedWarnings = RevealedWarnings(), searchServer: any SearchServerUseCase,
    openLink: any OpenLinkUseCase, clipboard: any Clipboard, programs: any TextPrograms = NoTextPrograms(),
    keymap: Observed<Keymap> = Observed(.standard), time: Observed<TimeStyle> = Observed(.ages), clock: any WallClock,
    runner: TaskRunner, log: any EventLog
  ) {
    self.query = query
    self.host = host
    self.account = account
    self.navigation = navigation
    self.cache = cache
    self.actor = actor ?? PostActionService()
    self.canWrite = canWrite
    self.revealed = revealed
    self.searchServer = searchServer
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

/// The people of a notification without a post. No request is made for them.
public struct ListedPeople: Hashable, Sendable {
  /// “Ada and 2 others follow you”.
  let title: String
  let people: [Profile]
  /// The number of people that the server does not name.
  let unnamed: Int

  public init(of notification: PostNotification) {
    title = notification.words(isAboutPost: false)
    people = notification.people
    unnamed = max(0, notification.count - notification.people.count)
  }
}
