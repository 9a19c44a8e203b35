import Domain
import Foundation
import GRDB
import Runtime
import Store
import Testing

/// A store in a folder of its own, gone when the test is.
final class StoreFixture: Sendable {
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

  /// Imports posts as one account, in batches.
  @discardableResult
  func importPosts(
    _ items: [ImportItem], owner: Profile? = .owner, named name: String = "posts.json", batch: Int = 100
  ) throws -> ImportSummary {
    try store.importPosts(
      from: ListSource(items, owner: owner, batch: batch), named: name, at: name, stop: CancellationFlag()
    ) {
      _, _ in
    }
  }

  func repository(_ handle: String = "ada") throws -> any TimelineRepository {
    try #require(StoreAccounts(store: store).repository(for: AccountID("store:\(handle)")))
  }

  /// Asks the database itself.
  func read<Answer>(_ question: (Database) throws -> Answer) throws -> Answer {
    try DatabaseQueue(path: databasePath).read(question)
  }
}

extension Profile {
  static let owner = Profile(handle: "ada", name: "Ada Lovelace")
}

extension TimelineKind {
  static let posts = TimelineKind("Posts")
  static let replies = TimelineKind("Replies")
  static let likes = TimelineKind("Likes")
}

extension ImportItem {
  init(_ post: Post, in kinds: TimelineKind..., isSketch: Bool = false) {
    self.init(post: post, timelines: kinds, isSketch: isSketch)
  }
}

/// An archive that is a list of posts.
struct ListSource: ImportSource {
  private let items: [ImportItem]
  private let owner: Profile?
  private let batch: Int
  /// Ends in this way, after all posts.
  private let failure: TimelineError?
  private let finalOwner: Profile?

  init(
    _ items: [ImportItem], owner: Profile?, batch: Int = 100, failure: TimelineError? = nil,
    finalOwner: Profile? = nil
  ) {
    (self.items, self.owner, self.batch, self.failure) = (items, owner, batch, failure)
    self.finalOwner = finalOwner
  }

  func read(_ take: (ImportBatch) -> Bool) throws(TimelineError) -> ImportReport {
    var count = 0
    for start in stride(from: 0, to: items.count, by: batch) {
      let part = Array(items[start..<min(start + batch, items.count)])
      count += part.count
      let progress = ImportProgress(posts: count, fraction: Double(count) / Double(items.count), file: "posts")
      guard take(ImportBatch(owner: owner, format: "Test archive", items: part, progress: progress)) else { break }
    }
    if let failure { throw failure }
    var kinds: [TimelineKind] = []
    for kind in items.flatMap(\.timelines) where !kinds.contains(kind) { kinds.append(kind) }
    return ImportReport(
      owner: finalOwner ?? owner, format: "Test archive", timelines: kinds, read: count, skipped: [])
  }
}
