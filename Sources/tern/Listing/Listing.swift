import DataLayer
import Domain
import FoundationEssentials

/// Prints the posts of a timeline, page by page.
@MainActor
struct Listing {
  private static let pageLimit = 500

  let configuration: Configuration
  let limit: Int?
  let format: ListCommand.Format

  func run() throws {
    let sources = try Sources(configuration, clock: SystemClock())
    let (account, repository) = try account(from: sources)
    let overview = try MainLoop.wait { () async throws(TimelineError) in
      let overview = try await repository.overview()
      // What is read later may stand above what has been read so far.
      await repository.waitUntilRead()
      return overview.isGrowing ? try await repository.overview() : overview
    }
    let kind = configuration.timeline.map(TimelineKind.init) ?? overview.timelines[0]

    var left = limit ?? .max
    var position = PagePosition.newest
    var isEmpty = true
    while left > 0 {
      let count = min(left, Self.pageLimit)
      let page = try MainLoop.wait { [position] () async throws(TimelineError) in
        try await repository.page(of: kind, at: position, limit: count)
      }
      if isEmpty, let skipped = page.skipped { report(skipped) }
      for post in page.posts {
        isEmpty = false
        guard try StandardStream.output.write(line(for: post)) else { return }
      }
      left -= page.posts.count
      guard let older = page.older else { break }
      position = .older(than: older)
    }
    if isEmpty, left > 0 { StandardError.say("\(account.label): \(kind.name) has no posts") }
  }
}

extension Listing {
  private func line(for post: Post) -> String {
    switch format {
    case .text: PostBlock.text(for: post)
    case .jsonl: PostLine.json(post) + "\n"
    }
  }

  private func report(_ skipped: SkippedPosts) {
    let place = skipped.first
    StandardError.say(
      "\(place.path): \(place.line):\(place.column): \(skipped.count) of its posts could not be read; here: expected "
        + place.expected)
  }

  /// The account that was asked for, else the one read last, else the first that opens.
  private func account(from sources: Sources) throws -> (Account, any TimelineRepository) {
    let listAccounts = ListAccounts(accounts: sources.accounts, session: sources.session)
    let listed = try MainLoop.wait { () async throws(TimelineError) in try await listAccounts() }
    let wanted = sources.wished?.id ?? sources.session.load().lastAccount
    guard let entry = listed.first(where: { $0.account.id == wanted }) ?? listed.first(where: \.isReady),
      let repository = sources.accounts.repository(for: entry.account.id)
    else { throw Failure(.unavailable, "no accounts; name a file: tern list PATH") }
    guard entry.isReady else {
      throw Failure(.notAllowed, "\(entry.account.label) asks for a password; sign in to it in tern")
    }
    return (entry.account, repository)
  }
}
