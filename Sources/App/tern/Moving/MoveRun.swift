import Domain
import Runtime
import ServerSession
import Synchronization

/// Carries out the steps of a move as an account.
final class MoveRun: Sendable {
  /// The number of steps in a row that may fail before Tern finds out whether the server responds at all.
  private static let maxFailures = 5

  private let actions: ActionRun
  private let source: Source
  private let waiting: RateLimitWait
  /// The IDs of the lists by title; nil before they are loaded.
  private let listIDs = Mutex<[String: String]?>(nil)

  init(_ actions: ActionRun, source: Source, waiting: RateLimitWait) {
    (self.actions, self.source, self.waiting) = (actions, source, waiting)
  }

  /// Carries out all steps, and prints a line for each. One that fails does not stop the others, unless they would fail
  /// as well.
  /// - Throws: `CommandFailure` with the status of the worst failure.
  @MainActor
  func run(_ items: [MoveItem]) throws {
    var worst: CommandFailure.Status?
    var failuresInARow = 0
    var skipped: [AccountFile: Int] = [:]
    for (index, item) in items.enumerated() {
      guard skipped[item.step.file] == nil else {
        skipped[item.step.file, default: 0] += 1
        continue
      }
      do throws(CommandFailure) {
        let line = try MainLoop.wait(convertingError: { (failure: CommandFailure) in failure }, isLong: true) {
          [self] () async throws(CommandFailure) in
          try await perform(item.step)
        }
        failuresInARow = 0
        guard try StandardStream.output.write("\(ImportText.sanitizedName(line))\n") else { return }
      } catch {
        StandardError.printMessage("\(item.place): \(item.step.label): \(error.message)")
        worst = [worst, error.status].compactMap(\.self).max()
        failuresInARow = [.unavailable, .tryLater].contains(error.status) ? failuresInARow + 1 : 0
        if error.scope == .sameKind { (skipped[item.step.file], failuresInARow) = (0, 0) }
        let left = items.count - index - 1
        var stops = error.scope == .all || error.retryAt != nil
        if !stops, failuresInARow >= Self.maxFailures {
          stops = isSilent()
          failuresInARow = 0
        }
        guard stops, left > 0 else { continue }
        StandardError.printMessage(
          "stopped; \(left) \(left == 1 ? "step is" : "steps are") left; the same command continues")
        break
      }
    }
    for (file, count) in skipped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > 0 {
      StandardError.printMessage(
        "\(file.rawValue): \(count) more \(count == 1 ? "step was" : "steps were") left out for the same reason")
    }
    guard let worst else { return }
    throw CommandFailure(worst, "not everything was moved")
  }

  /// Whether the server does not even return the account's own profile. Deleted accounts can fail in any number.
  @MainActor
  private func isSilent() -> Bool {
    let (source, profile) = (source, actions.account.profile)
    do throws(CommandFailure) {
      _ = try MainLoop.wait { () async throws(TimelineError) in try await source.profiles?.profile(profile, .fresh) }
      return false
    } catch {
      return true
    }
  }

  /// Carries out a step, when the server allows it.
  /// - Returns: a description of the completed step: “followed @grace@timeline.example”.
  func perform(_ step: MovePlan.Step) async throws(CommandFailure) -> String {
    try await waiting.perform { () async throws(CommandFailure) in try await performOnce(step) }
  }

  private func performOnce(_ step: MovePlan.Step) async throws(CommandFailure) -> String {
    switch step {
    case .follow(let follow): return try await self.follow(follow)
    case .mute(let mute):
      let options = MuteOptions(hidesNotifications: mute.hidesNotifications)
      return "muted " + (try await actions.act(onProfile: mute.handle) { .mute(options, account: $0) })
    case .block(let handle):
      return "blocked " + (try await actions.act(onProfile: handle) { .block(true, account: $0) })
    case .blockServer(let host):
      try await actions.perform(.blockServer(true, host))
      return "blocked \(host)"
    case .addToList(let title, let handle): return try await add(handle, toList: title)
    case .followTag(let tag):
      try await actions.perform(.followTag(true, tag))
      return "followed #\(tag)"
    case .bookmark(let address):
      return "bookmarked " + (try await actions.act(onPost: address) { .bookmark(true, $0) })
    }
  }
}

// MARK: - Steps

extension MoveRun {
  private func follow(_ follow: AccountData.Follow) async throws(CommandFailure) -> String {
    let done = try await actions.follow(follow.handle, isDryRun: false)
    if done == "followed" {
      if !follow.showsReposts {
        _ = try await actions.act(onProfile: follow.handle) { .showReposts(false, account: $0) }
      }
      if follow.notifies { _ = try await actions.act(onProfile: follow.handle) { .notify(true, account: $0) } }
    }
    return "\(done) @\(follow.handle)"
  }

  private func add(_ handle: String, toList title: String) async throws(CommandFailure) -> String {
    let list = try await listID(title)
    let page = try await actions.page(of: handle)
    do throws(CommandFailure) {
      try await actions.perform(.addToList(true, list: list, account: page.profile.actionTargetID))
    } catch {
      let isFollowed = page.relationship.map { !$0.flags.isDisjoint(with: [.following, .requested]) } ?? true
      throw error.status == .notAllowed && !isFollowed
        ? error.appending("only followed accounts can be on a list") : error
    }
    return "added @\(handle) to “\(title)”"
  }

  /// The ID of the list with a title, which is created if missing.
  private func listID(_ title: String) async throws(CommandFailure) -> String {
    if let id = listIDs.withLock({ $0?[title] }) { return id }
    if let id = try await loadedListIDs()[title] { return id }
    try await managed { server throws(TimelineError) in try await server.save(UserList(title: title)) }
    guard let id = try await loadedListIDs()[title] else {
      throw CommandFailure(.unavailable, "the server has not created the list “\(title)”")
    }
    return id
  }

  private func loadedListIDs() async throws(CommandFailure) -> [String: String] {
    let lists = try await managed { server throws(TimelineError) in try await server.userLists() }
    let ids = Dictionary(
      lists.compactMap { list in list.id.map { (list.title.trimmed, $0) } }, uniquingKeysWith: { first, _ in first })
    listIDs.withLock { $0 = ids }
    return ids
  }

  private func managed<Value: Sendable>(
    _ request: (any ManagementRepository) async throws(TimelineError) -> Value
  ) async throws(CommandFailure) -> Value {
    do throws(TimelineError) {
      guard let management = source.management else { throw .unsupported(host: actions.account.label) }
      return try await request(management)
    } catch {
      throw CommandFailure(error)
    }
  }
}
