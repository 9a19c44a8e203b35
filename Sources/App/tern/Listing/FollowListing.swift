import Domain
import EmptyState
import Runtime
import ServerSession

/// Prints the newest posts of a timeline, oldest first, then new ones as they arrive: immediately for timelines that
/// the server streams, otherwise once a minute.
@MainActor
struct FollowListing {
  private static let defaultCount = 10

  let configuration: Configuration
  /// The number of posts to print first; nil for a few.
  let limit: Int?
  let format: OutputOptions.Format
  let reveals: Bool

  /// Returns when the reader closes the pipe.
  func run() throws {
    var options = configuration
    options.timeline = nil
    let clock = SystemClock()
    let sources = try AppEnvironment(options, policy: .automatic, clock: clock)
    defer { sources.servers?.stop() }
    let (account, source) = try sources.accountToShow(hint: "sign in with tern login SERVER")
    guard account.id.kind == .mastodon else {
      throw CommandFailure(.usage, "--follow works with Mastodon accounts, not \(account.label)")
    }
    let printer = PostPrinter(limit: nil, format: format, usesPager: false, reveals: reveals)
    let (title, timelines) = (configuration.timeline, source.timelines)
    let timeline = try MainLoop.wait { () async throws(TimelineError) in
      if let timeline = try await timelines.timeline(titled: title, .fresh) { return timeline.id }
      // For an unknown title, the source throws the right error.
      _ = try await timelines.page(of: TimelineID(name: title ?? ""), PageRequest(.newest, limit: 1))
      return TimelineID(name: title ?? "")
    }
    let streams =
      configuration.settings.parseResult.settings.streams && ServerAccounts.streamedTimelines.contains(timeline)
    let watch = StoreWatch(sources, clock: clock, runner: TaskRunner(executor: MainLoop.workQueue))
    defer { withExtendedLifetime(watch) {} }
    let follower = TimelineFollower(timeline, of: timelines, streams: streams, clock: clock)
    let count = limit ?? Self.defaultCount
    try MainLoop.wait(convertingError: { (failure: CommandFailure) in failure }, isLong: true) {
      () async throws(CommandFailure) in
      try await follower.follow(from: count) { posts throws(CommandFailure) in try await printer.printAll(posts) }
    }
  }
}

extension PostPrinter {
  /// - Returns: whether more posts can be printed.
  fileprivate func printAll(_ posts: [Post]) throws(CommandFailure) -> Bool {
    let continues = print(posts)
    if let failure { throw failure }
    return continues
  }
}
