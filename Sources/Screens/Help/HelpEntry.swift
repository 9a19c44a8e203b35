import TerminalKit

/// The keys of a command, with the entries of the menu that they open.
struct HelpEntry: Hashable, Sendable {
  var keys: [String]
  var title: String
  var menu: [HelpEntry] = []

  /// “j Down”.
  var keysLabel: String { keys.joined(separator: " ") }

  /// The entry and the entries of its menu whose title or keys contain the query. Submenus are searched only if none
  /// does, because many repeat the same commands.
  func matching(_ words: String) -> [HelpEntry] {
    let found = ([self] + menu).filter { entry in
      entry.title.lowercased().contains(words) || entry.keysLabel.lowercased().contains(words)
    }
    return found.isEmpty ? menu.flatMap { $0.matching(words) } : found
  }
}

/// A section of the help.
struct HelpGroup: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The commands that a new user needs.
    case first
    /// A line for each menu.
    case menus
    case task
  }

  let title: String
  var kind = Kind.task
  var entries: [HelpEntry]

  /// The group with its matching entries; nil without a match.
  func matching(_ words: String) -> HelpGroup? {
    let entries = entries.flatMap { $0.matching(words.lowercased()) }
    return entries.isEmpty ? nil : HelpGroup(title: title, entries: entries)
  }
}

extension HelpGroup {
  /// The commands that a new user needs, in the order in which they are learned.
  static let firstCommands = [
    "next", "previous", "open-post", "open-account", "next-timeline", "search", "refresh", "compose", "reply",
    "favourite", "repost", "palette", "quit",
  ]

  /// The groups of the bindings: the keys to learn first, the menus, then the other keys by task. Bindings of a group
  /// with the same title are one entry.
  @MainActor
  static func groups(of bindings: [KeyBinding]) -> [HelpGroup] {
    let listed = bindings.filter { $0.isListed && !$0.keys.isEmpty }
    let menus = listed.compactMap { HelpEntry($0, after: []) }.filter { !$0.menu.isEmpty }
    let commands = listed.filter { if case .perform = $0.effect { true } else { false } }
    let numbered = HelpEntry.numbered(commands)
    let others = commands.filter { !$0.isNumbered }
    let first = firstCommands.compactMap { id in others.first { $0.command?.id == id } }
    let firstTitles = Set(first.map(\.title))
    let rest = others.filter { !firstTitles.contains($0.title) }
    func entries(of bindings: [KeyBinding]) -> [HelpEntry] {
      HelpEntry.joined(bindings.compactMap { HelpEntry($0, after: []) })
    }
    let tasks = CommandGroup.allCases.map { group in
      HelpGroup(title: group.title, entries: entries(of: rest.filter { ($0.group ?? .program) == group }))
    }
    return
      ([
        HelpGroup(
          title: "Keys to start with", kind: .first,
          entries: entries(of: first.flatMap { first in others.filter { $0.title == first.title } })),
        HelpGroup(title: "Menus", kind: .menus, entries: numbered + menus),
      ] + tasks).filter { !$0.entries.isEmpty }
  }
}

extension KeyBinding {
  /// Whether its only key is a digit that chooses one of several, as the tabs do.
  fileprivate var isNumbered: Bool {
    guard keys.count == 1, case .character(let character)? = keys.first else { return false }
    return ("1"..."9").contains(character)
  }
}

extension HelpEntry {
  /// The entry of a binding, with those of its menu; nil if it is unlisted, has no key, or its menu is empty.
  @MainActor
  fileprivate init?(_ binding: KeyBinding, after keys: [Key]) {
    guard binding.isListed, let first = binding.keys.first else { return nil }
    let labels = binding.keys.map { KeySequence(keys + [$0]).label }
    guard case .menu(let choices) = binding.effect else {
      self.init(keys: labels, title: binding.title)
      return
    }
    let menu = choices().compactMap { HelpEntry($0, after: keys + [first]) }
    guard !menu.isEmpty else { return nil }
    self.init(keys: labels, title: binding.title, menu: menu)
  }

  /// The commands whose only key is a digit, as one entry in the form of a menu; empty if there are none.
  @MainActor
  fileprivate static func numbered(_ bindings: [KeyBinding]) -> [HelpEntry] {
    let choices = bindings.filter(\.isNumbered).compactMap { HelpEntry($0, after: []) }
    guard let first = choices.first, let last = choices.last else { return [] }
    let keys = choices.count == 1 ? first.keysLabel : "\(first.keysLabel)–\(last.keysLabel)"
    return [HelpEntry(keys: [keys], title: "", menu: choices)]
  }

  /// The titles of a menu of digits: “Home, Mentions”, or “open account 1–9”.
  private var titlesOfChoices: String {
    guard let first = menu.first, let digit = first.keys.first, first.title.hasSuffix(digit),
      let range = keys.first, menu.count > 1
    else { return menu.map(\.title).joined(separator: ", ") }
    return first.title.dropLast(digit.count) + range
  }

  /// Joins entries with the same title.
  fileprivate static func joined(_ entries: [HelpEntry]) -> [HelpEntry] {
    entries.reduce(into: []) { joined, entry in
      if let index = joined.firstIndex(where: { $0.title == entry.title }) {
        joined[index].keys += entry.keys
      } else {
        joined.append(entry)
      }
    }
  }

  /// The entry as a line of a menu: “a …  actions: r reply, f like”, and for digits “1–3  Home, Mentions”.
  var menuLine: StyledText {
    let first = keys.first ?? ""
    guard !title.isEmpty else { return StyledText(first, .accentBold) + StyledText("  \(titlesOfChoices)") }
    let entries = menu.map { entry in
      let rest = entry.keys.first.map { $0.dropFirst($0.hasPrefix(first) ? first.count : 0).drop { $0 == " " } } ?? ""
      return StyledText("\(rest) ", .accentBold) + StyledText(entry.title + (entry.menu.isEmpty ? "" : " ›"))
    }
    let text = entries.dropFirst().reduce(entries.first ?? StyledText()) { $0 + StyledText(", ", .muted) + $1 }
    return StyledText("\(first) …", .accentBold) + StyledText("  \(title): ", .muted) + text
  }
}
