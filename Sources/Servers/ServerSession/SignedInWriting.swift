import Domain
import FoundationEssentials

/// What an account writes at its server.
public typealias RemoteWriting = RemotePublishing & RemoteActions & ScheduledPostRepository

/// Publishing, scheduled posts and actions of a signed-in account.
struct SignedInWriting: RemoteWriting {
  typealias Server = any RemoteWriting

  let signedIn: SignedIn<Server>

  func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    try await signedIn.withServer { server throws(TimelineError) in try await server.publishingCapabilities() }
  }

  func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    try await signedIn.withServer { server throws(TimelineError) in try await server.publish(draft, key: key) }
  }

  func send(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost {
    var failure: PublishingFailure?
    do throws(TimelineError) {
      return try await signedIn.withServer { server throws(TimelineError) in
        do throws(PublishingFailure) {
          return try await server.send(draft, key: key)
        } catch {
          failure = error
          throw error.reason
        }
      }
    } catch {
      // Without a `PublishingFailure` the server was not reached.
      throw failure ?? PublishingFailure(error, mayHaveArrived: false)
    }
  }

  func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String {
    try await signedIn.withServer { server throws(TimelineError) in try await server.upload(media, progress: progress) }
  }

  func source(of post: PostID) async throws(TimelineError) -> PostSource {
    try await signedIn.withServer { server throws(TimelineError) in try await server.source(of: post) }
  }

  func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] {
    try await signedIn.withServer { server throws(TimelineError) in try await server.ownPosts(since: moment) }
  }

  func profiles(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] {
    try await signedIn.withServer { server throws(TimelineError) in
      try await server.profiles(matching: typed, limit: limit)
    }
  }

  func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] {
    try await signedIn.withServer { server throws(TimelineError) in
      try await server.tags(matching: typed, limit: limit)
    }
  }

  func emojiNames() async throws(TimelineError) -> [String] {
    try await signedIn.withServer { server throws(TimelineError) in try await server.emojiNames() }
  }

  func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult {
    try await signedIn.withServer { server throws(TimelineError) in try await server.perform(action) }
  }

  func lists() async throws(TimelineError) -> [ListedTimeline] {
    try await signedIn.withServer { server throws(TimelineError) in try await server.lists() }
  }

  func scheduledPosts() async throws(TimelineError) -> [ScheduledPost] {
    try await signedIn.withServer { server throws(TimelineError) in try await server.scheduledPosts() }
  }

  func reschedule(
    _ post: ScheduledPostID, to moment: Date
  ) async throws(TimelineError) -> ScheduledPost? {
    try await signedIn.withServer { server throws(TimelineError) in try await server.reschedule(post, to: moment) }
  }

  func cancelScheduledPost(_ post: ScheduledPostID) async throws(TimelineError) -> Bool {
    try await signedIn.withServer { server throws(TimelineError) in try await server.cancelScheduledPost(post) }
  }
}

/// A remote that makes no requests, for offline use: posts and actions stay queued.
struct OfflineWriting: RemoteWriting {
  let host: String

  func publishingCapabilities() async throws(TimelineError) -> PublishingCapabilities {
    throw .offline(host: host, .offlineMode)
  }
  func publish(_ draft: Draft, key: String) async throws(TimelineError) -> PublishedPost {
    throw .offline(host: host, .offlineMode)
  }
  func send(_ draft: Draft, key: String) async throws(PublishingFailure) -> PublishedPost {
    throw PublishingFailure(.offline(host: host, .offlineMode), mayHaveArrived: false)
  }
  func upload(
    _ media: DraftMedia, progress: @escaping @Sendable (Double) -> Void
  ) async throws(TimelineError) -> String {
    throw .offline(host: host, .offlineMode)
  }
  func source(of post: PostID) async throws(TimelineError) -> PostSource { throw .offline(host: host, .offlineMode) }
  func ownPosts(since moment: Date) async throws(TimelineError) -> [Post] { throw .offline(host: host, .offlineMode) }
  func profiles(matching typed: String, limit: Int) async throws(TimelineError) -> [Profile] {
    throw .offline(host: host, .offlineMode)
  }
  func tags(matching typed: String, limit: Int) async throws(TimelineError) -> [String] {
    throw .offline(host: host, .offlineMode)
  }
  func perform(_ action: UserAction) async throws(TimelineError) -> ActionResult {
    throw .offline(host: host, .offlineMode)
  }
  func lists() async throws(TimelineError) -> [ListedTimeline] { throw .offline(host: host, .offlineMode) }
  func scheduledPosts() async throws(TimelineError) -> [ScheduledPost] { throw .offline(host: host, .offlineMode) }
  func reschedule(
    _ post: ScheduledPostID, to moment: Date
  ) async throws(TimelineError) -> ScheduledPost? {
    throw .offline(host: host, .offlineMode)
  }
  func cancelScheduledPost(_ post: ScheduledPostID) async throws(TimelineError) -> Bool {
    throw .offline(host: host, .offlineMode)
  }
}
