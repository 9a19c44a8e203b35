import FoundationEssentials

/// A cache of the data needed to publish as an account, as the server last returned it.
public protocol PublishingCache: Sendable {
  /// The publishing capabilities that the server last returned; nil if it never has.
  func publishingCapabilities() async throws(StoreError) -> CachedPublishingCapabilities?

  /// Stores the publishing capabilities.
  func store(_ publishing: CachedPublishingCapabilities) async throws(StoreError)

  /// The scheduled posts that the server last listed; nil if it never has.
  func scheduledPosts() async throws(StoreError) -> ScheduledPostList?

  /// Stores the scheduled posts.
  func store(_ scheduled: ScheduledPostList) async throws(StoreError)

  /// Cached profiles whose handle or name starts with a prefix.
  func profiles(matching typed: String, limit: Int) async throws(StoreError) -> [Profile]

  /// Known hashtags that start with a prefix, without `#`: followed ones, then those of cached posts.
  func tags(matching typed: String, limit: Int) async throws(StoreError) -> [String]
}

/// Publishing capabilities, and when the server returned them.
public struct CachedPublishingCapabilities: Hashable, Sendable {
  public var capabilities: PublishingCapabilities
  public var asOf: Date

  public init(_ capabilities: PublishingCapabilities, asOf: Date) {
    self.capabilities = capabilities
    self.asOf = asOf
  }
}
