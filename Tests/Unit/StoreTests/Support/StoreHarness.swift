import Domain
import Foundation
import GRDB
import Runtime
import Testing

@testable import Store

/// A store in a directory of its own, which is deleted after the test.
final class StoreHarness: Sendable {
  let directory: String
  let store: PostStore

  init() {
    directory = FileManager.default.temporaryDirectory.path + "/tern-store-" + UUID().uuidString
    store = PostStore(directory: directory)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }

  var databasePath: String { directory + "/tern.sqlite" }

  /// Imports posts of one account in batches.
  @discardableResult
  func importPosts(
    _ items: [ImportItem], owner: Profile? = .owner, named name: String = "posts.json", batch: Int = 100,
    asOf: Date? = nil, newest: Date? = nil, isNewest: Bool = false, hasUnknownAge: Bool = false
  ) throws -> ImportSummary {
    try store.importPosts(
      from: ListSource(items, owner: owner, batch: batch, asOf: asOf, newest: newest, hasUnknownAge: hasUnknownAge),
      named: name, at: name, isNewest: isNewest, stop: CancellationFlag()
    ) { _, _ in }
  }

  func repository(_ handle: String = "ada") -> StoreTimelineRepository {
    StoreTimelineRepository(store: store, account: .store(handle))
  }

  /// Queries the database directly.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try DatabaseQueue(path: databasePath).read(body)
  }
}

extension Profile {
  static let owner = Profile(handle: "ada", name: "Ada Lovelace")
}

extension TimelineID {
  static let posts = TimelineID.named("Posts")
  static let replies = TimelineID.named("Replies")
  static let likes = TimelineID.named("Likes")
}

extension Post {
  /// The post as returned by the store: assigned to an account, with the quoted post.
  func stored(as handle: String = "ada") -> Post {
    var post = self
    post.ref.account = .store(handle)
    if case .shown(let quoted)? = quote { post.quote = .shown(quoted.stored(as: handle)) }
    return post
  }
}

extension [Post] {
  func stored(as handle: String = "ada") -> [Post] { map { $0.stored(as: handle) } }
}

extension ImportItem {
  init(_ post: Post, in timelines: TimelineID..., isIncomplete: Bool = false) {
    self.init(post: post, timelines: timelines, isIncomplete: isIncomplete)
  }
}

/// An import source with a list of posts.
struct ListSource: ImportSource {
  private let items: [ImportItem]
  private let owner: Profile?
  private let batch: Int
  /// Thrown after all posts.
  private let failure: TimelineError?
  private let finalOwner: Profile?
  private let asOf: Date?
  private let newest: Date?
  private let hasUnknownAge: Bool

  init(
    _ items: [ImportItem], owner: Profile?, batch: Int = 100, failure: TimelineError? = nil,
    finalOwner: Profile? = nil, asOf: Date? = nil, newest: Date? = nil, hasUnknownAge: Bool = false
  ) {
    self.hasUnknownAge = hasUnknownAge
    self.asOf = asOf
    self.newest = newest
    (self.items, self.owner, self.batch, self.failure) = (items, owner, batch, failure)
    self.finalOwner = finalOwner
  }

  func read(_ take: (ImportBatch) -> Bool) throws(TimelineError) -> ImportReport {
    var count = 0
    for start in stride(from: 0, to: items.count, by: batch) {
      let part = Array(items[start..<min(start + batch, items.count)])
      count += part.count
      let progress = ImportProgress(posts: count, fraction: Double(count) / Double(items.count), file: "posts")
      let batch = ImportBatch(
        owner: owner, format: "Test archive", items: part, progress: progress, asOf: asOf, hasUnknownAge: hasUnknownAge)
      guard take(batch) else { break }
    }
    if let failure { throw failure }
    var timelines: [TimelineID] = []
    for timeline in items.flatMap(\.timelines) where !timelines.contains(timeline) { timelines.append(timeline) }
    return ImportReport(
      owner: finalOwner ?? owner, format: "Test archive", timelines: timelines, read: count, skipped: [],
      newest: newest)
  }

  func newestPost(stop: CancellationFlag) -> Date? { hasUnknownAge ? nil : newest }
}
