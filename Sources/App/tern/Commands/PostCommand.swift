import ArgumentParser
import Domain
import EmptyState
import FoundationEssentials
import Pictures
import Runtime
import SystemFiles

/// `tern post TEXT`: publishes a post. It is saved before it is sent.
struct PostCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "post", abstract: "Publish a post and print its address.",
    discussion: """
      The post is saved before it is sent. If the server does not respond, it waits in the outbox and tern sync sends \
      it. If the server refuses it, it becomes a draft. Who will be able to read it is printed on standard error first.
      """)

  @Argument(help: ArgumentHelp("The text. Without it, or for -, standard input is read.", valueName: "text"))
  var text: String?

  @Option(
    name: .customLong("reply-to"),
    help: ArgumentHelp("Post to reply to: its address or its ID at the server.", valueName: "address"))
  var replyTo: String?

  @Option(help: ArgumentHelp("Post to quote: its address or its ID at the server.", valueName: "address"))
  var quote: String?

  @Option(help: "Who can read it. Default: the setting of the account; a reply or quote is never more public.")
  var visibility: Readers?

  @Option(parsing: .unconditional, help: ArgumentHelp("Content warning.", valueName: "text"))
  var warning: String?

  @Option(help: ArgumentHelp("Language, such as en or pt-BR.", valueName: "tag"))
  var language: String?

  @Flag(name: .customLong("sensitive"), help: "Mark the media as sensitive.")
  var isSensitive = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("File to attach (repeatable); - for a picture on standard input.", valueName: "file"),
    completion: .file())
  var media: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Description of a file, in the order of --media (repeatable).", valueName: "text"))
  var description: [String] = []

  @Option(
    parsing: .unconditionalSingleValue, help: ArgumentHelp("Poll option (repeatable).", valueName: "option"))
  var poll: [String] = []

  @Option(
    name: .customLong("poll-duration"),
    help: ArgumentHelp("How long the poll is open: 30m, 6h, 3d. Default: 1d.", valueName: "time"))
  var pollDuration: String?

  @Flag(name: .customLong("poll-multiple"), help: "Allow several choices.")
  var allowsMultiple = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Publish later: \"2026-12-01 09:00\", \"tomorrow 9:00\", +2h. At least five minutes ahead.", valueName: "time"))
  var schedule: String?

  @Flag(name: .customLong("draft"), help: "Save a draft and send nothing.")
  var isDraft = false

  @OptionGroup var account: ServerAccountOption
  @OptionGroup var options: ServerOptions

  func validate() throws {
    if replyTo?.isEmpty == true || quote?.isEmpty == true {
      throw ValidationError("--reply-to and --quote take the address of a post")
    }
    if replyTo != nil, quote != nil { throw ValidationError("--reply-to and --quote cannot be combined") }
    if media.count(where: { $0 == "-" }) > 1 { throw ValidationError("--media - can be given once") }
    if media.contains("-"), text == "-" {
      throw ValidationError("standard input can be read once: with --media - give the text as an argument")
    }
    if description.count > media.count {
      throw ValidationError("there are more --description options than --media options")
    }
    if let language, !Draft.isLanguage(language) {
      throw ValidationError("--language takes a tag such as en or pt-BR, not “\(language)”")
    }
    if let pollDuration, PublishTime.duration(pollDuration[...]) == nil {
      throw ValidationError("--poll-duration takes a duration such as 30m, 6h or 3d, not “\(pollDuration)”")
    }
    if poll.isEmpty, pollDuration != nil || allowsMultiple {
      throw ValidationError("--poll-duration and --poll-multiple need --poll")
    }
  }

  @MainActor
  func runOnMainActor() throws {
    let clock = SystemClock()
    // Before the text is read from standard input, where it can be read only once.
    let publishAt = try publishAt(now: clock.now)
    let media = try files()
    let text = try postText()
    let services = try ServerServices.make(options, clock: clock)
    defer { services.stop() }
    let subject = subject
    let (run, draft) = try keepingPipedText(text) { () throws -> (PostRun, Draft) in
      let run = PostRun(
        account: try account.account(services), services: services, clock: clock,
        printMessage: { StandardError.printMessage($0) })
      let written = try makeDraft(text, media, publishAt, by: run.account.id, now: clock.now)
      let stored = try MainLoop.wait(convertingError: { (failure: CommandFailure) in failure }) {
        () async throws(CommandFailure) in
        try await run.store(written, about: subject)
      }
      return (run, stored)
    }
    for file in draft.media where file.description.isEmpty {
      StandardError.printMessage("\(file.path) has no description")
    }
    let isDraft = isDraft
    let result = try MainLoop.wait(convertingError: { (failure: CommandFailure) in failure }) {
      () async throws(CommandFailure) in
      try await run.publish(draft, about: subject, isDraftOnly: isDraft)
    }
    do {
      if let address = result.address { try StandardStream.output.write(address + "\n") }
    } catch {
      StandardError.printMessage("the post was sent: \(result.address ?? "")")
      throw error
    }
    if let note = result.note { StandardError.printMessage(note) }
    if let loss = result.loss { StandardError.printMessage(loss) }
  }

  private var subject: PostRun.Subject? {
    replyTo.map { .reply($0.escapingControls) } ?? quote.map { .quote($0.escapingControls) }
  }
}

// MARK: - Draft

extension PostCommand {
  private func makeDraft(
    _ text: String, _ media: [DraftMedia], _ publishAt: Date?, by account: AccountID, now: Date
  ) throws(CommandFailure) -> Draft {
    var draft = Draft(account: account, text: text, changedAt: now)
    draft.warning = warning?.escapingControls ?? ""
    draft.visibility = visibility?.visibility
    draft.language = language
    draft.isSensitive = isSensitive || !draft.warning.isEmpty
    if !poll.isEmpty {
      draft.poll = DraftPoll(options: poll.map(\.escapingControls), allowsMultiple: allowsMultiple)
      if let seconds = pollDuration.flatMap({ PublishTime.duration($0[...]) }) { draft.poll?.duration = Int(seconds) }
    }
    draft.publishAt = publishAt
    draft.media = media
    guard !draft.isBlank else { throw CommandFailure(.usage, "your post is empty") }
    return draft
  }

  /// Whether the text is not an argument. With `--media -`, standard input is a picture.
  private var readsText: Bool { !media.contains("-") && (text == nil || text == "-") }

  /// Runs what stores the text. If that fails, text from standard input is written into a file that the message names.
  private func keepingPipedText<Result>(_ text: String, _ store: () throws -> Result) throws -> Result {
    do {
      return try store()
    } catch let failure as CommandFailure where readsText && !text.isEmpty {
      let files = UnsavedTextFiles(folder: UserDirectory.state(environment: Environment.variables))
      guard let path = files.write(text, Environment.variables) else { throw failure }
      throw failure.appending("the text is in \(path)")
    }
  }

  private func postText() throws -> String {
    guard readsText else { return text?.escapingControls ?? "" }
    guard text != nil || !StandardInput.isTerminal else {
      guard media.isEmpty, poll.isEmpty else { return "" }
      throw CommandFailure(.usage, "nothing to post; give a text, or - for standard input")
    }
    return try StandardInput.text().escapingControls
  }

  private func publishAt(now: Date) throws -> Date? {
    guard let schedule else { return nil }
    do throws(PublishTime.ParseError) {
      return try PublishTime.date(schedule, now: now)
    } catch {
      throw CommandFailure(.usage, "--schedule \(schedule): \(error.text)")
    }
  }

  private func files() throws -> [DraftMedia] {
    let folder = MediaFiles(home: Environment.variables["HOME"])
    return try media.enumerated().map { number, path in
      let file = path == "-" ? try pipedPicture() : try Self.file(at: path, in: folder)
      let words = description.indices.contains(number) ? description[number].escapingControls : ""
      return DraftMedia(file, description: words)
    }
  }

  private static func file(at path: String, in folder: MediaFiles) throws(CommandFailure) -> LocalMediaFile {
    do throws(TimelineError) {
      return try folder.file(at: path)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Stores the picture on standard input.
  private func pipedPicture() throws(CommandFailure) -> LocalMediaFile {
    guard !StandardInput.isTerminal else {
      throw CommandFailure(.usage, "--media - reads a picture from standard input, which is a terminal")
    }
    let bytes = StandardInput.bytes(upTo: AttachmentFolder.maxBytes + 1)
    let directory = options.store.dataDirectory ?? UserDirectory.data(environment: Environment.variables)
    do throws(PasteFailure) {
      return try AttachmentFolder(in: directory).store(bytes)
    } catch {
      switch error {
      case .noPicture: throw CommandFailure(.damagedData, "there is no picture on standard input")
      case .unknownKind(let name):
        throw CommandFailure(.damagedData, "standard input is no JPEG, PNG, WebP or GIF: it is \(name)")
      case .tooLarge(let limit):
        throw CommandFailure(.damagedData, "the picture on standard input is over \(limit / 1_000_000) MB")
      default: throw CommandFailure(.outputError, error.sentence)
      }
    }
  }
}

/// The values of `--visibility`; Mastodon’s `private` is an alias of `followers`.
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
