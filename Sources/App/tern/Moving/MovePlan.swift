import Domain
import FoundationEssentials

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
    case note(AccountData.Note)
    case followTag(String)
    /// Creates a filter, or adds keywords to the one with its ID.
    case filter(ServerFilter)
    case localFilter(LocalFilter)
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
  init(_ items: [MoveItem], over current: AccountData, own: String, host: String, now: Date) {
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
      switch file {
      case .filters: addFilters(items, over: current.filters, host: host, now: now)
      case .localFilters: addLocalFilters(items, known, now: now)
      case .notes: addNotes(items, known)
      default: add(items, known)
      }
    }
  }

  private mutating func add(_ items: [MoveItem], _ known: KnownData) {
    let open = items.filter { !known.keys.contains($0.step.key) }
    let missing = Set(open.compactMap { $0.step.listTitle }).subtracting(known.listTitles)
    if !missing.isEmpty {
      counts.append(Count(verb: "create", noun: "list", nouns: "lists", open: missing.count, done: 0))
    }
    // The files of Mastodon have the newest first: oldest first keeps the order.
    append(items.first?.step.listTitle == nil ? open.reversed() : open, of: items)
  }

  /// - Parameter all: the items with those that are done.
  private mutating func append(_ open: [MoveItem], of all: [MoveItem]) {
    steps += open
    guard let (verb, noun, nouns) = all.first?.step.words else { return }
    counts.append(Count(verb: verb, noun: noun, nouns: nouns, open: open.count, done: all.count - open.count))
  }

  private mutating func addNotes(_ items: [MoveItem], _ known: KnownData) {
    var (new, kept) = ([MoveItem](), 0)
    for item in items {
      guard case .note(let note) = item.step else { continue }
      if let text = known.notes[note.handle.lowercased()], text != note.text {
        kept += 1
      } else {
        new.append(item)
      }
    }
    if kept > 0 {
      losses.append(
        "\(AccountFile.notes.rawValue): \(kept) \(kept == 1 ? "account has" : "accounts have") another note, which stays"
      )
    }
    append(new.filter { $0.step.note.map { known.notes[$0.handle.lowercased()] == nil } ?? false }, of: new)
  }

  private mutating func addLocalFilters(_ items: [MoveItem], _ known: KnownData, now: Date) {
    let current = items.filter { item in
      if case .localFilter(let filter) = item.step { filter.isActive(at: now) } else { false }
    }
    addEnded(items.count - current.count, in: .localFilters)
    append(current.filter { !known.keys.contains($0.step.key) }, of: current)
  }

  private mutating func addEnded(_ count: Int, in file: AccountFile) {
    guard count > 0 else { return }
    losses.append("\(file.rawValue): \(count) \(count == 1 ? "filter has" : "filters have") ended")
  }
}

// MARK: - Filters

extension MovePlan {
  private mutating func addFilters(_ items: [MoveItem], over current: ServerFilters, host: String, now: Date) {
    var (all, open, ended) = ([MoveItem](), [MoveItem](), 0)
    var foldedCount = 0
    for item in items {
      guard case .filter(let filter) = item.step else { continue }
      if let end = filter.expiresAt, end <= now {
        ended += 1
        continue
      }
      switch current.kind {
      case .keywords:
        all.append(item)
        if let missing = filter.missing(from: current.filters) { open.append(item.with(missing)) }
      case .phrase:
        if filter.hides || filter.otherAction != nil { foldedCount += 1 }
        for phrase in filter.phraseFilters {
          all.append(item.with(phrase))
          if !current.filters.contains(where: { $0.hasPhrase(of: phrase) }) { open.append(item.with(phrase)) }
        }
      }
    }
    addEnded(ended, in: .filters)
    if foldedCount > 0 {
      losses.append(
        "\(AccountFile.filters.rawValue): \(foldedCount) \(foldedCount == 1 ? "filter" : "filters") will fold posts: "
          + "\(host) cannot hide them without dropping them for good")
    }
    append(open, of: all)
  }
}

extension MoveItem {
  fileprivate func with(_ filter: ServerFilter) -> MoveItem {
    var item = self
    item.step = .filter(filter)
    return item
  }
}

extension ServerFilter {
  /// The filter to create, or the known one with the keywords that it lacks; nil if it lacks none.
  fileprivate func missing(from known: [ServerFilter]) -> ServerFilter? {
    let same = known.filter {
      $0.title.trimmed == title && $0.contexts == contexts && Set($0.otherContexts) == Set(otherContexts)
        && $0.hides == hides && $0.otherAction == otherAction
        && ($0.expiresAt == nil) == (expiresAt == nil)
    }
    let missing = keywords.filter { keyword in !same.contains { $0.hasKeyword(keyword) } }
    guard !missing.isEmpty else { return nil }
    guard var filter = same.first else { return self }
    filter.keywords += missing
    return filter
  }

  /// A filter for each keyword, which folds.
  fileprivate var phraseFilters: [ServerFilter] {
    keywords.map {
      ServerFilter(
        phrase: $0.phrase, isWholeWord: $0.isWholeWord, contexts: contexts, expiresAt: expiresAt,
        otherContexts: otherContexts)
    }
  }

  fileprivate func hasPhrase(of other: ServerFilter) -> Bool { other.keywords.allSatisfy(hasKeyword) }

  private func hasKeyword(_ keyword: Keyword) -> Bool {
    keywords.contains {
      $0.phrase.lowercased() == keyword.phrase.lowercased() && $0.isWholeWord == keyword.isWholeWord
    }
  }
}

// MARK: - Comparing

/// The data that the account already has, for fast comparison.
private struct KnownData {
  let keys: Set<String>
  /// By handle in lower case.
  let notes: [String: String]
  let listTitles: Set<String>

  init(_ data: AccountData) {
    var steps: [MovePlan.Step] = data.follows.map { .follow($0) } + data.mutes.map { .mute($0) }
    steps += data.blocks.map { .block($0) } + data.servers.map { .blockServer($0) } + data.tags.map { .followTag($0) }
    steps += data.localFilters.map { .localFilter($0) } + data.bookmarks.map { .bookmark($0) }
    for list in data.lists { steps += list.members.map { .addToList(list.title.trimmed, handle: $0) } }
    keys = Set(steps.map(\.key))
    notes = Dictionary(data.notes.map { ($0.handle.lowercased(), $0.text) }, uniquingKeysWith: { first, _ in first })
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
    case .note: .notes
    case .followTag: .tags
    case .filter: .filters
    case .localFilter: .localFilters
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
      case .note(let note): note.handle.lowercased()
      case .filter(let filter):
        ([
          filter.title, FilterCells.contexts(filter.contexts, filter.otherContexts), "\(filter.hides)",
          filter.otherAction ?? "", FilterCells.expiry(filter.expiresAt),
        ]
          + filter.keywords.map { "\($0.phrase.lowercased()) \($0.isWholeWord)" }).joined(separator: "\n")
      case .localFilter(let filter): "\(filter.name)\n\(filter.query)\n\(filter.hides)"
      case .bookmark(let address): address
      }
    return "\(file.rawValue)\n\(content)"
  }

  fileprivate var listTitle: String? { if case .addToList(let title, _) = self { title } else { nil } }
  fileprivate var note: AccountData.Note? { if case .note(let note) = self { note } else { nil } }

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
    case .note: ("write", "private note", "private notes")
    case .followTag: ("follow", "hashtag", "hashtags")
    case .filter: ("make", "filter", "filters")
    case .localFilter: ("make", "filter in Tern", "filters in Tern")
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
    case .note(let note): "@" + note.handle
    case .followTag(let tag): "#" + tag
    case .filter(let filter): "“\(filter.title)”"
    case .localFilter(let filter): "“\(filter.name)”"
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
