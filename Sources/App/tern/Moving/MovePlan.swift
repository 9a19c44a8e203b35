import Domain

/// The steps by which an account takes over the data of another one.
struct MovePlan: Sendable {
  enum Step: Hashable, Sendable {
    case follow(AccountData.Follow)
    case mute(AccountData.Mute)
    case block(String)
    /// By its host.
    case blockServer(String)
    /// The list is created if missing.
    case addToList(String, handle: String)
    case followTag(String)
    case bookmark(String)
  }

  /// The number of steps of one kind, and of those that are done already.
  struct Count: Hashable, Sendable {
    /// “follow”.
    var verb: String
    /// “account”.
    var noun: String
    /// “accounts”.
    var nouns: String
    var open: Int
    var done: Int
  }

  private(set) var steps: [MoveItem] = []
  private(set) var counts: [Count] = []
  /// The data that is not moved, with the reasons, as clauses.
  private(set) var losses: [String] = []

  /// - Parameters:
  ///   - items: the items to take over.
  ///   - current: the data that the account already has.
  ///   - own: the handle of the account, which can do nothing to itself.
  ///   - host: the server of the account, for messages.
  init(_ items: [MoveItem], over current: AccountData, own: String, host: String) {
    let known = KnownData(current)
    for file in AccountFile.allCases {
      let items = items.filter { $0.step.file == file && !$0.step.isAbout(own) }
      guard !items.isEmpty else { continue }
      if current.unsupported.contains(file) {
        guard [.mutes, .blocks].contains(file) else {
          losses.append("\(file.rawValue): \(host) has no \(file.contentName)")
          continue
        }
        losses.append("\(file.rawValue): \(host) does not list \(file.contentName): all are sent again")
      }
      add(items, known)
    }
  }

  private mutating func add(_ items: [MoveItem], _ known: KnownData) {
    let open = items.filter { !known.keys.contains($0.step.key) }
    let missing = Set(open.compactMap { $0.step.listTitle }).subtracting(known.listTitles)
    if !missing.isEmpty {
      counts.append(Count(verb: "create", noun: "list", nouns: "lists", open: missing.count, done: 0))
    }
    // The files of Mastodon have the newest first: oldest first keeps the order.
    steps += items.first?.step.listTitle == nil ? open.reversed() : open
    guard let (verb, noun, nouns) = items.first?.step.words else { return }
    counts.append(Count(verb: verb, noun: noun, nouns: nouns, open: open.count, done: items.count - open.count))
  }
}

// MARK: - Comparing

/// The data that the account already has, for fast comparison.
private struct KnownData {
  let keys: Set<String>
  let listTitles: Set<String>

  init(_ data: AccountData) {
    var steps: [MovePlan.Step] = data.follows.map { .follow($0) } + data.mutes.map { .mute($0) }
    steps += data.blocks.map { .block($0) } + data.servers.map { .blockServer($0) } + data.tags.map { .followTag($0) }
    steps += data.bookmarks.map { .bookmark($0) }
    for list in data.lists { steps += list.members.map { .addToList(list.title.trimmed, handle: $0) } }
    keys = Set(steps.map(\.key))
    listTitles = Set(data.lists.map(\.title.trimmed))
  }
}

extension MovePlan.Step {
  var file: AccountFile {
    switch self {
    case .follow: .follows
    case .mute: .mutes
    case .block: .blocks
    case .blockServer: .servers
    case .addToList: .lists
    case .followTag: .tags
    case .bookmark: .bookmarks
    }
  }

  /// Equal for steps with the same effect.
  var key: String {
    let content =
      switch self {
      case .follow(let follow): follow.handle.lowercased()
      case .mute(let mute): mute.handle.lowercased()
      case .block(let name), .blockServer(let name), .followTag(let name): name.lowercased()
      case .addToList(let title, let handle): "\(title)\n\(handle.lowercased())"
      case .bookmark(let address): address
      }
    return "\(file.rawValue)\n\(content)"
  }

  fileprivate var listTitle: String? { if case .addToList(let title, _) = self { title } else { nil } }

  /// Whether the step is about the account itself.
  fileprivate func isAbout(_ own: String) -> Bool {
    switch self {
    case .follow, .mute, .block: label.lowercased() == "@" + own.lowercased()
    default: false
    }
  }

  /// “follow”, “account”, “accounts”.
  fileprivate var words: (verb: String, noun: String, nouns: String) {
    switch self {
    case .follow: ("follow", "account", "accounts")
    case .mute: ("mute", "account", "accounts")
    case .block: ("block", "account", "accounts")
    case .blockServer: ("block", "server", "servers")
    case .addToList: ("add", "account to a list", "accounts to lists")
    case .followTag: ("follow", "hashtag", "hashtags")
    case .bookmark: ("bookmark", "post", "posts")
    }
  }

  /// The account, post, … for messages.
  var label: String {
    switch self {
    case .follow(let follow): "@" + follow.handle
    case .mute(let mute): "@" + mute.handle
    case .block(let handle): "@" + handle
    case .blockServer(let host): host
    case .addToList(let title, let handle): "@\(handle), “\(title)”"
    case .followTag(let tag): "#" + tag
    case .bookmark(let address): address
    }
  }
}

// MARK: - Text

extension MovePlan {
  /// The plan as lines for the terminal.
  func text(for label: String) -> String {
    let lines = counts.map { count in
      let done = count.done > 0 ? " (\(count.done) already done)" : ""
      return "  \(count.verb) \(count.open) \(count.open == 1 ? count.noun : count.nouns)\(done)\n"
    }
    let plan = lines.isEmpty ? "There is nothing to move.\n" : "\(label) would\n" + lines.joined()
    return losses.isEmpty ? plan : plan + "Left out or changed:\n" + losses.map { "  \($0)\n" }.joined()
  }

  /// The plan with what the files say but Tern does not take over.
  func adding(losses: [String]) -> MovePlan {
    var plan = self
    plan.losses += losses
    return plan
  }
}
