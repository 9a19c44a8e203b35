/// The keys of commands: configured by the user or default. Every message that names a key uses it.
public struct Keymap: Hashable, Sendable {
  public static let standard = Keymap()

  /// Replacements for the default keys, by command id.
  private let custom: [String: [KeySequence]]
  /// Additional keys with precedence over the default ones, by command id.
  private let added: [String: [KeySequence]]
  /// Sequences whose default meaning is removed, including longer sequences that start with them.
  private let unbound: Set<KeySequence>
  /// The command ids of all configured sequences.
  private let owners: [KeySequence: String]
  /// The proper prefixes of configured sequences.
  private let beginnings: Set<KeySequence>

  /// - Parameters:
  ///   - custom: replacements for the default keys, by command id. May be empty for a command.
  ///   - added: additional keys, by command id. They take precedence over the default keys of all commands.
  ///   - unbound: sequences without default meaning, including longer sequences that start with them.
  public init(
    custom: [String: [KeySequence]] = [:], added: [String: [KeySequence]] = [:], unbound: Set<KeySequence> = []
  ) {
    self.custom = custom
    self.added = added
    self.unbound = unbound
    let pairs = [custom, added].flatMap { $0.flatMap { id, sequences in sequences.map { ($0, id) } } }
    owners = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    beginnings = Set(owners.keys.flatMap { $0.beginnings.dropLast() })
  }

  public func keys(of command: Command) -> [KeySequence] {
    let others = custom[command.id] ?? (unbound.isEmpty ? command.keys : command.keys.filter { !isUnbound($0) })
    guard let first = added[command.id] else { return others }
    return first + others.filter { !first.contains($0) }
  }

  /// The keys that the user gave a command, in order.
  public func addedKeys(of command: Command) -> [KeySequence] { added[command.id] ?? [] }

  /// Whether the user removed the default meaning of exactly this sequence.
  public func hasRemovedMeaning(of sequence: KeySequence) -> Bool { unbound.contains(sequence) }

  /// The key to show for a command, for example `R` or `gs`; nil if it has none.
  public func label(of command: Command) -> String? {
    let sequences = keys(of: command)
    let free = sequences.first { owners[$0] == command.id || isFree($0) }
    return (free ?? sequences.first)?.label
  }

  private func isUnbound(_ sequence: KeySequence) -> Bool {
    sequence.beginnings.contains { unbound.contains($0) }
  }

  /// Whether no configured key hides the sequence.
  private func isFree(_ sequence: KeySequence) -> Bool {
    owners.isEmpty || !beginnings.contains(sequence) && sequence.beginnings.allSatisfy { owners[$0] == nil }
  }

  /// Whether the user has configured the sequence for the command.
  private func isCustom(_ sequence: KeySequence, of command: Command) -> Bool {
    custom[command.id] != nil || added[command.id]?.contains(sequence) == true
  }

  /// A sentence such as "R tries again" from a command's key and a predicate; empty if the command has no key.
  public func sentence(_ command: Command, _ predicate: String) -> String {
    label(of: command).map { "\($0) \(predicate)" } ?? ""
  }
}

extension KeySequence {
  /// All non-empty prefixes, the complete sequence last.
  fileprivate var beginnings: [KeySequence] { keys.indices.map { KeySequence(Array(keys[...$0])) } }
}

// MARK: - Bindings

extension Keymap {
  /// The bindings of available commands, each key once. Configured keys take precedence; otherwise the first command
  /// with a key gets it.
  /// - Parameter isFree: whether a key may start a sequence. In a text field printable keys are text.
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
          .init(keys: $0.keys[...], isCustom: isCustom($0, of: command))
        })
    }
    return KeyAssignment(of: commands, claims)
  }
}
