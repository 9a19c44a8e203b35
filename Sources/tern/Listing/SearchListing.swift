import Domain
import Runtime

/// Prints the posts of one account or of several that match, newest first.
@MainActor
struct SearchListing {
  let text: String
  let configuration: Configuration
  let limit: Int?
  let format: OutputOptions.Format
  var usesPager = true

  func run() throws {
    let query: SearchQuery
    do throws(SearchQueryError) {
      query = try SearchQuery(text, now: SystemClock().now)
    } catch {
      throw Failure(.usage, "“\(text)” wants \(error.words)")
    }
    let sources = try Sources(configuration, clock: SystemClock())
    defer { sources.live?.stop() }
    let searches = try accounts(of: sources).compactMap { sources.accounts.source(of: $0.id)?.search }
    let printer = PostPrinter(limit: limit, format: format, usesPager: usesPager)
    defer { printer.end() }
    var streams = try searches.map { try MatchStream(of: query, in: $0) }
    while printer.wantsMore, let newest = MatchStream.newest(of: streams) {
      guard try printer.print([streams[newest].next()].compactMap { $0 }) else { break }
    }
    printer.end()
    if let failure = printer.failure { throw failure }
    if printer.isEmpty { try reportNoMatches(of: query, in: searches) }
  }
}

extension SearchListing {
  private func accounts(of sources: Sources) throws -> [Account] {
    let listAccounts = ListAccounts(accounts: sources.accounts, session: sources.session)
    let listed = try MainLoop.wait { () async throws(TimelineError) in try await listAccounts() }
    guard let requested = sources.requested else {
      guard !listed.isEmpty else {
        throw Failure(.unavailable, "no accounts to look through; take in your archive with tern import PATH")
      }
      return listed.filter(\.isReady).map(\.account)
    }
    guard listed.contains(where: { $0.account.id == requested.id && $0.isReady }) else {
      throw Failure(.notAllowed, "\(requested.label) asks for a password; sign in to it in tern")
    }
    return [requested]
  }

  private func reportNoMatches(of query: SearchQuery, in searches: [any PostSearchRepository]) throws {
    let searched = try searches.reduce(0) { sum, search in
      try sum
        + MainLoop.wait { () async throws(TimelineError) in try await search.matchCount(of: query, upTo: 1).searched }
    }
    StandardError.say("no matches of “\(query.text)” in \(ImportWords.posts(searched))")
  }
}
