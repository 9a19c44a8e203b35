import Domain
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Builds the screen and wires its parts.
@MainActor
public enum ServerSearchAssembly {
  /// Builds the screen of a notification's people.
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

/// What the screen of a server's matches works with.
@MainActor
public struct ServerSearchDependencies {
  /// Its text is what the server is asked for; its words are marked.
  let query: SearchQuery
  /// The server, for people.
  let host: String
  /// Who reads.
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
  let searchServer: any SearchServerUseCase
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
  /// The people of a notification, listed in place of matches; nil for a search.
  var listed: ListedPeople?

  public init(
    query: SearchQuery, host: String, account: Account, reach: NavigationCapabilities, cache: PostCache,
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
    self.reach = reach
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

/// The people of a notification that is about no post. No server is asked for them.
public struct ListedPeople: Hashable, Sendable {
  /// “Ada and 2 others follow you”.
  let title: String
  let people: [Profile]
  /// How many more people there are whom the server does not name.
  let unnamed: Int

  public init(of notification: PostNotification) {
    title = notification.words(isAboutPost: false)
    people = notification.people
    unnamed = max(0, notification.count - notification.people.count)
  }
}
