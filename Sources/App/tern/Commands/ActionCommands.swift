import ArgumentParser
import Domain
import EmptyState
import FoundationEssentials
import Runtime
import SystemFiles

/// The options of commands that act on a post or an account.
struct ActionOptions: ParsableArguments {
  @OptionGroup var account: ServerAccountOption

  @Flag(name: .customLong("undo"), help: "Undo it.")
  var isUndone = false

  @OptionGroup var options: ServerOptions

  static let waitingNote = "If the server does not respond, it is stored, and tern sync sends it."

  /// Performs an action and prints it with its target: “liked https://…”.
  @MainActor
  func run(
    printing verb: String, _ perform: @escaping @Sendable (ActionRun) async throws(CommandFailure) -> String
  ) throws {
    let services = try ServerServices.make(options, clock: SystemClock())
    defer { services.stop() }
    let run = ActionRun(account: try account.account(services), services: services)
    let target = try MainLoop.wait(convertingError: { (failure: CommandFailure) in failure }) {
      () async throws(CommandFailure) in
      try await perform(run)
    }
    try StandardStream.output.write("\(verb) \(ImportText.sanitizedName(target))\n")
  }
}

/// The post that a command acts on.
struct PostArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The post: its address or its ID at the server.", valueName: "address"))
  var address: String
}

/// The account that a command acts on.
struct ProfileArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The account: @user@server, or the address of its profile.", valueName: "address"))
  var address: String
}

/// A command that acts on a post.
protocol PostActionCommand: MainActorCommand {
  /// The words printed before the address of the post.
  static var verbs: (done: String, undone: String) { get }
  var post: PostArgument { get }
  var options: ActionOptions { get }

  /// - Parameter isOn: whether to do it, not to undo it.
  static func action(_ isOn: Bool, _ post: PostID) -> UserAction
}

extension PostActionCommand {
  @MainActor
  func runOnMainActor() throws {
    let (address, isOn) = (post.address, !options.isUndone)
    try options.run(printing: isOn ? Self.verbs.done : Self.verbs.undone) { run throws(CommandFailure) in
      try await run.act(onPost: address) { Self.action(isOn, $0) }
    }
  }
}

/// `tern like ADDRESS`.
struct LikeCommand: PostActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "like", abstract: "Like a post.", discussion: ActionOptions.waitingNote)
  static let verbs = (done: "liked", undone: "like removed:")

  @OptionGroup var post: PostArgument
  @OptionGroup var options: ActionOptions

  static func action(_ isOn: Bool, _ post: PostID) -> UserAction { .favourite(isOn, post) }
}

/// `tern repost ADDRESS`.
struct RepostCommand: PostActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "repost", abstract: "Repost a post.", discussion: ActionOptions.waitingNote)
  static let verbs = (done: "reposted", undone: "repost removed:")

  @OptionGroup var post: PostArgument
  @OptionGroup var options: ActionOptions

  static func action(_ isOn: Bool, _ post: PostID) -> UserAction { .repost(isOn, post, visibility: nil) }
}

/// `tern bookmark ADDRESS`.
struct BookmarkCommand: PostActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "bookmark", abstract: "Bookmark a post.", discussion: ActionOptions.waitingNote)
  static let verbs = (done: "bookmarked", undone: "bookmark removed:")

  @OptionGroup var post: PostArgument
  @OptionGroup var options: ActionOptions

  static func action(_ isOn: Bool, _ post: PostID) -> UserAction { .bookmark(isOn, post) }
}

/// `tern follow ADDRESS`.
struct FollowCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow", abstract: "Follow an account.",
    discussion: "An account that approves its followers gets a request. \(ActionOptions.waitingNote)")

  @OptionGroup var profile: ProfileArgument
  @OptionGroup var options: ActionOptions

  @MainActor
  func runOnMainActor() throws {
    let (address, isOn) = (profile.address, !options.isUndone)
    try options.run(printing: isOn ? "followed" : "unfollowed") { run throws(CommandFailure) in
      try await run.act(onProfile: address) { .follow(isOn, account: $0) }
    }
  }
}

/// `tern mute ADDRESS`.
struct MuteCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute", abstract: "Mute an account.", discussion: ActionOptions.waitingNote)

  @OptionGroup var profile: ProfileArgument

  @Option(help: ArgumentHelp("How long: 30m, 6h, 3d. Default: until you unmute it.", valueName: "time"))
  var duration: String?

  @Flag(name: .customLong("keep-notifications"), help: "Still show notifications from the account.")
  var keepsNotifications = false

  @OptionGroup var options: ActionOptions

  func validate() throws {
    if let duration, PublishTime.duration(duration[...]) == nil {
      throw ValidationError("--duration takes a duration such as 30m, 6h or 3d, not “\(duration)”")
    }
    if options.isUndone, duration != nil || keepsNotifications {
      throw ValidationError("--undo takes neither --duration nor --keep-notifications")
    }
  }

  @MainActor
  func runOnMainActor() throws {
    let address = profile.address
    let seconds = duration.flatMap { PublishTime.duration($0[...]) }.map { Int($0) }
    let mute = options.isUndone ? nil : MuteOptions(duration: seconds, hidesNotifications: !keepsNotifications)
    try options.run(printing: mute == nil ? "unmuted" : "muted") { run throws(CommandFailure) in
      try await run.act(onProfile: address) { .mute(mute, account: $0) }
    }
  }
}
