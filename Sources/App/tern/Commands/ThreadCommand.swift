import ArgumentParser
import Domain
import EmptyState
import Runtime

/// `tern thread ADDRESS`: prints the thread of a post.
struct ThreadCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "thread", abstract: "Print the thread of a post, from its first post to the last reply.",
    discussion: "Without a connection, the stored thread is printed.")

  @OptionGroup var post: PostArgument

  @OptionGroup var account: ServerAccountOption

  @OptionGroup var options: ServerOptions
  @OptionGroup var output: OutputOptions

  @MainActor
  func runOnMainActor() throws {
    let services = try ServerServices.make(options, clock: SystemClock())
    defer { services.stop() }
    let account = try account.account(services)
    let name = post.address.escapingControls
    let thread = try MainLoop.wait { () async throws(TimelineError) -> PostThread in
      let post = try await services.sources.post(named: name, for: account.id)
      guard let threads = services.sources.source(of: account.id)?.threads else {
        throw .postUnavailable(id: post.id, reason: .notInSource)
      }
      let ref = PostRef(account: account.id, id: post.id)
      do throws(TimelineError) {
        return try await threads.thread(of: ref, .fresh)
      } catch {
        guard var stored = try? await threads.thread(of: ref, .cached) else { throw error }
        stored.failure = error
        return stored
      }
    }
    let printer = PostPrinter(
      limit: output.limit, format: output.format, usesPager: output.usesPager, reveals: output.reveals)
    defer { printer.end() }
    _ = printer.print(thread.posts)
    printer.end()
    if let failure = printer.failure { throw failure }
    if let failure = thread.failure { StandardError.printMessage(CommandFailure(failure).message) }
    for text in [thread.omitted.ancestorsText, thread.omitted.repliesText].compactMap(\.self) {
      StandardError.printMessage(text)
    }
    let missing = thread.entries.count { $0.post == nil }
    if missing > 0 {
      StandardError.printMessage(
        missing == 1 ? "1 post of the thread is unavailable" : "\(missing) posts of the thread are unavailable")
    }
  }
}

extension PostThread {
  fileprivate var entries: [Entry] { ancestors + [.post(post)] + replies.map(\.entry) }
}

/// `tern notifications`: prints notifications in the format of `tern list`.
struct NotificationsCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "notifications", abstract: "Print the notifications of an account, newest first.")

  @OptionGroup var options: SharedOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if options.timeline != nil { throw ValidationError("notifications are one timeline; leave out --timeline") }
  }

  @MainActor
  func runOnMainActor() throws {
    var configuration = Configuration(options, settings: try ProgramSettings(options.settings))
    configuration.timeline = ListedTimeline(.notifications).title
    try Listing(
      configuration: configuration.excludingUnnamedDemo, limit: output.limit, format: output.format,
      usesPager: output.usesPager, reveals: output.reveals
    ).run()
  }
}
