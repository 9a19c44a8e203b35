import ArgumentParser
import Domain
import Formats
import Glibc
import Runtime
import Statistics
import TerminalKit
import TimelineStatistics

/// `tern stats [HANDLE]`: prints statistics of an account’s posts.
struct StatisticsCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Print statistics of an account's posts.",
    discussion: """
      Posts per year and by hour, most frequent words, most liked and most replied to, and posts on this day in earlier \
      years. Only the owner's posts and reposts are counted; of a file, all posts. No server is contacted.
      """)

  @Argument(
    help: ArgumentHelp("Account or file of posts. Default: the last account.", valueName: "handle"),
    completion: ShellCompletion.accounts)
  var name: String?

  @OptionGroup var options: SharedOptions

  @Option(help: "Output format: text or jsonl.")
  var format = OutputOptions.Format.text

  func validate() throws {
    if options.timeline != nil { throw ValidationError("stats covers all timelines; leave out --timeline") }
    if name != nil, options.account != nil { throw ValidationError("stats takes one account; leave out --account") }
  }

  @MainActor
  func runOnMainActor() throws {
    let clock = SystemClock()
    let sources = try AppEnvironment(try configuration(), policy: .never, clock: clock)
    defer { sources.servers?.stop() }
    let (account, source) = try sources.accountToShow(hint: "name a file: tern stats PATH")
    let repository = sources.statistics(of: account, source)
    let statistics = try MainLoop.wait { () async throws(TimelineError) in
      try await repository.statistics(at: clock.now)
    }
    guard statistics.posts > 0 else { return StandardError.printMessage("\(account.commandLineName): no posts") }
    try StandardStream.output.write(text(of: statistics, account))
  }

  /// If the name is both an account and a file, the account is meant.
  @MainActor
  private func configuration() throws -> Configuration {
    let settings = try ProgramSettings(options.settings)
    var configuration = Configuration(options, settings: settings)
    guard let name else { return configuration.excludingUnnamedDemo }
    let known = try MainLoop.wait {
      [sources = try AppEnvironment(configuration, policy: .never, clock: SystemClock())] ()
        async throws(TimelineError) in
      try await sources.accounts.accounts()
    }
    var status = stat()
    if known.account(named: name) == nil, name == "-" || lstat(name, &status) == 0 {
      configuration.paths = [name]
    } else {
      configuration.account = name.escapingControls
    }
    return configuration
  }

  @MainActor
  private func text(of statistics: PostStatistics, _ account: Account) -> String {
    if format == .jsonl {
      let lines = StatisticsLines.json(statistics).map { StandardStream.output.lacksUnicode ? $0.jsonInASCII : $0 }
      return lines.map { $0 + "\n" }.joined()
    }
    let width = max(1, min(Self.maxWidth, StandardStream.output.columns ?? .max) - Self.indent.count)
    func wrapped(_ text: String) -> [String] { TextLayout.wrap(StyledText(text), width: width).map(\.plain) }
    var lines = wrapped(TextLayout.sanitized(account.givenName?.text ?? account.profile.nameAndLabel))
    for (row, _) in StatisticsText.rows(of: statistics, owner: account.profile, time: LocalTime.minute) {
      if let heading = row.heading { lines += [""] + wrapped(heading) + [""] }
      var shown = row.lines(width: width).map { String(TextLayout.sanitized($0.plain).trimmedEnd) }
      // The text of a post is indented below its heading.
      if case .post = row.content { shown = shown.prefix(1) + shown.dropFirst().map { Self.indent + $0 } }
      lines += shown
    }
    return lines.map { $0.replacing("\n", with: " ") + "\n" }.joined()
  }

  private static let indent = "  "
  private static let maxWidth = 80
}
