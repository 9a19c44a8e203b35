import Credentials
import Domain
import Formats
import FoundationEssentials
import Mastodon
import Network
import Runtime
import ServerSession
import Settings
import Store
import SystemFiles

/// The services for Mastodon accounts: sign-in, sources, drafts and syncing. Creating them contacts no server.
struct ServerServices: Sendable {
  let signIn: any ServerSignInRepository
  let accounts: any ServerAccountRepository
  /// The accounts as post sources.
  let sources: ServerAccounts
  /// Drafts of the user's accounts.
  let drafts: any DraftRepository
  private let ports: ExternalPorts

  /// The network, the credentials and random numbers. Replaced in tests.
  struct ExternalPorts: Sendable {
    let transport: any HTTPTransport
    let credentials: any CredentialRepository
    let signIn: @Sendable (any ServerAccountRepository) -> any ServerSignInRepository
    /// A random number in 0..<1.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Stops the transport.
    let stop: @Sendable () -> Void
  }

  /// When servers may be contacted.
  enum NetworkPolicy {
    /// On request; visible accounts also receive live updates, and read marks are synced.
    case automatic
    /// On request only.
    case onRequest
    /// Never: only stored posts are shown.
    case never
  }

  init(store: PostStore, directory: String, settings: UserSettings, policy: NetworkPolicy, clock: any WallClock) {
    let transport = CurlTransport(.init(userAgent: "Tern/\(TernCommand.version) (terminal client)"))
    let credentials = CredentialStore.make(
      directory: directory, helper: settings.credentialHelper, environment: Environment.variables, clock: clock)
    let ports = ExternalPorts(
      transport: transport, credentials: credentials,
      signIn: { accounts in
        MastodonSignIn(
          transport: transport, clock: clock, credentials: credentials, accounts: accounts,
          listener: LoopbackRedirects())
      }, stop: { transport.stop() })
    self.init(store: store, ports: ports, settings: settings, policy: policy, clock: clock)
  }

  init(store: PostStore, ports: ExternalPorts, settings: UserSettings, policy: NetworkPolicy, clock: any WallClock) {
    let accounts = SQLiteServerAccounts(store: store)
    self.ports = ports
    self.accounts = accounts
    drafts = StoredDrafts(store: store)
    signIn = ports.signIn(accounts)
    let transport: any HTTPTransport = policy == .never ? OfflineTransport() : ports.transport
    let random = ports.random
    let language = PreferredLanguages.user.codes.first.map(LanguageName.base)
    sources = ServerAccounts(
      accounts, credentials: ports.credentials, bounds: settings.cacheBounds,
      hasLiveUpdates: policy == .automatic && settings.streams, notifies: policy == .automatic,
      syncsMarkers: policy == .automatic,
      isOffline: policy == .never,
      writing: WritingDependencies(
        outbox: StoredOutbox(store: store, processes: SystemProcesses()),
        pendingActions: SQLitePendingActions(store: store), random: random),
      clock: clock
    ) { account, authorization in
      MastodonClient(account: account, authorization: authorization, transport: transport, clock: clock).map { client in
        RemoteAccount(
          timelines: MastodonTimelines(client: client, account: account.id, language: language) {
            $0.lowerBound + ($0.upperBound - $0.lowerBound) * random()
          },
          publishing: MastodonPublishing(client: client, account: account.id),
          actions: MastodonActions(client: client, account: account.id),
          scheduled: MastodonScheduledPosts(client: client), management: MastodonManagement(client: client))
      }
    }
  }

  /// The transport for fetching media. Requests carry no token.
  var transport: any HTTPTransport { ports.transport }

  var sync: any SyncAccountsUseCase { SyncAccounts(sources) }

  /// Stops all requests. Call it before the program ends, as libcurl has to be cleaned up first.
  func stop() { ports.stop() }

  /// The account with a name or handle, or all accounts if `name` is nil; empty if no account has the name.
  func accounts(named name: String?) async throws(TimelineError) -> [Account] {
    let known = try await sources.accounts()
    return name.map { name in known.account(named: name).map { [$0] } ?? [] } ?? known
  }
}

extension ServerServices {
  /// Services for commands that show no timelines.
  @MainActor
  static func make(_ options: ServerOptions, clock: any WallClock) throws -> ServerServices {
    let directory = options.store.dataDirectory ?? UserDirectory.data(environment: Environment.variables)
    let settings = try ProgramSettings(options.settings).parseResult.settings
    let store = PostStore(withPicturesIn: directory)
    store.reportDamage { StandardError.printOnce(CommandFailure($0).message) }
    return ServerServices(store: store, directory: directory, settings: settings, policy: .onRequest, clock: clock)
  }
}
