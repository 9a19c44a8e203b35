import FoundationEssentials

/// What a server takes of a post. Where it does not say, what Mastodon does (documentation, entities/Instance).
public struct PostLimits: Hashable, Sendable {
  public var characters = 500
  /// How the characters are counted.
  public var rule = PostLengthRule.mastodon
  /// What an address counts as, whatever its length, where the rule has that.
  public var charactersPerAddress = 23
  public var attachments = 4
  public var pollOptions = 4
  public var charactersPerPollOption = 50
  /// In seconds.
  public var pollDuration = 300...2_629_746
  /// In bytes; nil where the server does not say.
  public var imageBytes: Int?
  public var videoBytes: Int?
  public var descriptionCharacters = 1_500
  /// Empty where the server does not say.
  public var mediaTypes: [String] = []

  public init() {}
}

/// How posts can be written somewhere.
public struct PublishingCapabilities: Hashable, Sendable {
  public var limits: PostLimits
  public var visibilities: [Visibility]
  public var canEdit: Bool
  public var canQuote: Bool
  public var canSchedule: Bool
  public var canAttach: Bool
  public var canAsk: Bool
  /// For how long a key is known by which a post that is sent twice becomes one, in seconds; nil where none is.
  public var keyLifetime: Double?
  /// Who may read what the account publishes where nothing else is said; nil where the server does not say.
  public var defaultVisibility: Visibility?

  public init(
    limits: PostLimits = PostLimits(), visibilities: [Visibility] = Visibility.common, canEdit: Bool = true,
    canQuote: Bool = false, canSchedule: Bool = true, canAttach: Bool = true, canAsk: Bool = true,
    keyLifetime: Double? = nil, defaultVisibility: Visibility? = nil
  ) {
    self.limits = limits
    self.visibilities = visibilities
    self.canEdit = canEdit
    self.canQuote = canQuote
    self.canSchedule = canSchedule
    self.canAttach = canAttach
    self.canAsk = canAsk
    self.keyLifetime = keyLifetime
    self.defaultVisibility = defaultVisibility
  }
}

/// What somebody wrote, as they wrote it, and what goes with it: what they edit, or write anew.
public struct PostSource: Hashable, Sendable {
  public var text: String
  public var warning: String
  /// What is there already: each with its `remoteID`, and without a path. What a draft that changes the post does not name
  /// is taken away from it.
  public var media: [DraftMedia]
  /// With the time that is left to answer it.
  public var poll: DraftPoll?
  public var visibility: Visibility?
  public var language: String?
  public var isSensitive: Bool

  public init(
    text: String, warning: String, media: [DraftMedia] = [], poll: DraftPoll? = nil, visibility: Visibility? = nil,
    language: String? = nil, isSensitive: Bool = false
  ) {
    self.text = text
    self.warning = warning
    self.media = media
    self.poll = poll
    self.visibility = visibility
    self.language = language
    self.isSensitive = isSensitive
  }
}

/// What a server has made of a draft.
public enum PublishedPost: Hashable, Sendable {
  case post(Post)
  /// The server publishes it then.
  case scheduled(at: Date)
}

/// Why a draft has not become a post, as far as anybody knows.
public struct PublishingFailure: Error, Hashable, Sendable {
  public var reason: TimelineError
  /// Whether the server may have taken it all the same: an answer was lost, or never came. Where this is false, nothing
  /// has left this machine, or the server has said no.
  public var mayHaveArrived: Bool

  public init(_ reason: TimelineError, mayHaveArrived: Bool) {
    self.reason = reason
    self.mayHaveArrived = mayHaveArrived
  }
}

/// Writes at a server. Nothing is kept, and nothing is sent twice by itself.
public protocol RemotePublishing: Sendable {
  /// - Throws: why the server does not say.
  func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities

  /// Sends a draft whose files are all at the server.
  /// - Parameter key: a server that keeps keys answers the same key with the same post.
  /// - Throws: `refused` where the server does not take it, in its words; `postUnavailable` where what it answers, or
  ///   changes, is gone; else why nobody knows whether it is there.
  func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost

  /// As `publish`, and says of a failure whether the server may have taken the draft.
  func send(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost

  /// Brings a file to the server, and waits until it can be used there. Of one that is there already, it changes what is
  /// said of it.
  /// - Parameter progress: is told what share of it has left, from 0 to 1, on any thread.
  /// - Returns: what the server calls it.
  /// - Throws: `fileMissing`, `fileUnreadable`; `refused` where the server does not take it.
  func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String

  /// - Throws: `postUnavailable` where there is no such post.
  func source(of post: PostID) async throws(TimelineError) -> PostSource

  /// People whose handle or name begins so, as the server knows them.
  func people(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile]

  /// Tags that begin so, without `#`, as the server knows them.
  func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String]

  /// What the account itself has written since a moment, the newest first.
  func ownPosts(since moment: Date) async throws(TimelineError) -> [Post]
}

extension RemotePublishing {
  /// By what is known of failures in general: only a server that has said no has surely not taken it.
  public func send(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost {
    do throws(TimelineError) {
      return try await publish(draft, key: key)
    } catch {
      throw PublishingFailure(error, mayHaveArrived: error.mayHideSuccess)
    }
  }
}

extension TimelineError {
  fileprivate var mayHideSuccess: Bool {
    switch self {
    case .offline, .timedOut, .serverError, .webPage, .redirected, .maintenance, .cancelled: true
    default: false
    }
  }
}

/// Writes as one account, whatever is behind it. What is sent is kept first, and goes out when there is a way.
public protocol PublishingRepository: Sendable {
  /// Whether anything goes out, and does not only wait.
  var sends: Bool { get }

  /// As was said last; what most servers do where nothing has been said yet.
  func capabilities() async -> PublishingCapabilities

  /// The same; where nothing has been said yet, it is asked for first.
  func statedCapabilities() async -> PublishingCapabilities

  /// - Throws: `postUnavailable` where there is no such post; else why nobody can say.
  func source(of post: PostID) async throws(TimelineError) -> PostSource

  /// Returns when all of them are kept; what becomes of them is told in `outbox()`.
  /// - Parameters:
  ///   - drafts: several where each goes on from the one before.
  ///   - delay: for how long they can be taken back, in seconds.
  /// - Returns: whether they are on their way now. Where one of them was sent before, nothing is done.
  @discardableResult
  func send(_ drafts: [Draft], delay: Double) async throws(StoreError) -> Bool

  /// What is on its way, now and whenever that changes.
  func outbox() -> AsyncStream<OutboxNews>

  /// Tries at once what waits.
  func retry() async

  /// The person has said: it goes out once more.
  func sendAgain(_ entry: DraftID) async throws(StoreError)

  /// It becomes a draft again, unless it is gone already.
  /// - Returns: nil where it is too late.
  func takeBack(_ entry: DraftID) async throws(StoreError) -> Draft?

  /// People who are known here and whose handle or name begins so.
  func people(matching typed: String, limit: Int) async -> [Profile]

  /// The same, of all whom the server knows; none where it does not say.
  func peopleAtServer(matching typed: String, limit: Int) async -> [Profile]

  /// Tags that are known here and begin so, without `#`: those that the person follows, then those of posts.
  func tags(matching typed: String, limit: Int) async -> [String]

  /// The same, of all that the server knows; none where it does not say.
  func tagsAtServer(matching typed: String, limit: Int) async -> [String]
}

extension PublishingRepository {
  public var sends: Bool { true }

  @discardableResult
  public func send(_ draft: Draft, delay: Double) async throws(StoreError) -> Bool {
    try await send([draft], delay: delay)
  }

  /// Where all is known.
  public func statedCapabilities() async -> PublishingCapabilities { await capabilities() }

  /// Where there is no server to ask.
  public func peopleAtServer(matching typed: String, limit: Int) async -> [Profile] { [] }

  /// Where nothing is known of tags.
  public func tags(matching typed: String, limit: Int) async -> [String] { [] }

  /// Where there is no server to ask.
  public func tagsAtServer(matching typed: String, limit: Int) async -> [String] { [] }
}

/// What has become of a draft that was sent, when nothing more can be done at once.
public enum SendOutcome: Hashable, Sendable {
  /// - lost: what it asked for and the post lacks.
  case sent(PublishedPost, lost: [PublishingLoss])
  /// It is a draft again, with why.
  case refused(Draft, TimelineError)
  /// It is in the outbox, and goes out when it can; why not now, where that is known.
  case waits(TimelineError?)
  /// It is in the outbox, and its author is asked.
  case asks(UnconfirmedReason)
  /// Another Tern has had it, and has been done with it.
  case taken
  /// It is in the outbox, and what has come of it cannot be read.
  case unreadable(StoreError)
}

/// What happens to posts on their way.
public enum OutboxNews: Hashable, Sendable {
  case entries([OutboxEntry])
  case sent(DraftID, PublishedPost)
  /// It was sent, and the post lacks some of what it asked for; told after `sent`.
  case lost(DraftID, [PublishingLoss])
  /// It is a draft again; in its server's words.
  case refused(Draft, TimelineError)
  /// A file is on its way: which, and what share of it has left.
  case uploading(DraftID, file: Int, share: Double)
}
