import Domain
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import tern

@Suite struct LoginRunTests {
  private let said = Said()
  private let browser = SpyLinkOpener()

  private func run(_ server: FakeServer, typing lines: [String], hasBrowser: Bool = true, isClosed: Bool = true)
    -> LoginRun
  {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    for line in lines { continuation.yield(line) }
    if isClosed { continuation.finish() }
    return LoginRun(
      servers: SignInToServer(servers: server), openLink: hasBrowser ? OpenLink(opener: browser) : nil,
      clock: VirtualClock(now: .noon), say: { [said] in said.add($0) }, lines: { stream })
  }

  private func stop(_ run: LoginRun) async -> LoginRun.Stop? {
    do throws(LoginRun.Stop) {
      _ = try await run.signIn(at: "timeline.example")
      return nil
    } catch {
      return error
    }
  }

  @Test func `The address is said with what Tern asks to be allowed, and a code opens the account`() async throws {
    let server = FakeServer(hasBrowserAddress: false)
    let account = try await run(server, typing: ["", " good \r"]).signIn(at: "timeline.example")
    #expect(account == .ada)
    #expect(said.text.hasPrefix(SignInScope.sentence + "\n"))
    #expect(said.text.contains("\n  https://timeline.example/code\n"))
    #expect(browser.opened == ["https://timeline.example/code"])
    #expect(server.events == ["begin timeline.example", "code good"])
  }

  @Test func `Over ssh no browser is opened`() async throws {
    _ = try await run(FakeServer(), typing: ["good"], hasBrowser: false).signIn(at: "timeline.example")
    #expect(browser.opened.isEmpty)
    #expect(said.text.contains("on whatever machine you like"))
  }

  @Test func `The browser opens the account while nobody types`() async throws {
    let server = FakeServer(inBrowser: .success(.ada))
    #expect(try await run(server, typing: [], isClosed: false).signIn(at: "timeline.example") == .ada)
    #expect(browser.opened == ["https://timeline.example/browser"])
    // A standard input that has ended is no reason to stop waiting for the browser.
    #expect(try await run(FakeServer(inBrowser: .success(.ada)), typing: []).signIn(at: "timeline.example") == .ada)
  }

  @Test func `A wrong code is said to be wrong, and the next one is taken`() async throws {
    let server = FakeServer(hasBrowserAddress: false)
    _ = try await run(server, typing: ["bad", "a\u{1B}b", "good"]).signIn(at: "timeline.example")
    #expect(said.text.ranges(of: "does not take this code").count == 2)
    // What can be no code is not sent.
    #expect(server.events == ["begin timeline.example", "code bad", "code good"])
  }

  @Test func `Where no code comes nobody is signed in, and the server is told`() async {
    let server = FakeServer(hasBrowserAddress: false)
    #expect(await stop(run(server, typing: ["bad"])) == .noCode)
    #expect(server.events.last == "given up")
  }

  @Test func `A no ends it at once`() async {
    let no = ServerSignInError.refused(host: "timeline.example", answer: "denied")
    let server = FakeServer(inBrowser: .failure(no))
    #expect(await stop(run(server, typing: [], isClosed: false)) == .refused(no))
    #expect(server.events.last == "given up")
    let none = FakeServer(begins: .invalidServer("x"))
    #expect(await stop(run(none, typing: [])) == .refused(.invalidServer("x")))
    #expect(none.events == ["begin timeline.example"])
  }

  @Test func `Whoever stops it ends both waits`() async {
    let server = FakeServer()
    let run = run(server, typing: [], isClosed: false)
    let waiting = Task { await stop(run) }
    while !said.text.contains("Paste it here") { await Task.yield() }
    waiting.cancel()
    #expect(await waiting.value == .refused(.cancelled))
    #expect(server.events.last == "given up")
  }

  @Test(arguments: [
    (ServerSignInError.invalidServer("x"), CommandFailure.Status.usage), (.wrongToken(host: "h"), .notAllowed),
    (.refused(host: "h", answer: ""), .notAllowed), (.noConsentPage(host: "h"), .unavailable),
    (.unavailable(.offline(host: "h")), .unavailable), (.cancelled, .unavailable),
    (.credentials(CredentialError(place: "p", reason: "r")), .notAllowed),
  ]) func `Each reason has its exit status`(error: ServerSignInError, status: CommandFailure.Status) {
    #expect(CommandFailure(error, now: .noon).status == status)
  }

  @Test func `A token on the command line is refused, and not repeated`() throws {
    #expect(throws: Never.self) { try LoginCommand.parse(["timeline.example", "--token", "-", "--no-browser"]) }
    for value in ["opens-it", "--opens-it", ""] {
      do {
        _ = try LoginCommand.parse(["timeline.example", "--token", value])
        Issue.record("\(value) is taken")
      } catch {
        let message = LoginCommand.fullMessage(for: error)
        #expect(message.contains("what stands on the command line, others can see"))
        #expect(!message.contains("opens-it"))
      }
    }
  }

  @Test func `What could not be taken back at the server is said`() {
    let failure = LogoutText.failure(.offline(host: "timeline.example"), .ada)
    #expect(failure.status == .unavailable)
    #expect(failure.message.contains("timeline.example may still take it (timeline.example: does not answer)"))
    #expect(LogoutText.done(.ada, forgets: true) == "@ada@timeline.example is signed out, and its posts are gone\n")
  }

  @Test func `A sync says a line an account, and has the status of the worst`() async throws {
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
        @ada@timeline.example\th: the session of @ada has ended; sign in again in tern
        @ada@timeline.example\th: does not answer
        @ada@timeline.example\t2,000 posts new

        """)
    #expect(try await SyncCommand.sync([], FakeSync(results: [.success(0)])) { _ in true } == nil)
  }

  @Test func `A sync says why not all was sent, once`() async throws {
    let silent = TimelineError.offline(host: "h")
    let long = String(repeating: "long ", count: 100)
    let accounts = [
      SyncedAccount(account: .ada, newPosts: .success(1), sent: 1, waiting: 2, sendingFailure: silent),
      SyncedAccount(account: .ada, newPosts: .failure(silent), waiting: 1, sendingFailure: silent),
      SyncedAccount(account: .ada, newPosts: .success(0), asking: 1),
    ]
    var lines = ""
    let worst = try await SyncCommand.sync([], FakeSync(accounts)) { line in
      lines += line
      return true
    }
    #expect(worst == .unavailable)
    #expect(
      lines == """
        @ada@timeline.example\t1 post new, 1 sent, 2 wait; h: does not answer
        @ada@timeline.example\th: does not answer, 1 waits
        @ada@timeline.example\t0 posts new, 1 asks you something: D in tern

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
    #expect(lines.hasSuffix("…, 3 wait\n"))
  }

  @Test func `A sync that nobody hears asks all accounts all the same`() async throws {
    let results: [Result<Int, TimelineError>] = [.success(1), .success(2), .failure(.offline(host: "h"))]
    var said = 0
    let worst = try await SyncCommand.sync([], FakeSync(results: results)) { _ in
      said += 1
      return false
    }
    #expect(worst == .unavailable && said == 1)
    let full = CommandFailure(.outputError, "cannot write")
    let failure = await #expect(throws: CommandFailure.self) {
      try await SyncCommand.sync([], FakeSync(results: results)) { _ throws(CommandFailure) in throw full }
    }
    #expect(failure?.status == .outputError)
  }
}

private final class Said: Sendable {
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

/// Takes the code “good”. A browser for which there is no answer never comes back.
private final class FakeServer: ServerSignInRepository {
  private let begins: ServerSignInError?
  private let hasBrowserAddress: Bool
  private let inBrowser: Result<Account, ServerSignInError>?
  private let heard = Mutex<[String]>([])

  init(
    begins: ServerSignInError? = nil, hasBrowserAddress: Bool = true,
    inBrowser: Result<Account, ServerSignInError>? = nil
  ) {
    self.begins = begins
    self.hasBrowserAddress = hasBrowserAddress
    self.inBrowser = inBrowser
  }

  var events: [String] { heard.withLock { $0 } }

  private func note(_ event: String) { heard.withLock { $0.append(event) } }

  func begin(at server: String) async throws(ServerSignInError) -> ServerSignIn {
    note("begin \(server)")
    if let begins { throw begins }
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

  func finish(_ signIn: ServerSignIn, code: Secret) async throws(ServerSignInError) -> Account {
    note("code \(code.revealed)")
    guard code.revealed == "good" else { throw .wrongCode(host: signIn.host) }
    return .ada
  }

  func signIn(at server: String, token: Secret) async throws(ServerSignInError) -> Account { .ada }

  func giveUp(_ signIn: ServerSignIn) async { note("given up") }

  func signOut(of account: AccountID, forgetsPosts: Bool) async throws(ServerSignInError) -> TimelineError? { nil }
}

extension Account {
  fileprivate static let ada = Account(
    id: .mastodon("ada@timeline.example"), profile: Profile(handle: "ada@timeline.example", name: "Ada"),
    origin: .server(ServerOrigin(host: "timeline.example", address: "https://timeline.example")))
}
