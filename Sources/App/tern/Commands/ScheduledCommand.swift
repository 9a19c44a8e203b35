import ArgumentParser
import Domain
import EmptyState
import FoundationEssentials
import Runtime

/// `tern scheduled`: lists the posts that the server will publish.
struct ScheduledCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "scheduled", abstract: "List the posts that your server will publish later.",
    discussion: """
      Each line has the ID, the time, who can read it and the text, separated by tabs. tern post --schedule schedules \
      a post; its text is changed in tern (D).
      """, subcommands: [ScheduledCancelCommand.self, ScheduledChangeCommand.self])

  @Option(help: "Output format: text or jsonl.")
  var format = OutputOptions.Format.text

  @OptionGroup var account: ServerAccountOption
  @OptionGroup var options: ServerOptions

  @MainActor
  func runOnMainActor() throws {
    let posts = try account.withScheduledPosts(options) { scheduled, _ throws(CommandFailure) in
      try await scheduled.list()
    }
    guard !posts.isEmpty else { return StandardError.printMessage("no scheduled posts") }
    let lacksUnicode = StandardStream.output.lacksUnicode
    for post in posts {
      let line = format == .jsonl ? ScheduledText.json(post) : ScheduledText.line(post)
      guard try StandardStream.output.write(line + "\n", lacksUnicode: lacksUnicode) else { return }
    }
  }
}

/// `tern scheduled cancel ID`: deletes a scheduled post.
struct ScheduledCancelCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel a scheduled post: it is deleted and not published.",
    discussion: "Does not ask. tern scheduled lists the IDs.")

  @Argument(help: ArgumentHelp("The ID of the scheduled post.", valueName: "id"))
  var id: String

  @OptionGroup var account: ServerAccountOption
  @OptionGroup var options: ServerOptions

  @MainActor
  func runOnMainActor() throws {
    let id = ScheduledPostID(id.escapingControls)
    try account.withScheduledPosts(options) { scheduled, _ throws(CommandFailure) in
      try await scheduled.cancel(id)
    }
    try StandardStream.output.write("cancelled\n")
  }
}

/// `tern scheduled change ID --at TIME`: changes when a scheduled post is published.
struct ScheduledChangeCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "change", abstract: "Change when a scheduled post is published.",
    discussion: "tern scheduled lists the IDs.")

  @Argument(help: ArgumentHelp("The ID of the scheduled post.", valueName: "id"))
  var id: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The new time: \"2026-12-01 09:00\", \"tomorrow 9:00\", +2h. At least five minutes ahead.", valueName: "time"))
  var at: String

  @OptionGroup var account: ServerAccountOption
  @OptionGroup var options: ServerOptions

  @MainActor
  func runOnMainActor() throws {
    let (id, time) = (ScheduledPostID(id.escapingControls), at)
    let moment = try account.withScheduledPosts(options) { scheduled, now throws(CommandFailure) in
      try await scheduled.change(id, to: Self.moment(time, now: now))
    }
    try StandardStream.output.write("scheduled for \(LocalTime.minute(moment))\n")
  }

  private static func moment(_ time: String, now: Date) throws(CommandFailure) -> Date {
    do throws(PublishTime.ParseError) {
      return try PublishTime.date(time, now: now)
    } catch {
      throw CommandFailure(.usage, "--at \(time): \(error.text)")
    }
  }
}

extension ServerAccountOption {
  /// Performs a request with the scheduled posts of the account.
  /// - Parameter request: receives the scheduled posts and the current date.
  @MainActor
  func withScheduledPosts<Response: Sendable>(
    _ options: ServerOptions,
    _ request: @escaping @Sendable (ScheduledRun, _ now: Date) async throws(CommandFailure) -> Response
  ) throws -> Response {
    let clock = SystemClock()
    let services = try ServerServices.make(options, clock: clock)
    defer { services.stop() }
    let account = try account(services)
    let run = ScheduledRun(host: account.origin.label, repository: services.sources.source(of: account.id)?.scheduled)
    return try MainLoop.wait(convertingError: { (failure: CommandFailure) in failure }) {
      () async throws(CommandFailure) in
      try await request(run, clock.now)
    }
  }
}
