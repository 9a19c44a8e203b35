import Domain
import Formats
import FoundationEssentials
import LocalFiles
import Runtime

/// Prints the posts of a timeline: those of files while they are read, those of an account page by page.
@MainActor
struct Listing {
  private static let pageLimit = 500

  let configuration: Configuration
  let limit: Int?
  let format: OutputOptions.Format

  func run() throws {
    var options = configuration
    // Which timelines there are is known once the source has been read, and it is read but once.
    options.timeline = nil
    let sources = try Sources(options, clock: SystemClock())
    let kind = configuration.timeline.map(TimelineKind.init)
    let printer = PostPrinter(limit: limit, format: format)
    if let file = sources.fileAccount, sources.requested?.id == file.id {
      try print(kind, of: file, with: printer)
    } else {
      try print(kind, from: sources, with: printer)
    }
  }
}

// MARK: - Files

extension Listing {
  private func print(_ kind: TimelineKind?, of file: Account, with printer: PostPrinter) throws {
    let timeline: StreamedTimeline
    do throws(TimelineError) {
      timeline = try TimelineFile(paths: configuration.paths, now: SystemClock().now).stream(kind, take: printer.print)
    } catch {
      throw Failure(error)
    }
    if let failure = printer.failure { throw failure }
    timeline.skipped.map(report)
    if timeline.lateCount > 0 {
      StandardError.say(
        "\(file.source): is not in order; \(timeline.lateCount) of its posts stand below older ones")
    }
    if printer.isEmpty { reportNoPosts(in: timeline.kind, of: file.source) }
  }

  private func report(_ skipped: SkippedPosts) {
    let place = skipped.first
    let what =
      switch (skipped.isCutOff, skipped.count) {
      case (true, 1): "it ends in the middle"
      case (true, _): "it ends in the middle, and \(skipped.count) of its posts could not be read"
      case (false, _): "\(skipped.count) of its posts could not be read"
      }
    StandardError.say("\(place.path): \(place.line):\(place.column): \(what); here: expected \(place.expected)")
  }

  private func reportNoPosts(in kind: TimelineKind, of source: String) {
    StandardError.say("\(source): " + (kind.name == "Posts" ? "no posts" : "\(kind.name) has no posts"))
  }
}

// MARK: - Accounts

extension Listing {
  private func print(_ kind: TimelineKind?, from sources: Sources, with printer: PostPrinter) throws {
    let (account, repository) = try account(from: sources)
    let overview = try MainLoop.wait { () async throws(TimelineError) in
      let overview = try await repository.overview()
      // What is read later may stand above what has been read so far.
      await repository.waitUntilRead()
      return overview.isGrowing ? try await repository.overview() : overview
    }
    let kind = kind ?? overview.timelines[0]
    var position = PagePosition.newest
    while printer.wantsMore {
      let page = try MainLoop.wait { [position] () async throws(TimelineError) in
        try await repository.page(of: kind, at: position, limit: Self.pageLimit)
      }
      if printer.isEmpty, let skipped = page.skipped { report(skipped) }
      guard printer.print(page.posts), let older = page.older else { break }
      position = .older(than: older)
    }
    if let failure = printer.failure { throw failure }
    if printer.isEmpty { reportNoPosts(in: kind, of: account.label) }
  }

  /// The account that was asked for, else the one read last, else the first that opens.
  private func account(from sources: Sources) throws -> (Account, any TimelineRepository) {
    let listAccounts = ListAccounts(accounts: sources.accounts, session: sources.session)
    let listed = try MainLoop.wait { () async throws(TimelineError) in try await listAccounts() }
    let wanted = sources.requested?.id ?? sources.session.load().lastAccount
    guard let entry = listed.first(where: { $0.account.id == wanted }) ?? listed.first(where: \.isReady),
      let repository = sources.accounts.repository(for: entry.account.id)
    else { throw Failure(.unavailable, "no accounts; name a file: tern list PATH") }
    guard entry.isReady else {
      throw Failure(.notAllowed, "\(entry.account.label) asks for a password; sign in to it in tern")
    }
    return (entry.account, repository)
  }
}
