import Domain
import EmptyState
import Formats
import FoundationEssentials
import LocalFiles
import Runtime

/// Prints the posts of a timeline: those of files as they are read, those of an account page by page.
@MainActor
struct Listing {
  private static let pageLimit = 500

  let configuration: Configuration
  let limit: Int?
  let format: OutputOptions.Format
  var usesPager = true
  var reveals = false

  func run() throws {
    var options = configuration
    // The timelines of a file are known only after it has been read, and standard input can be read only once.
    options.timeline = nil
    let sources = try AppEnvironment(readingWith: options)
    defer { sources.servers?.stop() }
    let printer = PostPrinter(limit: limit, format: format, usesPager: usesPager, reveals: reveals)
    defer { printer.end() }
    if let file = sources.fileAccount, sources.requested?.id == file.id {
      try print(configuration.timeline, of: file, with: printer)
    } else {
      try print(configuration.timeline, from: sources, with: printer)
    }
  }
}

// MARK: - Files

extension Listing {
  private func print(_ title: String?, of file: Account, with printer: PostPrinter) throws {
    let timeline: StreamedTimeline
    do throws(TimelineError) {
      timeline = try TimelineFile(paths: configuration.paths, now: SystemClock().now).stream(
        title.map(TimelineID.init(name:)), body: printer.print)
    } catch {
      throw CommandFailure(error)
    }
    printer.end()
    if let failure = printer.failure { throw failure }
    timeline.skipped.map(report)
    if timeline.lateCount > 0 {
      StandardError.printMessage(
        "\(file.origin.label): not in order; \(timeline.lateCount) of its posts are below older ones")
    }
    if printer.isEmpty { reportNoPosts(in: timeline.id.title, of: file.origin.label) }
  }

  private func report(_ skipped: SkippedPosts) {
    let location = skipped.first
    let problem =
      switch (skipped.isCutOff, skipped.count) {
      case (true, 1): "the file is cut off"
      case (true, _): "the file is cut off, and \(skipped.count) posts could not be read"
      case (false, _): "\(skipped.count) \(skipped.count == 1 ? "post" : "posts") could not be read"
      }
    StandardError.printMessage(
      "\(location.path): \(location.line):\(location.column): \(problem); expected \(location.expected)")
  }

  private func reportNoPosts(in title: String, of source: String) {
    StandardError.printMessage("\(source): " + (title == "Posts" ? "no posts" : "\(title) has no posts"))
  }
}

// MARK: - Accounts

extension Listing {
  private func print(_ title: String?, from sources: AppEnvironment, with printer: PostPrinter) throws {
    let (account, source) = try sources.accountToShow(hint: "name a file: tern list PATH")
    var timelines = source.timelines
    // The server is contacted once, for the first page.
    var freshness: Freshness = source.capabilities.maxAge == nil ? .cached : .fresh
    let timeline = try MainLoop.wait { [timelines, freshness] () async throws(TimelineError) in
      try await timelines.timeline(titled: title, freshness)
    }
    let saved = try timeline == nil ? sources.savedSearches(in: account) : []
    let tab = title.flatMap(saved.search)
    if let tab, tab.id.query != nil { return try print(tab, of: account, in: sources) }
    // For an unknown title, the source throws the right error.
    var id = timeline?.id ?? tab?.id ?? TimelineID(name: title ?? "")
    if case .publicTimeline(let other) = id, let server = sources.accounts.source(of: other.account.id) {
      (timelines, id) = (server.timelines, other.idAtServer)
    }
    var position = PagePosition.newest
    // Whether a page has been loaded, even an empty one.
    var hasPages = false
    var hidden = HiddenCounts()
    while printer.needsMore {
      let page = try MainLoop.wait {
        [timelines, id, position, freshness, hasPages] () async throws(TimelineError) -> TimelinePage? in
        do throws(TimelineError) {
          return try await timelines.page(of: id, PageRequest(position, limit: Self.pageLimit, freshness))
        } catch .unknownTimeline(let name, let known) {
          throw .unknownTimeline(name: name, known: known + saved.map(\.title))
        } catch .offline(_, .offlineMode) where hasPages {
          // All stored posts have been printed, and no server may be contacted.
          return nil
        }
      }
      guard let page else { break }
      (freshness, hasPages) = (.cached, true)
      if printer.isEmpty, let skipped = page.skipped { report(skipped) }
      for reason in page.posts.lazy.compactMap(\.filterReason) { hidden.add(reason) }
      guard printer.print(page.posts.filter { !$0.isHiddenByFilter }), let older = page.older else { break }
      position = .older(than: older)
    }
    printer.end()
    if let failure = printer.failure { throw failure }
    if hidden.count > 0 { StandardError.printMessage("\(account.label): \(hidden.text)") }
    if printer.isEmpty, hidden.count == 0 {
      reportNoPosts(in: timeline?.title ?? tab?.title ?? title ?? "", of: account.label)
    }
  }

  private func print(_ search: ListedTimeline, of account: Account, in sources: AppEnvironment) throws {
    try SearchListing(
      text: search.id.query ?? "", configuration: configuration, limit: limit, format: format, usesPager: usesPager,
      reveals: reveals
    ).run(search, of: account, in: sources)
  }
}

extension TimelineRepository {
  /// The timeline with a title, or the first one if it is nil.
  /// - Returns: nil if there is no such timeline.
  func timeline(titled title: String?, _ freshness: Freshness) async throws(TimelineError) -> ListedTimeline? {
    var overview = try await overview(freshness)
    if overview.isGrowing {
      // Posts read later may be newer than those read so far.
      await waitUntilLoaded()
      overview = try await self.overview(.cached)
    }
    guard let title else { return overview.timelines[0] }
    return overview.timeline(titled: title)
  }
}
