import Domain
import FoundationEssentials
import GRDB
import Glibc
import Runtime

/// One import, from its first batch to its summary.
struct ImportWork {
  /// In microseconds.
  private static let gap: UInt32 = 2_000

  private let source: any ImportSource
  private let channel: BatchChannel
  private let isNewest: Bool
  private var log: ImportLog
  let database: StoreDatabase
  private var archive: ArchiveName
  let stop: CancellationFlag
  private(set) var summary = ImportSummary(
    account: nil, format: "", read: 0, counts: ImportCounts(), skipped: [], outcome: .completed)
  private var isTruncated = false
  private var account: StoredAccount?
  private var writer: PostWriter?

  init(
    of source: any ImportSource, database: StoreDatabase, archive: ArchiveName, isNewest: Bool, stop: CancellationFlag
  ) {
    self.source = source
    self.isNewest = isNewest
    channel = BatchChannel(stop: stop)
    self.database = database
    log = ImportLog(of: database.path)
    self.archive = archive
    self.stop = stop
  }

  /// Starts reading the source. `run` has to be called afterwards.
  func start() { channel.start(source) }

  /// Stores all batches, each in a transaction. The first ones are smaller, so that progress is visible soon.
  /// - Parameter posts: the number of posts of a transaction.
  /// - Throws: only if not even the first batch could be stored.
  mutating func run(
    posts: Int, in database: Database, notify: (ImportProgress, ImportCounts) -> Void
  ) throws {
    log.disableAutomaticCheckpoints(in: database)
    while true {
      let (batches, outcome) = channel.next(posts: min(posts, summary.read + 1))
      do {
        if stop.isCancelled, !batches.isEmpty {
          // A stopped import does not store batches that were read ahead.
          isTruncated = true
        } else if !batches.isEmpty {
          try write(batches, in: database)
          log.checkpointIfNeeded(in: database)
        }
        if let outcome { return try finish(outcome, in: database) }
      } catch {
        if outcome == nil { channel.stopReading() }
        guard summary.account != nil else { throw error }
        summary.outcome = .failed(.store(self.database.failure(error, isLocked: true)))
        return
      }
      // A pause lets other processes store their sessions.
      usleep(Self.gap)
      let progress = batches.last?.progress
      channel.recycle(batches)
      if let progress { notify(progress, summary.counts) }
    }
  }

  private mutating func write(_ batches: [PreparedBatch], in database: Database) throws {
    var posts = PreparedPosts()
    for batch in batches { posts.append(batch.posts) }
    archive.format = batches.last?.format ?? archive.format
    summary.format = archive.format
    let owner = batches.lazy.compactMap(\.owner).first
    let age = account == nil ? try age(of: batches, owner: owner, in: database) : nil
    try database.inTransaction(.immediate) {
      if account == nil {
        account = try StoredAccount.openForImport(
          owner: owner, of: archive, asOf: age, isNewest: isNewest, in: database)
        summary.isOlder = !isNewest && account?.isNewer(than: age) ?? false
      }
      if writer == nil, let account {
        writer = try PostWriter(
          database, account: account, isOlder: summary.isOlder, formerOwner: summary.isOlder ? owner : nil)
      }
      try writer?.write(posts)
      return .commit
    }
    summary.account = account?.account
    summary.read += posts.count
    summary.counts = writer?.counts ?? summary.counts
  }

  /// The date of the archive. If it does not state one, it is that of its newest post, which is determined only if the
  /// account has dated posts already. An archive without any date counts as older than everything, so that newer posts
  /// are not overwritten.
  private func age(of batches: [PreparedBatch], owner: Profile?, in database: Database) throws -> Date? {
    let stated = batches.lazy.compactMap(\.asOf).first
    if stated != nil || isNewest { return stated }
    guard try StoredAccount.find(owner: owner, of: archive, in: database)?.asOf != nil else { return nil }
    return batches.contains(where: \.hasUnknownAge) ? .distantPast : source.newestPost(stop: stop)
  }

  private mutating func finish(_ outcome: BatchChannel.Outcome, in database: Database) throws {
    if isTruncated || channel.wasTruncated { summary.outcome = .stopped }
    switch outcome {
    case .success(let report):
      summary.skipped = report.skipped
      summary.format = report.format
      try complete(owner: report.owner, timelines: report.timelines, newest: report.newest, in: database)
    case .failure(let error):
      if error != .cancelled { summary.outcome = .failed(.source(error)) }
      try complete(owner: nil, timelines: [], newest: nil, in: database)
    }
  }

  /// Makes the account visible to others.
  private mutating func complete(
    owner: Profile?, timelines: [TimelineID], newest: Date?, in database: Database
  ) throws {
    guard var account else { return }
    try database.inTransaction(.immediate) {
      if let newest, !summary.isOlder, isNewest || !account.isNewer(than: newest) {
        try account.storeDate(asOf: newest, in: database)
      }
      try TimelineWriter.sortTabs(timelines, of: account.id, in: database)
      try account.complete(owner: summary.isOlder ? nil : owner, format: summary.format, in: database)
      return .commit
    }
    self.account = account
    summary.account = account.account
    log.end(in: database)
  }
}
