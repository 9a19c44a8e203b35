import Credentials
import Domain
import FolderSupport
import Foundation
import Mastodon
import Network
import NetworkSupport
import Runtime
import ServerSession
import Settings
import Store
import Synchronization
import TestSupport
import Testing

@testable import tern

/// An account at a scripted server that takes over what another one has. Waiting takes no time.
struct MoveHarness {
  static let host = "new.example"

  let clock = VirtualClock(now: .noon)
  let transport: ScriptedTransport
  let folder: TemporaryFolder
  let services: ServerServices
  let account: Account
  let messages = Messages()

  /// The messages to the user while Tern waits.
  final class Messages: Sendable {
    private let state = Mutex<[String]>([])
    var all: [String] { state.withLock(\.self) }
    func add(_ message: String) { state.withLock { $0.append(message) } }
  }

  /// Advances the virtual clock instead of sleeping.
  private struct SkippingClock: WallClock {
    let base: VirtualClock
    var now: Date { base.now }
    func sleep(seconds: Double) async throws(CancellationError) { base.advance(to: now.addingTimeInterval(seconds)) }
  }

  init() async throws {
    let (clock, folder) = (clock, TemporaryFolder())
    let transport = ScriptedTransport(clock: clock)
    let store = PostStore(directory: folder.path)
    let id = AccountID.mastodon("ada@new.example")
    account = Account(
      id: id, profile: Profile(id: "1", handle: "ada@new.example", name: "Ada"),
      origin: .server(ServerOrigin(host: Self.host, address: "https://new.example")))
    let credentials = CredentialFile(directory: folder.path)
    try await credentials.store(Secret("t0k3n-of-ada"), of: id)
    try await SQLiteServerAccounts(store: store).add(account)
    services = ServerServices(
      store: store,
      ports: ServerServices.ExternalPorts(
        transport: transport, credentials: credentials,
        signIn: { accounts in
          MastodonSignIn(
            transport: transport, clock: clock, credentials: credentials, accounts: accounts,
            listener: LoopbackRedirects())
        }, random: { 0.5 }, stop: {}),
      settings: UserSettings(), policy: .onRequest, clock: clock)
    services.sources.add(account)
    (self.transport, self.folder) = (transport, folder)
    transport.on(
      .get, "/api/v2/instance", response: .json(#"{"domain": "new.example", "api_versions": {"mastodon": 7}}"#))
    transport.on(
      .get, "/api/v1/accounts/verify_credentials", response: .json(#"{"id": "1", "acct": "ada", "username": "ada"}"#))
  }

  var source: Source? { services.sources.source(of: account.id) }

  private var waiting: RateLimitWait {
    RateLimitWait(clock: SkippingClock(base: clock)) { [messages] in messages.add($0) }
  }

  func run() throws -> MoveRun {
    MoveRun(ActionRun(account: account, services: services), source: try #require(source), waiting: waiting)
  }

  func export(_ files: Set<AccountFile> = Set(AccountFile.allCases)) async throws -> AccountData {
    try await AccountExport(account, #require(source), waiting: waiting).data(of: files)
  }

  /// Adds an account that the server knows.
  func add(_ handle: String, id: String, _ relationship: String = #""following": true"#) {
    transport.on(
      .get, "/api/v1/accounts/lookup", query: ["acct": handle],
      response: .json(#"{"id": "\#(id)", "acct": "\#(handle)", "username": "x"}"#))
    transport.on(
      .get, "/api/v1/accounts/relationships", query: ["id[]": id],
      response: .json(#"[{"id": "\#(id)", \#(relationship)}]"#))
  }

  /// The requests that change something, with their bodies.
  var changes: [String] {
    transport.requests.filter { $0.method != .get }.map { request in
      [request.method.rawValue, request.url.path, String(decoding: request.body, as: UTF8.self)]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// Carries out a step.
  /// - Returns: a description of the completed step, or the message of the failure.
  func perform(_ step: MovePlan.Step) async throws -> String { try await perform(step, by: run()) }

  func perform(_ step: MovePlan.Step, by run: MoveRun) async -> String {
    do throws(CommandFailure) {
      return try await run.perform(step)
    } catch {
      return "failed: \(error.message)"
    }
  }
}
