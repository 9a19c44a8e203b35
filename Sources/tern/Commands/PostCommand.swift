import ArgumentParser
import Domain
import EmptyState
import FoundationEssentials
import Runtime
import SystemFiles

/// `tern post TEXT`: writes a post. It is kept first, and then sent.
struct PostCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "post", abstract: "Write a post, and print its address.",
    discussion: """
      It is kept before it is sent. Where the server does not answer, it waits, and tern sync sends it; what the \
      server does not take is a draft.
      """)

  @Argument(help: ArgumentHelp("What it says; without it, and for -, what is on standard input.", valueName: "text"))
  var text: String?

  @Option(
    help: ArgumentHelp("As whom; needed where there are several accounts.", valueName: "handle"),
    completion: ShellCompletion.serverAccounts)
  var account: String?

  @Option(name: .customLong("reply-to"), help: ArgumentHelp("The post that it answers.", valueName: "address"))
  var replyTo: String?

  @Option(help: ArgumentHelp("The post that it quotes.", valueName: "address"))
  var quote: String?

  @Option(help: "Who may read it.")
  var visibility: Readers?

  @Option(parsing: .unconditional, help: ArgumentHelp("A warning to stand before it.", valueName: "text"))
  var warning: String?

  @Option(help: ArgumentHelp("Its language, such as en or pt-BR.", valueName: "tag"))
  var language: String?

  @Flag(name: .customLong("sensitive"), help: "What it shows is not for everybody.")
  var isSensitive = false

  @Option(
    parsing: .unconditionalSingleValue, help: ArgumentHelp("A file to go with it; once for each.", valueName: "file"),
    completion: .file())
  var media: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("What a file shows: the first is for the first file, and so on.", valueName: "text"))
  var description: [String] = []

  @Option(
    parsing: .unconditionalSingleValue, help: ArgumentHelp("An answer to choose; once for each.", valueName: "option"))
  var poll: [String] = []

  @Option(
    name: .customLong("poll-duration"),
    help: ArgumentHelp("How long one can choose: 30m, 6h, 3d; 1d by itself.", valueName: "time"))
  var pollDuration: String?

  @Flag(name: .customLong("poll-multiple"), help: "Let people choose several answers.")
  var allowsSeveral = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "When the server is to publish it: \"2026-12-01 09:00\", \"tomorrow 9:00\", +2h.", valueName: "time"))
  var schedule: String?

  @Flag(name: .customLong("draft"), help: "Keep it as a draft, and send nothing.")
  var isDraft = false

  @OptionGroup var options: ServerOptions

  func validate() throws {
    if replyTo?.isEmpty == true || quote?.isEmpty == true {
      throw ValidationError("--reply-to and --quote want the address of a post")
    }
    if replyTo != nil, quote != nil { throw ValidationError("--reply-to and --quote: name one of them") }
    if description.count > media.count {
      throw ValidationError("--description says what a file shows; there are more of them than of --media")
    }
    if let language, !Draft.isLanguage(language) {
      throw ValidationError("--language takes a tag such as en or pt-BR, not “\(language)”")
    }
    if let pollDuration, PublishTime.length(pollDuration[...]) == nil {
      throw ValidationError("--poll-duration takes a time such as 30m, 6h or 3d, not “\(pollDuration)”")
    }
    if poll.isEmpty, pollDuration != nil || allowsSeveral {
      throw ValidationError("--poll-duration and --poll-multiple are of a poll; --poll names its answers")
    }
  }

  @MainActor
  func runOnMainActor() throws {
    let clock = SystemClock()
    let parts = try ServerServices.make(options, clock: clock)
    defer { parts.stop() }
    let run = PostRun(
      account: try author(parts), parts: parts, clock: clock, say: { StandardError.say($0) })
    let draft = try draft(by: run.account.id, now: clock.now)
    for file in draft.media where file.description.isEmpty {
      StandardError.say("\(file.path) goes without a description")
    }
    let (subject, isDraft) = (subject, isDraft)
    let result = try MainLoop.wait(failing: { (failure: CommandFailure) in failure }) {
      () async throws(CommandFailure) in
      try await run.post(draft, about: subject, keepsOnly: isDraft)
    }
    do {
      if let address = result.address { try StandardStream.output.write(address + "\n") }
    } catch {
      StandardError.say("it was sent: \(result.address ?? "")")
      throw error
    }
    if let note = result.note { StandardError.say(note) }
    if let loss = result.loss { StandardError.say(loss) }
  }

  private var subject: PostRun.Subject? {
    replyTo.map { .answered($0.escapingControls) } ?? quote.map { .quoted($0.escapingControls) }
  }

  @MainActor
  private func author(_ parts: ServerServices) throws -> Account {
    if let account { return try ServerAccountName(account).find(in: parts) }
    let all = try MainLoop.wait { () async throws(TimelineError) in try await parts.accounts(named: nil) }
    guard let only = all.first else {
      throw CommandFailure(.unavailable, "no accounts of servers; tern login SERVER adds one")
    }
    guard all.count == 1 else {
      throw CommandFailure(.usage, "as whom? Name one with --account: \(all.map(\.label).joined(separator: ", "))")
    }
    return only
  }
}

// MARK: - What is written

extension PostCommand {
  private func draft(by account: AccountID, now: Date) throws -> Draft {
    var draft = Draft(account: account, text: try words(), changedAt: now)
    draft.warning = warning?.escapingControls ?? ""
    draft.visibility = visibility?.visibility
    draft.language = language
    draft.isSensitive = isSensitive || !draft.warning.isEmpty
    if !poll.isEmpty {
      draft.poll = DraftPoll(options: poll.map(\.escapingControls), allowsSeveral: allowsSeveral)
      if let seconds = pollDuration.flatMap({ PublishTime.length($0[...]) }) { draft.poll?.duration = Int(seconds) }
    }
    draft.publishAt = try publishAt(now: now)
    draft.media = try files()
    guard !draft.isBlank else { throw CommandFailure(.usage, "there is nothing to post") }
    return draft
  }

  private func words() throws -> String {
    if let text, text != "-" { return text.escapingControls }
    guard text != nil || !StandardInput.isTerminal else {
      guard media.isEmpty, poll.isEmpty else { return "" }
      throw CommandFailure(.usage, "what is there to post? Give a text, or - for standard input")
    }
    return try StandardInput.text().escapingControls
  }

  private func publishAt(now: Date) throws -> Date? {
    guard let schedule else { return nil }
    do throws(PublishTime.Fault) {
      return try PublishTime.date(schedule, now: now)
    } catch {
      throw CommandFailure(.usage, "--schedule \(schedule): \(error.words)")
    }
  }

  private func files() throws -> [DraftMedia] {
    let folder = MediaFiles(home: Environment.variables["HOME"])
    return try media.enumerated().map { number, path in
      do throws(TimelineError) {
        let file = try folder.file(at: path)
        let words = description.indices.contains(number) ? description[number].escapingControls : ""
        return DraftMedia(path: file.path, description: words)
      } catch {
        throw CommandFailure(error)
      }
    }
  }
}

/// Who may read a post, by the names that Tern and Mastodon have for it.
enum Readers: String, ExpressibleByArgument, CaseIterable {
  case `public`, unlisted, followers, direct

  init?(argument: String) {
    self.init(rawValue: argument == "private" ? "followers" : argument)
  }

  var visibility: Visibility {
    switch self {
    case .public: .public
    case .unlisted: .unlisted
    case .followers: .followers
    case .direct: .direct
    }
  }
}
