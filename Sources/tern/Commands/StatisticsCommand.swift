import ArgumentParser
import Domain
import Formats
import Glibc
import Runtime
import Statistics
import TerminalKit

/// `tern stats [ACCOUNT]`: what the posts of an account come to.
struct StatisticsCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Count the posts of an account.",
    discussion: """
      Posts a year and an hour, the words that occur most often, what was liked and answered most, and what was written on \
      this day in earlier years. Of an archive, what its owner has written or reposted; no server is asked.
      """)

  @Argument(
    help: ArgumentHelp("The account, or a file of posts; else the account read last.", valueName: "handle"),
    completion: ShellCompletion.accounts)
  var name: String?

  @OptionGroup var options: SharedOptions

  @Option(help: "text or jsonl.")
  var format = OutputOptions.Format.text

  func validate() throws {
    if options.timeline != nil { throw ValidationError("stats counts all timelines; leave out --timeline") }
    if name != nil, options.account != nil { throw ValidationError("stats takes one account; leave out --account") }
  }

  @MainActor
  func runOnMainActor() throws {
    let clock = SystemClock()
    let sources = try AppEnvironment(try configuration(), contact: .never, clock: clock)
    defer { sources.live?.stop() }
    let (account, source) = try sources.accountToRead(hint: "name a file: tern stats PATH")
    let load = LoadStatistics(statistics: sources.statistics(of: account.id, source), clock: clock)
    let statistics = try MainLoop.wait { () async throws(TimelineError) in try await load() }
    guard statistics.posts > 0 else { return StandardError.say("\(account.callingName): no posts") }
    try StandardStream.output.write(text(of: statistics, account))
  }

  /// What is both, an account and a file, is the account.
  @MainActor
  private func configuration() throws -> Configuration {
    let settings = try ProgramSettings(options.settings)
    var configuration = Configuration(options, settings: settings)
    guard let name else { return configuration.withoutUnnamedDemo }
    let known = try MainLoop.wait {
      [sources = try AppEnvironment(configuration, contact: .never, clock: SystemClock())] ()
        async throws(TimelineError) in
      try await sources.accounts.accounts()
    }
    var status = stat()
    if known.account(called: name) == nil, name == "-" || lstat(name, &status) == 0 {
      configuration.paths = [name]
    } else {
      configuration.account = name.escapingControls
    }
    return configuration
  }

  @MainActor
  private func text(of statistics: PostStatistics, _ account: Account) -> String {
    if format == .jsonl {
      let lines = StatisticsLines.json(statistics).map { StandardStream.output.isForeign ? $0.jsonInASCII : $0 }
      return lines.map { $0 + "\n" }.joined()
    }
    let width = max(1, min(Self.maxWidth, StandardStream.output.columns ?? .max) - Self.indent.count)
    func wrapped(_ text: String) -> [String] { TextLayout.wrap(StyledText(text), width: width).map(\.plain) }
    var lines = wrapped(TextLayout.sanitized(account.givenName?.text ?? account.profile.nameAndLabel))
    for (row, _) in StatisticsText.rows(of: statistics, owner: account.profile) {
      if let heading = row.heading { lines += [""] + wrapped(heading) + [""] }
      var shown = row.lines(width: width).map { String(TextLayout.sanitized($0.plain).trimmedEnd) }
      // What a post says is set in below what there is to say of it.
      if case .post = row.content { shown = shown.prefix(1) + shown.dropFirst().map { Self.indent + $0 } }
      lines += shown
    }
    return lines.map { $0.replacing("\n", with: " ") + "\n" }.joined()
  }

  private static let indent = "  "
  private static let maxWidth = 80
}
