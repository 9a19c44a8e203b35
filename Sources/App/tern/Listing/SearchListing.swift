import Domain
import Runtime

/// Prints the matching posts of one or several accounts, newest first.
@MainActor
struct SearchListing {
  let text: String
  let configuration: Configuration
  let limit: Int?
  let format: OutputOptions.Format
  var usesPager = true
  var reveals = false

  func run() throws {
    let query = try query()
    let sources = try AppEnvironment(configuration, clock: SystemClock())
    defer { sources.servers?.stop() }
    try print(query, in: try accounts(of: sources), sources)
  }

  /// Prints the matches of a search tab.
  func run(_ search: ListedTimeline, of account: Account, in sources: AppEnvironment) throws {
    let query = try query()
    guard case .search = search.id else {
      let listAccounts = ListAccounts(accounts: sources.accounts, session: sources.session)
      let accounts = try MainLoop.wait { () async throws(TimelineError) in
        try await listAccounts.searchableAccounts(in: sources.accounts)
      }
      return try print(query, in: accounts, sources)
    }
    let source = sources.accounts.source(of: account.id)
    try print(query, in: source.map { [SearchableAccount(account: account, search: $0.search)] } ?? [], sources)
  }

  private func query() throws -> SearchQuery {
    do throws(SearchQueryError) {
      return try SearchQuery(text, now: SystemClock().now)
    } catch {
      throw CommandFailure(.usage, "“\(text)”: \(error.message)")
    }
  }

  private func print(_ query: SearchQuery, in accounts: [SearchableAccount], _ sources: AppEnvironment) throws {
    let matches = AccountMatches(of: query, in: accounts, chunkLength: pageLength, clock: SystemClock())
    let printer = PostPrinter(
      limit: limit, format: format, usesPager: usesPager, accounts: accounts.count > 1 ? accounts.map(\.account) : [],
      reveals: reveals)
    defer { printer.end() }
    var position = PagePosition.newest
    while printer.needsMore {
      let page = try MainLoop.wait { [position] () async throws(TimelineError) in
        try await matches.page(PageRequest(position, limit: pageLength))
      }
      guard printer.print(page.posts), let older = page.older else { break }
      position = .older(than: older)
    }
    printer.end()
    if let failure = printer.failure { throw failure }
    try report(matches.result.failures)
    if printer.isEmpty { try reportNoMatches(of: matches, timelines: timelines(for: query, of: accounts, in: sources)) }
  }
}

extension SearchListing {
  private static let longestPage = 500
  /// Loads at most as many posts as requested.
  private var pageLength: Int { min(max(limit ?? .max, 1), Self.longestPage) }

  private func accounts(of sources: AppEnvironment) throws -> [SearchableAccount] {
    let listAccounts = ListAccounts(accounts: sources.accounts, session: sources.session)
    let listed = try MainLoop.wait { () async throws(TimelineError) in try await listAccounts() }
    guard let requested = sources.requested else {
      guard !listed.isEmpty else {
        throw CommandFailure(.unavailable, "no accounts to search; import an archive with tern import PATH")
      }
      let accounts = sources.accounts
      return try MainLoop.wait { () async throws(TimelineError) in
        try await listAccounts.searchableAccounts(in: accounts)
      }
    }
    guard listed.contains(where: { $0.account.id == requested.id && $0.isReady }) else {
      throw CommandFailure(.notAllowed, "\(requested.label) needs a password; sign in with tern")
    }
    return sources.accounts.source(of: requested.id).map { [SearchableAccount(account: requested, search: $0.search)] }
      ?? []
  }

  /// Reports accounts that could not be searched, after the matches of the others.
  private func report(_ failures: [MultiAccountResult.AccountFailure]) throws {
    guard let last = failures.last else { return }
    let sentence = { (failure: MultiAccountResult.AccountFailure) in
      "\(failure.account.label) could not be searched: \(failure.error.clause)"
    }
    for failure in failures.dropLast() { StandardError.printMessage(sentence(failure)) }
    throw CommandFailure(CommandFailure(last.error).status, sentence(last))
  }

  /// The timelines of all searched accounts; nil if the query names none, or an account cannot list them.
  private func timelines(
    for query: SearchQuery, of accounts: [SearchableAccount], in sources: AppEnvironment
  ) throws -> [ListedTimeline]? {
    guard case .otherTimeline? = query.widenings(among: []).first else { return nil }
    let repositories = accounts.compactMap { sources.accounts.source(of: $0.account.id)?.timelines }
    return try MainLoop.wait { () async throws(TimelineError) -> [ListedTimeline]? in
      var timelines: [ListedTimeline] = []
      for repository in repositories {
        guard let overview = try? await repository.overview(.cached) else { return nil }
        timelines += overview.timelines
      }
      return timelines
    }
  }

  private func reportNoMatches(of matches: AccountMatches, timelines: [ListedTimeline]?) throws {
    if let timelines, case .otherTimeline(let name, let nearest)? = matches.query.widenings(among: timelines).first {
      guard let nearest else {
        throw CommandFailure(.unknownTimeline(name: name.escapingControls, known: timelines.map(\.title)))
      }
      throw CommandFailure(
        .usage, "no timeline “\(ImportText.sanitizedName(name.escapingControls))”; did you mean “\(nearest)”?")
    }
    let searched = try MainLoop.wait { () async throws(TimelineError) in
      try await matches.count(isQuick: true).searchedCount
    }
    StandardError.printMessage("no matches of “\(matches.query.text)” in \(ImportText.posts(searched))")
  }
}
