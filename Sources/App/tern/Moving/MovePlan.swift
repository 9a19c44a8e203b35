import Domain

/// What an account has to do to take over the data of another one.
struct MovePlan: Sendable {
  enum Step: Hashable, Sendable {
    case follow(AccountData.Follow)
    case mute(AccountData.Mute)
    case block(String)
    case bookmark(String)
  }

  /// The number of steps of one kind, and of those that are done already.
  struct Count: Hashable, Sendable {
    /// “follow”.
    var verb: String
    /// “account”.
    var noun: String
    var open: Int
    var done: Int
  }

  private(set) var steps: [Step] = []
  private(set) var counts: [Count] = []

  /// - Parameters:
  ///   - data: What is taken over. Oldest first is the order of the steps, so that lists keep their order.
  ///   - current: What the account already has.
  ///   - own: The handle of the account, which can do nothing to itself.
  init(_ data: AccountData, over current: AccountData, own: String) {
    let own = own.lowercased()
    func add<Item>(
      _ verb: String, _ noun: String, _ items: [Item], over known: [Item], key: (Item) -> String,
      step: (Item) -> Step
    ) {
      let known = Set(known.map { key($0).lowercased() })
      let others = items.filter { key($0).lowercased() != own }
      let open = others.filter { !known.contains(key($0).lowercased()) }
      steps += open.reversed().map(step)
      guard !others.isEmpty else { return }
      counts.append(Count(verb: verb, noun: noun, open: open.count, done: others.count - open.count))
    }
    add("follow", "account", data.follows, over: current.follows, key: \.handle, step: Step.follow)
    add("mute", "account", data.mutes, over: current.mutes, key: \.handle, step: Step.mute)
    add("block", "account", data.blocks, over: current.blocks, key: \.self, step: Step.block)
    add("bookmark", "post", data.bookmarks, over: current.bookmarks, key: \.self, step: Step.bookmark)
  }

  /// The plan as lines for the terminal.
  func text(for label: String) -> String {
    guard !counts.isEmpty else { return "There is nothing to move.\n" }
    let lines = counts.map { count in
      let nouns = count.open == 1 ? count.noun : count.noun + "s"
      let done = count.done > 0 ? " (\(count.done) already done)" : ""
      return "  \(count.verb) \(count.open) \(nouns)\(done)\n"
    }
    return "\(label) would\n" + lines.joined()
  }
}

extension ActionRun {
  /// Carries out a step.
  /// - Returns: What was done: “followed @grace@timeline.example”.
  /// - Throws: `CommandFailure` if the server does not know the account or post, or refused.
  func perform(_ step: MovePlan.Step) async throws(CommandFailure) -> String {
    switch step {
    case .follow(let follow):
      let done = try await self.follow(follow.handle, isDryRun: false)
      if !follow.showsReposts, done == "followed" {
        _ = try await act(onProfile: follow.handle) { .showReposts(false, account: $0) }
      }
      return "\(done) @\(follow.handle)"
    case .mute(let mute):
      let options = MuteOptions(hidesNotifications: mute.hidesNotifications)
      return "muted " + (try await act(onProfile: mute.handle) { .mute(options, account: $0) })
    case .block(let handle): return "blocked " + (try await act(onProfile: handle) { .block(true, account: $0) })
    case .bookmark(let address): return "bookmarked " + (try await act(onPost: address) { .bookmark(true, $0) })
    }
  }
}

extension MovePlan.Step {
  /// The account or post, for messages.
  var label: String {
    switch self {
    case .follow(let follow): "@" + follow.handle
    case .mute(let mute): "@" + mute.handle
    case .block(let handle): "@" + handle
    case .bookmark(let address): address
    }
  }
}
