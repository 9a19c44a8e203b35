/// All accounts and their sources.
public protocol SourceRepository: AccountRepository {
  /// The source of an account, the same one each time; nil for an unknown account.
  func source(of account: AccountID) -> Source?
}

/// The repositories of an account and their capabilities.
public struct Source: Sendable {
  public let capabilities: SourceCapabilities
  public var timelines: any TimelineRepository
  public var threads: any ThreadRepository
  public var search: any PostSearchRepository
  /// nil if profiles come only with posts.
  public var profiles: (any ProfileRepository)?
  /// nil if the source has no earlier versions of posts.
  public let histories: (any PostHistoryRepository)?
  /// nil if there is no server.
  public let serverSearch: (any ServerSearchRepository)?
  /// nil if the source is read-only.
  public let actions: (any ActionRepository)?
  /// nil if the account cannot publish.
  public let publishing: (any PublishingRepository)?
  /// nil if the account cannot schedule posts.
  public let scheduled: (any ScheduledPostRepository)?
  /// nil if read marks are not shared with a server.
  public let markers: (any ReadMarkerRepository)?
  /// nil if the source holds back no notifications.
  public let heldNotifications: (any HeldNotificationsRepository)?
  /// Filters, lists, hashtags and the user's profile; nil if there is no server to manage them at.
  public let management: (any ManagementRepository)?
  /// nil if there is no server.
  public let features: (any ServerFeatureRepository)?

  public init(
    capabilities: SourceCapabilities, timelines: any TimelineRepository, threads: any ThreadRepository,
    search: any PostSearchRepository, profiles: (any ProfileRepository)? = nil,
    histories: (any PostHistoryRepository)? = nil, serverSearch: (any ServerSearchRepository)? = nil,
    actions: (any ActionRepository)? = nil, publishing: (any PublishingRepository)? = nil,
    scheduled: (any ScheduledPostRepository)? = nil, markers: (any ReadMarkerRepository)? = nil,
    heldNotifications: (any HeldNotificationsRepository)? = nil, management: (any ManagementRepository)? = nil,
    features: (any ServerFeatureRepository)? = nil
  ) {
    self.capabilities = capabilities
    self.timelines = timelines
    self.threads = threads
    self.search = search
    self.profiles = profiles
    self.histories = histories
    self.serverSearch = serverSearch
    self.actions = actions
    self.publishing = publishing
    self.scheduled = scheduled
    self.markers = markers
    self.heldNotifications = heldNotifications
    self.management = management
    self.features = features
  }

  /// A source with one repository for everything.
  public init(
    _ repository: some TimelineRepository & ThreadRepository & PostSearchRepository, capabilities: SourceCapabilities
  ) {
    self.init(capabilities: capabilities, timelines: repository, threads: repository, search: repository)
  }
}

/// The capabilities of a source. Commands for anything else are not offered.
public struct SourceCapabilities: Hashable, Sendable {
  /// A position that a source can jump to, in addition to the newest entries and those around an entry.
  public enum Jump: Hashable, Sendable {
    case oldest, date
  }

  public var jumps: Set<Jump>
  /// Whether pages have their total and offset.
  public var reportsTotals: Bool
  /// Whether a refresh can return something else than the cache.
  public var canRefresh: Bool
  public var canSearch: Bool
  /// Maximum age of shown content in seconds before it is reloaded automatically; nil for no limit.
  public var maxAge: Double?
  /// Whether a gap is filled without a key when the selection comes near it.
  public var fillsGapsAutomatically: Bool
  /// Whether any hashtag has a timeline and any mentioned account a profile, even without cached posts of them.
  public var resolvesNames: Bool

  public init(
    jumps: Set<Jump> = [.oldest, .date], reportsTotals: Bool = true, canRefresh: Bool = true, canSearch: Bool = true,
    maxAge: Double? = nil, fillsGapsAutomatically: Bool = false, resolvesNames: Bool = false
  ) {
    self.jumps = jumps
    self.reportsTotals = reportsTotals
    self.canRefresh = canRefresh
    self.canSearch = canSearch
    self.maxAge = maxAge
    self.fillsGapsAutomatically = fillsGapsAutomatically
    self.resolvesNames = resolvesNames
  }
}

/// The accounts that can be read.
public protocol AccountRepository: Sendable {
  /// The user's own accounts, then those of the demo.
  func accounts() async throws(TimelineError) -> [Account]

  /// The account with this handle (with or without `@`, ignoring case) and password. The password is not stored.
  func signIn(handle: String, password: String) async throws(SignInError) -> Account
}
