import Credentials
import Domain
import FoundationEssentials
import Mastodon
import Network
import Runtime
import Settings
import Store
import ServerSession
import SystemFiles

/// What asks servers, and keeps what they say. Nothing is begun before the first question.
struct ServerServices: Sendable {
  let signIn: any ServerSignInRepository
  let accounts: any ServerAccountRepository
  /// The accounts as sources of posts.
  let sources: ServerAccounts
  /// What is being written.
  let drafts: any DraftRepository
  private let outside: ExternalPorts

  /// What leads out of the program.
  struct ExternalPorts: Sendable {
    let transport: any HTTPTransport
    let credentials: any CredentialRepository
    let signIn: @Sendable (any ServerAccountRepository) -> any ServerSignInRepository
    /// From 0 up to 1.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    let stop: @Sendable () -> Void
  }

  /// How servers are asked.
  enum NetworkPolicy {
    /// What is new comes by itself as long as somebody looks.
    case following
    case whenAsked
    /// Not at all: what is kept is all that there is.
    case never
  }

  init(store: PostStore, directory: String, settings: UserSettings, contact: NetworkPolicy, clock: any WallClock) {
    let transport = CurlTransport(.init(userAgent: "Tern/\(TernCommand.version) (terminal client)"))
    let credentials = CredentialStore.make(
      directory: directory, helper: settings.credentialHelper, environment: Environment.variables, clock: clock)
    let outside = ExternalPorts(
      transport: transport, credentials: credentials,
      signIn: { accounts in
        MastodonSignIn(
          transport: transport, clock: clock, credentials: credentials, accounts: accounts,
          listener: LoopbackRedirects())
      }, stop: { transport.stop() })
    self.init(store: store, outside: outside, settings: settings, contact: contact, clock: clock)
  }

  init(store: PostStore, outside: ExternalPorts, settings: UserSettings, contact: NetworkPolicy, clock: any WallClock) {
    let accounts = SQLiteServerAccounts(store: store)
    self.outside = outside
    self.accounts = accounts
    drafts = StoredDrafts(store: store)
    signIn = outside.signIn(accounts)
    let clients = MastodonClients(transport: outside.transport, clock: clock)
    let random = outside.random
    sources = ServerAccounts(
      accounts, credentials: outside.credentials, bounds: settings.cacheBounds,
      follows: contact == .following && settings.streams, tells: contact == .following,
      joinsMarkers: contact == .following,
      isOffline: contact == .never,
      writing: WritingParts(
        outbox: StoredOutbox(store: store, processes: SystemProcesses()),
        pendingActions: SQLitePendingActions(store: store),
        random: random
      ) {
        account, token in
        clients.client(of: account, token: token).map { MastodonWriting(client: $0, account: account.id) }
      }, clock: clock
    ) { account, token in
      clients.client(of: account, token: token).map { client in
        MastodonTimelines(client: client, account: account.id) {
          $0.lowerBound + ($0.upperBound - $0.lowerBound) * random()
        }
      }
    }
  }

  /// How files of others are fetched: no token goes there.
  var transport: any HTTPTransport { outside.transport }

  var sync: any SyncAccountsUseCase { SyncAccounts(sources) }

  /// Asks nobody any more. libcurl has to be done before the program ends.
  func stop() { outside.stop() }

  /// The accounts of servers that go by a name; all where there is no name.
  func accounts(named name: String?) async throws(TimelineError) -> [Account] {
    let known = try await sources.accounts()
    return name.map { name in known.account(called: name).map { [$0] } ?? [] } ?? known
  }
}

extension ServerServices {
  /// For commands that read no timelines.
  @MainActor
  static func make(_ options: ServerOptions, clock: any WallClock) throws -> ServerServices {
    let directory = options.store.dataDirectory ?? UserDirectory.data(environment: Environment.variables)
    let settings = try ProgramSettings(options.settings).reading.settings
    return ServerServices(
      store: PostStore(withPicturesIn: directory), directory: directory, settings: settings, contact: .whenAsked,
      clock: clock)
  }
}
