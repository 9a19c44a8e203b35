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
    account: nil, format: "", read: 0, counts: ImportCounts(), skipped: [], end: .whole)
  private var isCut = false
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

  /// From here on the source is read, and `run` sees its end.
  func start() { channel.start(source) }

  /// Stores so many posts at a time, and at first fewer: all of them, or none.
  mutating func run(
    posts: Int, in database: Database, notify: (ImportProgress, ImportCounts) -> Void
  ) throws {
    log.begin(in: database)
    while true {
      let (batches, outcome) = channel.next(posts: min(posts, summary.read + 1))
      do {
        if stop.isCancelled, !batches.isEmpty {
          // Whoever stops it does not wait for what has been read ahead.
          isCut = true
        } else if !batches.isEmpty {
          try write(batches, in: database)
          log.batchIsWritten(in: database)
        }
        if let outcome { return try finish(outcome, in: database) }
      } catch {
        if outcome == nil { channel.giveUp() }
        guard summary.account != nil else { throw error }
        summary.end = .failed(.store(self.database.failure(error, isLocked: true)))
        return
      }
      // Whoever waits to store where they are comes in between.
      usleep(Self.gap)
      let progress = batches.last?.progress
      channel.giveBack(batches)
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
        account = try StoredAccount.open(owner: owner, of: archive, asOf: age, isNewest: isNewest, in: database)
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

  /// When the archive was handed out. Where it does not say, it is as old as its newest post; that is looked for only
  /// where something of a known age is there. An archive of which that cannot be told is older than anything there is:
  /// what is newer may not be lost to it.
  private func age(of batches: [PreparedBatch], owner: Profile?, in database: Database) throws -> Date? {
    let told = batches.lazy.compactMap(\.asOf).first
    if told != nil || isNewest { return told }
    guard try StoredAccount.find(owner: owner, of: archive, in: database)?.asOf != nil else { return nil }
    return batches.contains(where: \.isAgeless) ? .distantPast : source.newestPost(stop: stop)
  }

  private mutating func finish(_ outcome: BatchChannel.Outcome, in database: Database) throws {
    if isCut || channel.wasCut { summary.end = .stopped }
    switch outcome {
    case .success(let report):
      summary.skipped = report.skipped
      summary.format = report.format
      try complete(owner: report.owner, timelines: report.timelines, newest: report.newest, in: database)
    case .failure(let error):
      if error != .cancelled { summary.end = .failed(.source(error)) }
      try complete(owner: nil, timelines: [], newest: nil, in: database)
    }
  }

  /// From now on others see the account.
  private mutating func complete(
    owner: Profile?, timelines: [TimelineID], newest: Date?, in database: Database
  ) throws {
    guard var account else { return }
    try database.inTransaction(.immediate) {
      if let newest, !summary.isOlder, isNewest || !account.isNewer(than: newest) {
        try account.note(asOf: newest, in: database)
      }
      try TimelineWriter.arrange(timelines, of: account.id, in: database)
      try account.complete(owner: summary.isOlder ? nil : owner, format: summary.format, in: database)
      return .commit
    }
    self.account = account
    summary.account = account.account
    log.end(in: database)
  }
}
