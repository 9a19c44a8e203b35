import Domain
import EmptyState
import ServerSession

/// Performs an action from the command line. It is stored before it is sent.
struct ActionRun: Sendable {
  let account: Account
  let services: ServerServices

  /// Acts on a post, given by its address or its ID at the server.
  /// - Returns: the address of the post.
  func act(
    onPost name: String, _ action: @Sendable (PostID) -> UserAction
  ) async throws(CommandFailure) -> String {
    let post: Post
    do throws(TimelineError) {
      post = try await services.sources.post(named: name.escapingControls, for: account.id)
    } catch {
      throw CommandFailure(error).appending("nothing was done")
    }
    try await perform(action(post.id))
    return post.url ?? post.id.rawValue
  }

  /// Acts on an account, given by its handle or the address of its profile.
  /// - Returns: the handle.
  func act(
    onProfile name: String, _ action: @Sendable (String) -> UserAction
  ) async throws(CommandFailure) -> String {
    let profile = try await page(of: name.escapingControls).profile
    try await perform(action(profile.actionTargetID))
    return "@\(profile.handle)"
  }

  /// Follows an account, given by its handle, unless it is followed or requested already.
  /// - Parameter isDryRun: whether only to say what would be done.
  /// - Returns: a description of the completed action: “followed”.
  func follow(_ handle: String, isDryRun: Bool) async throws(CommandFailure) -> String {
    let page = try await page(of: handle)
    if let flags = page.relationship?.flags, !flags.isDisjoint(with: [.following, .requested]) {
      return flags.contains(.following) ? "already followed" : "already requested"
    }
    guard !isDryRun else { return "would follow" }
    try await perform(.follow(true, account: page.profile.actionTargetID))
    return page.isLocked ? "requested to follow" : "followed"
  }

  /// The profile of an account, given by its handle or the address of its profile.
  func page(of name: String) async throws(CommandFailure) -> ProfilePage {
    let source = services.sources.source(of: account.id)
    do throws(TimelineError) {
      if (try? WebAddress(name)) != nil, let address = FediverseAddress(typed: name) {
        if case .profile(let found)? = try await source?.features?.found(at: address) {
          return ProfilePage(profile: found)
        }
      } else {
        let handle = String(name.drop { $0 == "@" })
        if let page = try await source?.profiles?.profile(Profile(handle: handle), .fresh) { return page }
      }
    } catch .unknownTimeline {
    } catch {
      throw CommandFailure(error).appending("nothing was done")
    }
    throw CommandFailure(.unavailable, "no account “\(name)” found; nothing was done")
  }

  func perform(_ action: UserAction) async throws(CommandFailure) {
    let supported = services.sources.source(of: account.id)?.actions?.kinds ?? []
    guard supported.contains(action.kind) else {
      var failure = CommandFailure(.unavailable, "\(account.label): the server does not support this")
      failure.scope = .sameKind
      throw failure
    }
    let outcome: ActionOutcome?
    do throws(StoreError) {
      outcome = try await services.sources.perform(action, as: account.id)
    } catch {
      throw CommandFailure(error).appending("nothing was done")
    }
    switch outcome {
    case .confirmed, nil: break
    case .refused(let error): throw CommandFailure(error)
    case .queued(let error):
      var failure = CommandFailure(
        .tryLater, "\(PostCommandText.waitingCause(error)); waits, and tern sync sends it")
      if let cause = error.map({ CommandFailure($0) }) {
        (failure.scope, failure.retryAt) = (cause.scope, cause.retryAt)
      }
      throw failure
    }
  }
}

extension ActionRun {
  /// Does something for each item, and prints a line for each. One that fails does not stop the others.
  /// - Parameters:
  ///   - label: the item in the message of a failure.
  ///   - failure: the message if any has failed.
  ///   - perform: returns the line to print.
  @MainActor
  func runEach<Item: Sendable>(
    _ items: [Item], label: (Item) -> String, failure: String,
    _ perform: @escaping @Sendable (Item) async throws(CommandFailure) -> String
  ) throws {
    var worst: CommandFailure.Status?
    for item in items {
      do throws(CommandFailure) {
        let line = try MainLoop.wait(convertingError: { (failure: CommandFailure) in failure }) {
          () async throws(CommandFailure) in
          try await perform(item)
        }
        guard try StandardStream.output.write("\(ImportText.sanitizedName(line))\n") else { return }
      } catch {
        StandardError.printMessage("\(label(item)): \(error.message)")
        worst = [worst, error.status].compactMap(\.self).max()
      }
    }
    guard let worst else { return }
    throw CommandFailure(worst, failure)
  }
}
