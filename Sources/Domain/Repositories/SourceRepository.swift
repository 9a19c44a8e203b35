/// Accounts, and what there is to read in each.
public protocol SourceRepository: AccountRepository {
  /// The same source each time; nil for an account that is none of these.
  func source(of account: AccountID) -> Source?
}

/// What one account has: who answers which questions, and what may be asked of it.
public struct Source: Sendable {
  public let capabilities: SourceCapabilities
  public let timelines: any TimelineRepository
  public let threads: any ThreadRepository
  public let search: any PostSearchRepository
  /// nil where the source tells of people only with their posts.
  public let people: (any PeopleRepository)?
  /// nil where the source knows but what posts say now.
  public let histories: (any PostHistoryRepository)?
  /// nil where there is no server to be asked.
  public let serverSearch: (any ServerSearchRepository)?
  /// nil where nothing can be done but read.
  public let actions: (any ActionRepository)?
  /// nil where nothing can be written.
  public let publishing: (any PublishingRepository)?
  /// nil where nobody else knows how far timelines have been read.
  public let markers: (any ReadMarkerRepository)?

  public init(
    capabilities: SourceCapabilities, timelines: any TimelineRepository, threads: any ThreadRepository,
    search: any PostSearchRepository, people: (any PeopleRepository)? = nil,
    histories: (any PostHistoryRepository)? = nil, serverSearch: (any ServerSearchRepository)? = nil,
    actions: (any ActionRepository)? = nil, publishing: (any PublishingRepository)? = nil,
    markers: (any ReadMarkerRepository)? = nil
  ) {
    self.capabilities = capabilities
    self.timelines = timelines
    self.threads = threads
    self.search = search
    self.people = people
    self.histories = histories
    self.serverSearch = serverSearch
    self.actions = actions
    self.publishing = publishing
    self.markers = markers
  }

  /// One that answers all questions itself.
  public init(
    _ repository: some TimelineRepository & ThreadRepository & PostSearchRepository, capabilities: SourceCapabilities
  ) {
    self.init(capabilities: capabilities, timelines: repository, threads: repository, search: repository)
  }
}

/// What can be asked of a source. A key for what it cannot do is not offered.
public struct SourceCapabilities: Hashable, Sendable {
  /// Where a timeline can be asked for at once, besides its newest entries and those around an entry.
  public enum Jump: Hashable, Sendable {
    case oldest, date
  }

  public var jumps: Set<Jump>
  /// Whether pages say how many entries there are and where they stand among them.
  public var knowsTotals: Bool
  /// Whether a fresh question can have another answer than a cached one.
  public var canRefresh: Bool
  public var canSearch: Bool
  /// How old what is shown may be, in seconds, before the source is asked anew by itself; nil where it never is.
  public var maxAge: Double?
  /// Whether what is missing between two posts is asked for when the reader comes near, without a key.
  public var fillsGaps: Bool
  /// Whether any tag has a timeline, and anybody who is mentioned a page, whether the source holds posts of them or not.
  public var findsNames: Bool

  public init(
    jumps: Set<Jump> = [.oldest, .date], knowsTotals: Bool = true, canRefresh: Bool = true, canSearch: Bool = true,
    maxAge: Double? = nil, fillsGaps: Bool = false, findsNames: Bool = false
  ) {
    self.jumps = jumps
    self.knowsTotals = knowsTotals
    self.canRefresh = canRefresh
    self.canSearch = canSearch
    self.maxAge = maxAge
    self.fillsGaps = fillsGaps
    self.findsNames = findsNames
  }
}

/// The accounts that can be read.
public protocol AccountRepository: Sendable {
  /// The person's own first, then the demo's.
  func accounts() async throws(TimelineError) -> [Account]

  /// The account, if handle (with or without `@`, in any case) and password belong together. The password is kept
  /// nowhere.
  func signIn(handle: String, password: String) async throws(SignInError) -> Account
}
