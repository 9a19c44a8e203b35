import TerminalKit

/// The keys of a command, with the entries of the menu that they open.
struct HelpEntry: Hashable, Sendable {
  var keys: [String]
  var title: String
  var menu: [HelpEntry] = []

  /// “j Down”.
  var keysLabel: String { keys.joined(separator: " ") }

  /// The entry if its title or keys contain the words, or else with the matches in its menu; nil without a match.
  func matching(_ words: String) -> HelpEntry? {
    if title.lowercased().contains(words) || keysLabel.lowercased().contains(words) { return self }
    var entry = self
    entry.menu = menu.compactMap { $0.matching(words) }
    return entry.menu.isEmpty ? nil : entry
  }
}

/// A section of the help.
struct HelpGroup: Hashable, Sendable {
  let title: String
  var entries: [HelpEntry]

  /// The group with its matching entries; nil without a match.
  func matching(_ words: String) -> HelpGroup? {
    let entries = entries.compactMap { $0.matching(words.lowercased()) }
    return entries.isEmpty ? nil : HelpGroup(title: title, entries: entries)
  }
}

extension HelpGroup {
  /// The commands that a new user needs, in the order in which they are learned.
  static let firstCommands = [
    "next", "previous", "open-post", "open-account", "next-timeline", "search", "refresh", "compose", "reply",
    "favourite", "repost", "palette", "quit",
  ]

  /// The groups of the bindings: the keys to learn first, then all keys by task. Bindings of a group with the same
  /// title are one entry.
  @MainActor
  static func groups(of bindings: [KeyBinding]) -> [HelpGroup] {
    let first = firstCommands.compactMap { id -> HelpEntry? in
      guard let binding = bindings.first(where: { $0.command?.id == id && $0.isListed }), let key = binding.keys.first
      else { return nil }
      return HelpEntry(keys: [key.label], title: binding.title)
    }
    return (first.isEmpty ? [] : [HelpGroup(title: "Keys to start with", entries: first)]) + groupsByTask(of: bindings)
  }

  /// All keys by task.
  @MainActor
  static func groupsByTask(of bindings: [KeyBinding]) -> [HelpGroup] {
    let all = HelpEntry.entries(of: bindings, after: [])
    return CommandGroup.allCases.compactMap { group in
      let entries = HelpEntry.joined(all.filter { $0.group == group }.map(\.entry))
      return entries.isEmpty ? nil : HelpGroup(title: group.title, entries: entries)
    }
  }
}

extension HelpEntry {
  /// The entries of the bindings with their groups. The entries of a menu follow the command that opens it.
  @MainActor
  fileprivate static func entries(
    of bindings: [KeyBinding], after keys: [Key]
  ) -> [(group: CommandGroup, entry: HelpEntry)] {
    bindings.filter(\.isListed).flatMap { binding -> [(group: CommandGroup, entry: HelpEntry)] in
      guard let first = binding.keys.first else { return [] }
      let sequences = binding.keys.map { KeySequence(keys + [$0]) }
      guard case .menu(let choices) = binding.effect else {
        return [(binding.group ?? .program, HelpEntry(keys: sequences.map(\.label), title: binding.title))]
      }
      let menu = entries(of: choices(), after: keys + [first])
      guard let group = binding.group else { return menu }
      return [
        (group, HelpEntry(keys: sequences.map(\.label), title: binding.title, menu: joined(menu.map(\.entry))))
      ]
    }
  }

  /// Joins entries with the same title.
  fileprivate static func joined(_ entries: [HelpEntry]) -> [HelpEntry] {
    entries.reduce(into: []) { joined, entry in
      if let index = joined.firstIndex(where: { $0.title == entry.title && $0.menu == entry.menu }) {
        joined[index].keys += entry.keys
      } else {
        joined.append(entry)
      }
    }
  }
}
