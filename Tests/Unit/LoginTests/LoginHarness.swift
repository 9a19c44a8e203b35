import Domain
import Foundation
import Runtime
import TerminalKit
import TestSupport

@testable import Login

/// The presenter with spies and stubs, on a virtual clock.
@MainActor
final class LoginHarness {
  let clock: VirtualClock
  let runner = TaskRunner()
  let view = SpyLoginView()
  let router = SpyLoginRouter()
  let log = SpyEventLog()
  let signIn: StubSignIn
  let server: StubServer?
  let browser: SpyLinkOpener
  let clipboard = SpyClipboard()
  let dependencies: LoginDependencies
  let presenter: LoginPresenter

  init(
    accounts: [StubListAccounts.Answer] = [.success(.fixtures)], takes seconds: Double = 0,
    signIn answer: Result<Account, SignInError>? = nil, signInTakes signInSeconds: Double = 0,
    currentAccount: AccountID? = nil, signInHandle: String? = nil, suggestsImport: Bool = false,
    server: ((VirtualClock) -> StubServer)? = nil, hasBrowser: Bool = true, browserError: LinkError? = nil,
    signInServer: String? = nil
  ) {
    clock = VirtualClock(now: .noon)
    signIn = StubSignIn(answer, clock: clock, seconds: signInSeconds)
    let server = server?(clock)
    self.server = server
    browser = SpyLinkOpener(error: browserError)
    let openLink = hasBrowser ? OpenLink(opener: browser) : nil
    let servers = server.map { [clipboard] in
      ServerSignInDependencies(signIn: $0, openLink: openLink, clipboard: clipboard)
    }
    dependencies = LoginDependencies(
      listAccounts: StubListAccounts(accounts, clock: clock, seconds: seconds), signIn: signIn, clock: clock,
      runner: runner, log: log, servers: servers, currentAccount: currentAccount, signInHandle: signInHandle,
      signInServer: signInServer,
      suggestsImport: { suggestsImport })
    presenter = LoginPresenter(dependencies: dependencies, router: router)
    presenter.view = view
  }

  /// Loads the list and discards the events so far.
  func open() async {
    presenter.viewDidLoad()
    await settle()
    view.discardEvents()
  }

  /// Returns when all tasks wait for the clock.
  func settle() async { await clock.settle(runner) }

  func pass(seconds: Double) async {
    clock.advance(to: clock.now.addingTimeInterval(seconds))
    await settle()
  }
}

/// Tests that drive the screen in a navigator: keys as input, text as output.
@MainActor
protocol LoginScreenSuite {
  var navigator: Navigator { get }
}

extension LoginScreenSuite {
  func open(_ harness: LoginHarness) async {
    let viewController = LoginViewController(presenter: harness.presenter)
    harness.presenter.view = viewController
    navigator.setRoot(viewController)
    await harness.settle()
    _ = screen()
  }

  func type(_ text: String) {
    for character in text { navigator.handle(.character(character)) }
  }

  func screen(_ width: Int = 80, _ height: Int = 24) -> String {
    navigator.draw(size: Size(width: width, height: height)).text
  }
}

extension [ListedAccount] {
  /// Ada’s account needs no password, Ali’s does, and Rip is signed in.
  static var fixtures: [ListedAccount] {
    [
      ListedAccount(account: .fixture(note: "A full timeline."), isReady: true),
      ListedAccount(account: .ali, isReady: false),
      ListedAccount(account: .fixture(handle: "rip@demo", name: "Rip", access: .password), isReady: true),
    ]
  }
}

extension Account {
  static let ali = Account.fixture(handle: "ali@demo", name: "Ali Baba", access: .password)
}
