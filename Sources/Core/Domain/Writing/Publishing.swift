import FoundationEssentials

/// The limits of a server for a post. The defaults are Mastodon's (documentation, entities/Instance).
public struct PostLimits: Hashable, Sendable {
  public var characters = 500
  public var rule = PostLengthRule.mastodon
  /// The number of characters that a URL counts as, if the rule counts all URLs the same.
  public var charactersPerAddress = 23
  public var attachments = 4
  public var pollOptions = 4
  public var charactersPerPollOption = 50
  /// The allowed durations of a poll, in seconds.
  public var pollDuration = 300...2_629_746
  /// The maximum size of an image, in bytes; nil if unknown.
  public var imageBytes: Int?
  /// The maximum size of a video, in bytes; nil if unknown.
  public var videoBytes: Int?
  public var descriptionCharacters = 1_500
  /// The supported MIME types; empty if unknown.
  public var mediaTypes: [String] = []

  public init() {}
}

/// The features and limits of publishing as an account, and its defaults.
public struct PublishingCapabilities: Hashable, Sendable {
  public var limits: PostLimits
  public var visibilities: [Visibility]
  public var canEdit: Bool
  public var canQuote: Bool
  /// Whether the author of a post can say who may quote it.
  public var canSetQuotePolicy: Bool
  public var canSchedule: Bool
  public var canAttach: Bool
  public var canAddPoll: Bool
  /// The time for which the server recognizes an idempotency key, in seconds; nil if it ignores them.
  public var keyLifetime: Double?
  /// The account's default visibility; nil if unknown.
  public var defaultVisibility: Visibility?
  /// The default policy for quotes of the account's posts; nil if unknown.
  public var defaultQuotePolicy: QuotePolicy?

  public init(
    limits: PostLimits = PostLimits(), visibilities: [Visibility] = Visibility.common, canEdit: Bool = true,
    canQuote: Bool = false, canSetQuotePolicy: Bool = false, canSchedule: Bool = true, canAttach: Bool = true,
    canAddPoll: Bool = true, keyLifetime: Double? = nil, defaultVisibility: Visibility? = nil,
    defaultQuotePolicy: QuotePolicy? = nil
  ) {
    self.limits = limits
    self.visibilities = visibilities
    self.canEdit = canEdit
    self.canQuote = canQuote
    self.canSetQuotePolicy = canSetQuotePolicy
    self.canSchedule = canSchedule
    self.canAttach = canAttach
    self.canAddPoll = canAddPoll
    self.keyLifetime = keyLifetime
    self.defaultVisibility = defaultVisibility
    self.defaultQuotePolicy = defaultQuotePolicy
  }
}

/// The source of a post as its author wrote it, for editing.
public struct PostSource: Hashable, Sendable {
  public var text: String
  public var warning: String
  /// The existing attachments, with a `remoteID` and without a path. Those that an edit leaves out are removed from the
  /// post.
  public var media: [DraftMedia]
  /// With the remaining time.
  public var poll: DraftPoll?
  public var visibility: Visibility?
  /// The accounts that may quote it; nil if the server does not state them.
  public var quotePolicy: QuotePolicy?
  public var language: String?
  public var isSensitive: Bool

  public init(
    text: String, warning: String, media: [DraftMedia] = [], poll: DraftPoll? = nil, visibility: Visibility? = nil,
    quotePolicy: QuotePolicy? = nil, language: String? = nil, isSensitive: Bool = false
  ) {
    self.text = text
    self.warning = warning
    self.media = media
    self.poll = poll
    self.visibility = visibility
    self.quotePolicy = quotePolicy
    self.language = language
    self.isSensitive = isSensitive
  }
}

/// The result of publishing a draft.
public enum PublishedPost: Hashable, Sendable {
  case post(Post)
  case scheduled(at: Date)
}

/// The reason that publishing a draft failed.
public struct PublishingFailure: Error, Hashable, Sendable {
  public var reason: TimelineError
  /// Whether the server may have the post although no response said so. If false, nothing was sent or the server has
  /// rejected it.
  public var mayHaveArrived: Bool

  public init(_ reason: TimelineError, mayHaveArrived: Bool) {
    self.reason = reason
    self.mayHaveArrived = mayHaveArrived
  }
}

/// Publishes at a server. It caches nothing and sends no request twice.
public protocol RemotePublishing: Sendable {
  /// The publishing capabilities of the account.
  func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities

  /// Publishes a draft whose files were all uploaded.
  /// - Parameter key: the idempotency key; a server that supports it returns the same post for the same key.
  /// - Throws: `refused` with the server's message if it rejects the draft; `postUnavailable` if the post replied to or
  ///   edited no longer exists.
  func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost

  /// Publishes a draft as `publish` does.
  func send(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost

  /// Uploads a file and waits until the server has processed it. If it is uploaded already, its description is updated.
  /// - Parameter progress: receives the uploaded fraction, from 0 to 1, on any thread.
  /// - Returns: the server's ID of the file.
  /// - Throws: `fileMissing`, `fileUnreadable`; `refused` if the server rejects it.
  func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String

  /// The source of a post.
  /// - Throws: `postUnavailable` if there is no such post.
  func source(of post: PostID) async throws(TimelineError) -> PostSource

  /// Profiles known to the server whose handle or name starts with a prefix.
  func profiles(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile]

  /// Hashtags known to the server that start with a prefix, without `#`.
  func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String]

  /// The names of the server's custom emoji, without colons.
  func emojiNames() async throws(TimelineError) -> [String]

  /// The account's own posts since a date, newest first.
  func ownPosts(since date: Date) async throws(TimelineError) -> [Post]
}

extension RemotePublishing {
  /// For servers without custom emoji.
  public func emojiNames() async throws(TimelineError) -> [String] { [] }

  /// Derives `mayHaveArrived` from the kind of error.
  public func send(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost {
    do throws(TimelineError) {
      return try await publish(draft, key: key)
    } catch {
      throw PublishingFailure(error, mayHaveArrived: error.leavesOutcomeUnknown)
    }
  }
}

extension TimelineError {
  /// Whether the server may have processed a request that failed with this error.
  fileprivate var leavesOutcomeUnknown: Bool {
    switch self {
    case .offline, .timedOut, .serverError, .requestFailed, .webPage, .redirected, .maintenance, .cancelled: true
    default: false
    }
  }
}

/// Publishes as one account. Posts are stored in the outbox first and sent when possible.
public protocol PublishingRepository: Sendable {
  /// Whether posts are sent; false if they only stay in the outbox, as with `--offline`.
  var canSend: Bool { get }

  /// The last known capabilities; those of most servers if none are known.
  func capabilities() async -> PublishingCapabilities

  /// The last known capabilities, requested from the server if none are known.
  func loadCapabilities() async -> PublishingCapabilities

  /// The capabilities, requested from the server unless that was a few seconds ago; the last known ones if it does not
  /// respond.
  func refreshedCapabilities() async -> PublishingCapabilities

  /// The source of a post.
  /// - Throws: `postUnavailable` if there is no such post.
  func source(of post: PostID) async throws(TimelineError) -> PostSource

  /// Stores drafts in the outbox to be sent. `outboxEvents()` reports their outcome.
  /// - Parameters:
  ///   - drafts: several for a thread, each a continuation of the one before.
  ///   - delay: the undo period in seconds.
  /// - Returns: false if one of them was sent before. Nothing is stored then.
  @discardableResult
  func send(_ drafts: [Draft], delay: Double) async throws(StoreError) -> Bool

  /// The entries of the outbox now and after each change, and the outcome of sent ones.
  func outboxEvents() -> AsyncStream<OutboxEvent>

  /// Sends waiting entries now.
  func retry() async

  /// Sends an entry again, confirmed by the user.
  func sendAgain(_ entry: DraftID) async throws(StoreError)

  /// Moves an entry back to the drafts.
  /// - Returns: the draft; nil if the entry is being sent or was sent.
  func withdraw(_ entry: DraftID) async throws(StoreError) -> Draft?

  /// Known profiles whose handle or name starts with a prefix.
  func profiles(matching typed: String, limit: Int) async -> [Profile]

  /// As `profiles(matching:limit:)`, but of all profiles that the server knows; empty if it cannot respond.
  func profilesAtServer(matching typed: String, limit: Int) async -> [Profile]

  /// Known hashtags that start with a prefix, without `#`: followed ones, then those of posts.
  func tags(matching typed: String, limit: Int) async -> [String]

  /// As `tags(matching:limit:)`, but of all hashtags that the server knows; empty if it cannot respond.
  func tagsAtServer(matching typed: String, limit: Int) async -> [String]

  /// The names of the server's custom emoji that contain a string, without colons; those that start with it come first.
  /// Empty if it cannot respond.
  func emojisAtServer(matching typed: String, limit: Int) async -> [String]
}

extension PublishingRepository {
  public var canSend: Bool { true }

  @discardableResult
  public func send(_ draft: Draft, delay: Double) async throws(StoreError) -> Bool {
    try await send([draft], delay: delay)
  }

  /// For sources whose capabilities never change.
  public func loadCapabilities() async -> PublishingCapabilities { await capabilities() }

  /// For sources whose capabilities never change.
  public func refreshedCapabilities() async -> PublishingCapabilities { await loadCapabilities() }

  /// For sources without a server.
  public func profilesAtServer(matching typed: String, limit: Int) async -> [Profile] { [] }

  /// For sources without custom emoji.
  public func emojisAtServer(matching typed: String, limit: Int) async -> [String] { [] }

  /// For sources without known hashtags.
  public func tags(matching typed: String, limit: Int) async -> [String] { [] }

  /// For sources without a server.
  public func tagsAtServer(matching typed: String, limit: Int) async -> [String] { [] }
}

/// The outcome of sending a draft, when nothing more can be done now.
public enum SendOutcome: Hashable, Sendable {
  /// Published or scheduled. `losses` is what was requested and is missing in the post.
  case sent(PublishedPost, losses: [PublishingLoss])
  /// Rejected; it is a draft again, with the reason.
  case refused(Draft, TimelineError)
  /// In the outbox, to be sent later, with the reason if known.
  case queued(TimelineError?)
  /// In the outbox, waiting for the user's confirmation.
  case needsConfirmation(UnconfirmedReason)
  /// Another Tern process has handled it.
  case handledElsewhere
  /// In the outbox; the outcome cannot be read.
  case unreadable(StoreError)
}

public enum OutboxEvent: Hashable, Sendable {
  /// All entries, now or after a change.
  case entries([OutboxEntry])
  case sent(DraftID, PublishedPost)
  /// Something that was requested is missing in a sent post. Follows `sent`.
  case sentIncomplete(DraftID, [PublishingLoss])
  /// Rejected; it is a draft again, with the server's message.
  case refused(Draft, TimelineError)
  /// A file is being uploaded: its index, and the uploaded fraction from 0 to 1.
  case uploading(DraftID, file: Int, share: Double)
}
