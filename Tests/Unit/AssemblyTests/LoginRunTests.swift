import Domain
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import tern

@Suite struct LoginRunTests {
  private let printed = PrintedText()
  private let browser = SpyLinkOpener()

  private func run(_ server: FakeServer, typing lines: [String], hasBrowser: Bool = true, isClosed: Bool = true)
    -> LoginRun
  {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    for line in lines { continuation.yield(line) }
    if isClosed { continuation.finish() }
    return LoginRun(
      servers: SignInToServer(servers: server), openLink: hasBrowser ? OpenLink(opener: browser) : nil,
      clock: VirtualClock(now: .noon), printMessage: { [printed] in printed.add($0) }, lines: { stream })
  }

  @Test(arguments: [
    (["DISPLAY": ":0"], true), (["WAYLAND_DISPLAY": "wayland-0"], true), (["BROWSER": "w3m"], true), ([:], false),
    (["DISPLAY": ""], false), (["DISPLAY": ":0", "SSH_CONNECTION": "::1 1 ::1 22"], false),
  ])
  func `A browser opens only where the user sees it`(variables: [String: String], hasBrowser: Bool) {
    #expect(Environment.hasBrowser(variables) == hasBrowser)
  }

  private func stop(_ run: LoginRun) async -> LoginRun.Stop? {
    do throws(LoginRun.Stop) {
      _ = try await run.signIn(at: "timeline.example")
      return nil
    } catch {
      return error
    }
  }

  @Test func `Prints the scope and the address, and a code opens the account`() async throws {
    let server = FakeServer(hasBrowserAddress: false)
    let account = try await run(server, typing: ["", " good \r"]).signIn(at: "timeline.example")
    #expect(account == .ada)
    #expect(printed.text.hasPrefix(SignInScope.sentence + "\n"))
    #expect(printed.text.contains("\n  https://timeline.example/code\n"))
    #expect(browser.opened == ["https://timeline.example/code"])
    #expect(server.events == ["begin timeline.example", "code good"])
  }

  @Test func `No browser is opened over SSH`() async throws {
    _ = try await run(FakeServer(), typing: ["good"], hasBrowser: false).signIn(at: "timeline.example")
    #expect(browser.opened.isEmpty)
    #expect(printed.text.contains("in a browser on any device"))
  }

  @Test func `The browser opens the account without a typed code`() async throws {
    let server = FakeServer(inBrowser: .success(.ada))
    #expect(try await run(server, typing: [], isClosed: false).signIn(at: "timeline.example") == .ada)
    #expect(browser.opened == ["https://timeline.example/browser"])
    // The browser is still awaited after standard input has ended.
    #expect(try await run(FakeServer(inBrowser: .success(.ada)), typing: []).signIn(at: "timeline.example") == .ada)
  }

  @Test func `A wrong code is reported and the next one read`() async throws {
    let server = FakeServer(hasBrowserAddress: false)
    _ = try await run(server, typing: ["bad", "a\u{1B}b", "good"]).signIn(at: "timeline.example")
    #expect(printed.text.ranges(of: "rejected the code").count == 2)
    // Text that cannot be a code is not sent.
    #expect(server.events == ["begin timeline.example", "code bad", "code good"])
  }

  @Test func `Signing in is cancelled at the server if no code is typed`() async {
    let server = FakeServer(hasBrowserAddress: false)
    #expect(await stop(run(server, typing: ["bad"])) == .noCode)
    #expect(server.events.last == "cancelled")
  }

  @Test func `A refusal ends signing in at once`() async {
    let no = ServerSignInError.refused(host: "timeline.example", answer: "denied")
    let server = FakeServer(inBrowser: .failure(no))
    #expect(await stop(run(server, typing: [], isClosed: false)) == .refused(no))
    #expect(server.events.last == "cancelled")
    let none = FakeServer(startError: .invalidServer("x"))
    #expect(await stop(run(none, typing: [])) == .refused(.invalidServer("x")))
    #expect(none.events == ["begin timeline.example"])
  }

  @Test func `Cancellation ends both waits`() async {
    let server = FakeServer()
    let run = run(server, typing: [], isClosed: false)
    let waiting = Task { await stop(run) }
    await waitUntil("the code is asked for") { printed.text.contains("Paste the code") }
    waiting.cancel()
    #expect(await waiting.value == .refused(.cancelled))
    #expect(server.events.last == "cancelled")
  }

  @Test(arguments: [
    (ServerSignInError.invalidServer("x"), CommandFailure.Status.usage), (.wrongToken(host: "h"), .notAllowed),
    (.refused(host: "h", answer: ""), .notAllowed), (.noConsentPage(host: "h"), .unavailable),
    (.unavailable(.offline(host: "h")), .unavailable), (.cancelled, .unavailable),
    (.credentials(CredentialError(location: "p", reason: "r")), .notAllowed),
  ]) func `Each error has its exit status`(error: ServerSignInError, status: CommandFailure.Status) {
    #expect(CommandFailure(error, now: .noon).status == status)
  }

  @Test func `A token on the command line is refused and not printed`() throws {
    #expect(throws: Never.self) { try LoginCommand.parse(["timeline.example", "--token", "-", "--no-browser"]) }
    for value in ["opens-it", "--opens-it", ""] {
      do {
        _ = try LoginCommand.parse(["timeline.example", "--token", value])
        Issue.record("\(value) was accepted")
      } catch {
        let message = LoginCommand.fullMessage(for: error)
        #expect(message.contains("other users can see the command line"))
        #expect(!message.contains("opens-it"))
      }
    }
  }

  @Test func `Logout reports a token that could not be revoked`() {
    let failure = LogoutText.failure(.offline(host: "timeline.example"), .ada)
    #expect(failure.status == .unavailable)
    #expect(failure.message.contains("timeline.example may still accept it (timeline.example: does not respond)"))
    #expect(
      LogoutText.done(.ada, forgets: true) == "@ada@timeline.example is signed out; its posts have been removed\n")
  }

  @Test func `Sync prints a line per account and returns the worst status`() async throws {
    let results: [Result<Int, TimelineError>] = [
      .success(1), .failure(.sessionExpired(handle: "ada", host: "h")), .failure(.offline(host: "h")), .success(2_000),
    ]
    var lines = ""
    let worst = try await SyncCommand.sync([], FakeSync(results: results)) { line in
      lines += line
      return true
    }
    #expect(worst == .notAllowed)
    #expect(
      lines == """
        @ada@timeline.example\t1 post new
        @ada@timeline.example\th: the session of @ada has expired; sign in again in tern
        @ada@timeline.example\th: does not respond
        @ada@timeline.example\t2,000 posts new

        """)
    #expect(try await SyncCommand.sync([], FakeSync(results: [.success(0)])) { _ in true } == nil)
  }

  @Test func `Sync reports once why posts were not sent`() async throws {
    let silent = TimelineError.offline(host: "h")
    let long = String(repeating: "long ", count: 100)
    let accounts = [
      SyncedAccount(account: .ada, newPosts: .success(1), sent: 1, waiting: 2, sendingFailure: silent),
      SyncedAccount(account: .ada, newPosts: .failure(silent), waiting: 1, sendingFailure: silent),
      SyncedAccount(account: .ada, newPosts: .success(0), unconfirmed: 1),
    ]
    var lines = ""
    let worst = try await SyncCommand.sync([], FakeSync(accounts)) { line in
      lines += line
      return true
    }
    #expect(worst == .unavailable)
    #expect(
      lines == """
        @ada@timeline.example\t1 post new, 1 sent, 2 waiting; h: does not respond
        @ada@timeline.example\th: does not respond, 1 waiting
        @ada@timeline.example\t0 posts new, 1 needs a decision: press D in tern

        """)
    let refused = [SyncedAccount(account: .ada, newPosts: .failure(silent), refused: 1)]
    #expect(try await SyncCommand.sync([], FakeSync(refused)) { _ in true } == .notAllowed)
    let talkative = [
      SyncedAccount(account: .ada, newPosts: .failure(.serverError(host: "h", message: long)), waiting: 3)
    ]
    lines = ""
    _ = try await SyncCommand.sync([], FakeSync(talkative)) { line in
      lines += line
      return true
    }
    #expect(lines.hasSuffix("…, 3 waiting\n"))
  }

  @Test func `Sync continues after standard output is closed`() async throws {
    let results: [Result<Int, TimelineError>] = [.success(1), .success(2), .failure(.offline(host: "h"))]
    var lineCount = 0
    let worst = try await SyncCommand.sync([], FakeSync(results: results)) { _ in
      lineCount += 1
      return false
    }
    #expect(worst == .unavailable && lineCount == 1)
    let full = CommandFailure(.outputError, "cannot write")
    let failure = await #expect(throws: CommandFailure.self) {
      try await SyncCommand.sync([], FakeSync(results: results)) { _ throws(CommandFailure) in throw full }
    }
    #expect(failure?.status == .outputError)
  }
}

private final class PrintedText: Sendable {
  private let pieces = Mutex("")

  var text: String { pieces.withLock { $0 } }
  func add(_ piece: String) { pieces.withLock { $0 += piece } }
}

private struct FakeSync: SyncAccountsUseCase {
  private let synced: [SyncedAccount]

  init(_ synced: [SyncedAccount]) { self.synced = synced }

  init(results: [Result<Int, TimelineError>]) {
    self.init(results.map { SyncedAccount(account: .ada, newPosts: $0) })
  }

  func callAsFunction(_ accounts: [Account]) -> AsyncStream<SyncedAccount> {
    AsyncStream { continuation in
      for account in synced { continuation.yield(account) }
      continuation.finish()
    }
  }
}

/// A server that accepts the code “good”. Without a result for the browser, the browser never returns.
private final class FakeServer: ServerSignInRepository {
  private let startError: ServerSignInError?
  private let hasBrowserAddress: Bool
  private let inBrowser: Result<Account, ServerSignInError>?
  private let recorded = Mutex<[String]>([])

  init(
    startError: ServerSignInError? = nil, hasBrowserAddress: Bool = true,
    inBrowser: Result<Account, ServerSignInError>? = nil
  ) {
    self.startError = startError
    self.hasBrowserAddress = hasBrowserAddress
    self.inBrowser = inBrowser
  }

  var events: [String] { recorded.withLock { $0 } }

  private func record(_ event: String) { recorded.withLock { $0.append(event) } }

  func beginSignIn(at server: String) async throws(ServerSignInError) -> ServerSignIn {
    record("begin \(server)")
    if let startError { throw startError }
    return ServerSignIn(
      id: "1", host: "timeline.example", browserAddress: hasBrowserAddress ? "https://timeline.example/browser" : nil,
      codeAddress: "https://timeline.example/code")
  }

  func finishInBrowser(_ signIn: ServerSignIn) async throws(ServerSignInError) -> Account {
    if let inBrowser { return try inBrowser.get() }
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    continuation.finish()
    throw .cancelled
  }

  func finishSignIn(_ signIn: ServerSignIn, code: Secret) async throws(ServerSignInError) -> Account {
    record("code \(code.revealed)")
    guard code.revealed == "good" else { throw .wrongCode(host: signIn.host) }
    return .ada
  }

  func signIn(at server: String, token: Secret) async throws(ServerSignInError) -> Account { .ada }

  func cancel(_ signIn: ServerSignIn) async { record("cancelled") }

  func signOut(of account: AccountID, removesPosts: Bool) async throws(ServerSignInError) -> TimelineError? { nil }
}

extension Account {
  fileprivate static let ada = Account(
    id: .mastodon("ada@timeline.example"), profile: Profile(handle: "ada@timeline.example", name: "Ada"),
    origin: .server(ServerOrigin(host: "timeline.example", address: "https://timeline.example")))
}
