/// Which keys have which commands done: those that the person has chosen, else the standard ones. Whatever names a key
/// to a person asks here.
public struct Keymap: Hashable, Sendable {
  public static let standard = Keymap()

  /// By the ids of commands.
  private let own: [String: [KeySequence]]
  /// The commands that the person has given these keys to.
  private let owners: [KeySequence: String]

  /// - Parameter own: the keys of commands, by their ids, that have others than the standard ones. A command may have
  ///   none.
  public init(own: [String: [KeySequence]] = [:]) {
    self.own = own
    let pairs = own.flatMap { id, sequences in sequences.map { ($0, id) } }
    owners = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  public func keys(of command: Command) -> [KeySequence] { own[command.id] ?? command.keys }

  /// The keys that a person is told for a command: `R`, `gs`; nil where it has none.
  public func label(of command: Command) -> String? {
    let sequences = keys(of: command)
    let free = sequences.first { owners[$0] == nil || owners[$0] == command.id }
    return (free ?? sequences.first)?.label
  }

  /// “R tries again”: the key of a command, and what is said of it; empty where the command has no key.
  public func sentence(_ command: Command, _ predicate: String) -> String {
    label(of: command).map { "\($0) \(predicate)" } ?? ""
  }
}

// MARK: - What keys do

extension Keymap {
  /// What each key does where these commands are available. A key does what the first offer says that has it, those
  /// first whose keys the person has chosen; no other offer keeps it.
  /// - Parameter isFree: whether a key can begin something here: in a field, printable ones are text.
  @MainActor
  public func bindings(of offers: [Offer], where isFree: (Key) -> Bool = { _ in true }) -> [KeyBinding] {
    assignment(of: offers.map(\.command), where: isFree).bindings(of: offers, in: self)
  }

  func assignment(of commands: [Command], where isFree: (Key) -> Bool) -> KeyAssignment {
    let claims = commands.enumerated().map { index, command in
      KeyAssignment.Claim(
        index: index, command: command, isOwn: own[command.id] != nil,
        sequences: keys(of: command).filter { $0.keys.first.map(isFree) == true }.map { $0.keys[...] })
    }
    return KeyAssignment(of: commands, claims)
  }
}
