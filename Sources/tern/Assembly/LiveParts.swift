import Credentials
import Domain
import FoundationEssentials
import Mastodon
import Network
import Runtime
import Settings
import Store
import Sync
import SystemFiles

/// What asks servers, and keeps what they say. Nothing is begun before the first question.
struct LiveParts: Sendable {
  let signIn: any ServerSignInRepository
  let accounts: any LiveAccountRepository
  /// The accounts as sources of posts.
  let sources: ServerAccounts
  /// What is being written.
  let drafts: any DraftRepository
  private let transport: CurlTransport

  /// How servers are asked.
  enum Contact {
    /// What is new comes by itself as long as somebody looks.
    case following
    case whenAsked
    /// Not at all: what is kept is all that there is.
    case never
  }

  init(store: PostStore, directory: String, settings: UserSettings, contact: Contact, clock: any WallClock) {
    let transport = CurlTransport(.init(userAgent: "Tern/\(TernCommand.version) (terminal client)"))
    let accounts = LiveAccounts(store: store)
    let credentials = CredentialStore.make(
      directory: directory, helper: settings.credentialHelper, environment: Environment.variables, clock: clock)
    self.transport = transport
    self.accounts = accounts
    drafts = StoredDrafts(store: store)
    signIn = MastodonSignIn(
      transport: transport, clock: clock, credentials: credentials, accounts: accounts, listener: LoopbackRedirects())
    let clients = MastodonClients(transport: transport, clock: clock)
    sources = ServerAccounts(
      accounts, credentials: credentials, bounds: settings.cacheBounds,
      follows: contact == .following && settings.streams, tells: contact == .following,
      joinsMarkers: contact == .following,
      isOffline: contact == .never,
      writing: WritingParts(outbox: StoredOutbox(store: store), wishes: StoredWishes(store: store)) { account, token in
        clients.client(of: account, token: token).map { MastodonWriting(client: $0, account: account.id) }
      }, clock: clock
    ) { account, token in
      clients.client(of: account, token: token).map { MastodonTimelines(client: $0, account: account.id) }
    }
  }

  var sync: any SyncAccountsUseCase { SyncAccounts(sources) }

  /// Asks nobody any more. libcurl has to be done before the program ends.
  func stop() { transport.stop() }

  /// The accounts of servers that go by a name; all where there is no name.
  func accounts(named name: String?) async throws(TimelineError) -> [Account] {
    let known = try await sources.accounts()
    return name.map { name in known.filter { $0.profile.goes(by: name) } } ?? known
  }
}

extension LiveParts {
  /// For commands that read no timelines.
  @MainActor
  static func make(_ options: LiveOptions, clock: any WallClock) throws -> LiveParts {
    let directory = options.store.dataDirectory ?? UserDirectory.data(environment: Environment.variables)
    let settings = try ProgramSettings(options.settings).reading.settings
    return LiveParts(
      store: PostStore(directory: directory), directory: directory, settings: settings, contact: .whenAsked,
      clock: clock)
  }
}
