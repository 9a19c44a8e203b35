import Domain
import Foundation
import Mastodon
import Network
import Runtime
import SimulatedServer
import Store
import TestSupport

@testable import Mastodon
@testable import tern

/// The environment of a walk: a server, and the data stored between starts.
@MainActor
final class WalkWorld {
  static let origin = "https://walk.example"
  static let account = AccountID.mastodon("ada@walk.example")

  static let reader = Account(
    id: account, profile: Profile(id: "1", handle: "ada@walk.example", name: "Ada"),
    origin: .server(ServerOrigin(host: "walk.example", address: origin)))

  let server: SimulatedTransport
  let drafts: WatchedDrafts
  private let credentials = MemoryCredentials()
  private let folder: String

  init(clock: VirtualClock) throws {
    server = SimulatedTransport(.populated(origin: Self.origin, now: clock.now), clock: clock)
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory) ? memory : FileManager.default.temporaryDirectory.path
    folder = parent + "/tern-walk-live-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    drafts = WatchedDrafts(PostStore(directory: folder, blocksCaller: true))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Signs in the account before the walk.
  func signIn() async throws {
    try await credentials.store(Secret("ada_token"), of: Self.account)
    try await SQLiteServerAccounts(store: drafts.store).add(Self.reader)
  }

  /// Signs in another account of the server, in addition to that of the walk.
  func signIn(as name: String, id: String) async throws {
    let account = Account(
      id: .mastodon("\(name)@walk.example"), profile: Profile(id: id, handle: "\(name)@walk.example", name: name),
      origin: Self.reader.origin)
    try await credentials.store(Secret("\(name)_token"), of: account.id)
    try await SQLiteServerAccounts(store: drafts.store).add(account)
  }

  /// The services for a program with this clock.
  func services(clock: VirtualClock) -> ServerServices {
    server.setClock(clock)
    let store = PostStore(directory: folder, blocksCaller: true)
    return ServerServices(
      store: store,
      ports: .init(
        transport: server, credentials: credentials,
        signIn: { [server, credentials] accounts in
          MastodonSignIn(
            transport: server, clock: clock, credentials: credentials, accounts: accounts, listener: nil,
            random: { count in (0..<count).map(UInt8.init(truncatingIfNeeded:)) })
        }, random: { 0.5 }, stop: {}),
      settings: .standard, policy: .automatic, clock: clock)
  }

  /// The first text that is neither at the server, nor in the outbox, nor a draft; nil if there is none.
  func problem() async -> String? { await drafts.problem(accepted: server.state.acceptedTexts) }

  /// The problem if the text in the composer at the end is lost. Mentions at its start are ignored.
  func problem(leaving text: String) async -> String? {
    let words = text.split(whereSeparator: \.isWhitespace).drop { $0.hasPrefix("@") }
    guard !words.isEmpty, !server.state.acceptedTexts.contains(text), !server.state.texts.contains(text),
      await !drafts.texts.contains(text)
    else { return nil }
    return "“\(text.debugDescription)” was in the composer when the program ended and is lost"
  }
}
