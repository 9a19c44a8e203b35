/// The assignment of keys to a list of commands. Independent of what the commands do, so it is cached as long as the
/// same commands are offered.
struct KeyAssignment: Sendable {
  /// A command and the sequences that it requests.
  struct Claim: Sendable {
    /// The index in the list of commands.
    let index: Int
    let command: Command
    var sequences: [RequestedSequence]
  }

  /// A requested sequence.
  struct RequestedSequence: Sendable {
    /// The remaining keys.
    var keys: ArraySlice<Key>
    /// Whether the user has configured the sequence.
    let isCustom: Bool
  }

  /// An assigned key.
  private enum Entry: Sendable {
    case keys([Key], index: Int)
    /// The first key of longer sequences.
    case menu(Key, name: String?, KeyAssignment)
  }

  private let commands: [Command]
  private let entries: [Entry]

  init(of commands: [Command], _ claims: [Claim]) {
    self.commands = commands
    let owners = Self.owners(of: claims)
    entries = claims.indices.flatMap { claimIndex -> [Entry] in
      let claim = claims[claimIndex]
      let single = claim.sequences.filter { $0.keys.count == 1 }.compactMap(\.keys.first)
      let own = single.filter { owners[$0]?.claim == claimIndex }
      let menus = owners.filter { $0.value.lastOfMenu == claimIndex }.keys.sorted { $0.label < $1.label }
      return (own.isEmpty ? [] : [.keys(own, index: claim.index)])
        + menus.map { key in
          let begun = claims.compactMap { $0.continuation(after: key) }
          return .menu(
            key, name: begun.lazy.compactMap(\.command.menu).first, KeyAssignment(of: commands, begun))
        }
    }
  }

  /// The owner of a key.
  private enum Owner {
    case claim(Int)
    /// The first key of longer sequences. The menu is listed at the position of the last claim.
    case menu(last: Int)

    var claim: Int? { if case .claim(let claimIndex) = self { claimIndex } else { nil } }
    var lastOfMenu: Int? { if case .menu(let claimIndex) = self { claimIndex } else { nil } }
  }

  private static func owners(of claims: [Claim]) -> [Key: Owner] {
    var owners: [Key: Owner] = [:]
    for isCustom in [true, false] {
      for (claimIndex, claim) in claims.enumerated() {
        for requested in claim.sequences where requested.isCustom == isCustom {
          guard let key = requested.keys.first else { continue }
          switch owners[key] {
          case nil: owners[key] = requested.keys.count == 1 ? .claim(claimIndex) : .menu(last: claimIndex)
          case .menu(let last) where requested.keys.count > 1: owners[key] = .menu(last: max(last, claimIndex))
          case .claim, .menu: break
          }
        }
      }
    }
    return owners
  }
}

extension KeyAssignment {
  /// The assigned sequences by index of the command.
  var sequences: [Int: [KeySequence]] {
    var sequences: [Int: [KeySequence]] = [:]
    for entry in entries {
      switch entry {
      case .keys(let keys, let index): sequences[index, default: []] += keys.map { KeySequence([$0]) }
      case .menu(let key, _, let choices):
        for (index, rest) in choices.sequences {
          sequences[index, default: []] += rest.map { KeySequence([key] + $0.keys) }
        }
      }
    }
    return sequences
  }

  /// Whether the commands are those of this assignment.
  @MainActor
  func isFor(_ availableCommands: [AvailableCommand]) -> Bool {
    guard commands.count == availableCommands.count else { return false }
    for index in commands.indices where commands[index] !== availableCommands[index].command { return false }
    return true
  }

  /// The bindings for commands in the same order as in the initializer.
  /// - Parameter availableCommands: The commands with their current effects.
  @MainActor
  func bindings(of availableCommands: [AvailableCommand], in keymap: Keymap) -> [KeyBinding] {
    var bindings: [KeyBinding] = []
    bindings.reserveCapacity(entries.count)
    for entry in entries {
      switch entry {
      case .keys(let keys, let index): bindings.append(KeyBinding(keys, availableCommands[index], in: keymap))
      case .menu(let key, let name, let choices):
        var binding = KeyBinding(key, opening: name) { choices.bindings(of: availableCommands, in: keymap) }
        binding.onMenuOpen = { for index in choices.sequences.keys { availableCommands[index].onMenuOpen?() } }
        bindings.append(binding)
      }
    }
    return bindings
  }
}

extension KeyAssignment.Claim {
  /// The claim for the rest of its sequences after a key; nil if no sequence starts with it.
  fileprivate func continuation(after key: Key) -> Self? {
    var claim = self
    claim.sequences = sequences.filter { $0.keys.count > 1 && $0.keys.first == key }.map { requested in
      KeyAssignment.RequestedSequence(keys: requested.keys.dropFirst(), isCustom: requested.isCustom)
    }
    return claim.sequences.isEmpty ? nil : claim
  }
}
