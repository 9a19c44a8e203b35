/// Which keys have which commands done: those that the person has chosen, else the standard ones. Whatever names a key
/// to a person asks here.
public struct Keymap: Hashable, Sendable {
  public static let standard = Keymap()

  /// In place of the standard keys, by the ids of commands.
  private let own: [String: [KeySequence]]
  /// Beside the other keys, and before them, by the ids of commands.
  private let added: [String: [KeySequence]]
  /// What does not do any more what it does by the standard, nor what goes on after it.
  private let taken: Set<KeySequence>
  /// The commands that the person has given these keys to.
  private let owners: [KeySequence: String]
  /// What the person's own sequences of several keys begin with.
  private let beginnings: Set<KeySequence>

  /// - Parameters:
  ///   - own: the keys of commands, by their ids, that have others than the standard ones. A command may have none.
  ///   - added: keys that commands have beside these, by the ids of commands. They come before the standard keys, of
  ///     whichever command.
  ///   - taken: keys that have no standard meaning any more, nor sequences that begin with them.
  public init(
    own: [String: [KeySequence]] = [:], added: [String: [KeySequence]] = [:], taken: Set<KeySequence> = []
  ) {
    self.own = own
    self.added = added
    self.taken = taken
    let pairs = [own, added].flatMap { $0.flatMap { id, sequences in sequences.map { ($0, id) } } }
    owners = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    beginnings = Set(owners.keys.flatMap { $0.beginnings.dropLast() })
  }

  public func keys(of command: Command) -> [KeySequence] {
    let others = own[command.id] ?? (taken.isEmpty ? command.keys : command.keys.filter { !isTaken($0) })
    guard let first = added[command.id] else { return others }
    return first + others.filter { !first.contains($0) }
  }

  /// The keys that a person is told for a command: `R`, `gs`; nil where it has none.
  public func label(of command: Command) -> String? {
    let sequences = keys(of: command)
    let free = sequences.first { owners[$0] == command.id || isFree($0) }
    return (free ?? sequences.first)?.label
  }

  private func isTaken(_ sequence: KeySequence) -> Bool {
    sequence.beginnings.contains { taken.contains($0) }
  }

  /// Whether no key of the person's own stands in its way.
  private func isFree(_ sequence: KeySequence) -> Bool {
    owners.isEmpty || !beginnings.contains(sequence) && sequence.beginnings.allSatisfy { owners[$0] == nil }
  }

  /// Whether the person has chosen that the command has this key.
  private func isOwn(_ sequence: KeySequence, of command: Command) -> Bool {
    own[command.id] != nil || added[command.id]?.contains(sequence) == true
  }

  /// “R tries again”: the key of a command, and what is said of it; empty where the command has no key.
  public func sentence(_ command: Command, _ predicate: String) -> String {
    label(of: command).map { "\($0) \(predicate)" } ?? ""
  }
}

extension KeySequence {
  /// What is pressed of it key by key, the whole of it last.
  fileprivate var beginnings: [KeySequence] { keys.indices.map { KeySequence(Array(keys[...$0])) } }
}

// MARK: - What keys do

extension Keymap {
  /// What each key does where these commands are available. A key does what the first offer says that has it, those
  /// first whose keys the person has chosen; no other offer keeps it.
  /// - Parameter isFree: whether a key can begin something here: in a field, printable ones are text.
  @MainActor
  public func bindings(of availableCommands: [AvailableCommand], where isFree: (Key) -> Bool = { _ in true })
    -> [KeyBinding]
  {
    assignment(of: availableCommands.map(\.command), where: isFree).bindings(of: availableCommands, in: self)
  }

  func assignment(of commands: [Command], where isFree: (Key) -> Bool) -> KeyAssignment {
    let claims = commands.enumerated().map { index, command in
      KeyAssignment.Claim(
        index: index, command: command,
        sequences: keys(of: command).filter { $0.keys.first.map(isFree) == true }.map {
          .init(keys: $0.keys[...], isOwn: isOwn($0, of: command))
        })
    }
    return KeyAssignment(of: commands, claims)
  }
}
