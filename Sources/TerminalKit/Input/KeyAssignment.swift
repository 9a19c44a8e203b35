/// Which of several commands has which keys. It holds for as long as the same commands are offered, whatever each of them
/// does, and so is found once and not at each key.
struct KeyAssignment: Sendable {
  /// A command that wants keys.
  struct Claim: Sendable {
    /// Its place among the commands.
    let index: Int
    let command: Command
    var sequences: [RequestedSequence]
  }

  /// Keys that a command wants.
  struct RequestedSequence: Sendable {
    /// Those that are still to be pressed.
    var keys: ArraySlice<Key>
    /// Whether the person has chosen them.
    let isOwn: Bool
  }

  /// Keys, and what they are for.
  private enum Entry: Sendable {
    case keys([Key], index: Int)
    /// Sequences begin with this key.
    case menu(Key, name: String?, KeyAssignment)
  }

  private let commands: [Command]
  private let entries: [Entry]

  init(of commands: [Command], _ claims: [Claim]) {
    self.commands = commands
    let owners = Self.owners(of: claims)
    entries = claims.indices.flatMap { place -> [Entry] in
      let claim = claims[place]
      let single = claim.sequences.filter { $0.keys.count == 1 }.compactMap(\.keys.first)
      let own = single.filter { owners[$0]?.claim == place }
      let menus = owners.filter { $0.value.lastOfMenu == place }.keys.sorted { $0.label < $1.label }
      return (own.isEmpty ? [] : [.keys(own, index: claim.index)])
        + menus.map { key in
          let begun = claims.compactMap { $0.goingOn(after: key) }
          return .menu(
            key, name: begun.lazy.compactMap(\.command.menu).first, KeyAssignment(of: commands, begun))
        }
    }
  }

  /// Who has a key.
  private enum Owner {
    case claim(Int)
    /// Sequences begin with it. Their menu stands where the last of them does.
    case menu(last: Int)

    var claim: Int? { if case .claim(let place) = self { place } else { nil } }
    var lastOfMenu: Int? { if case .menu(let place) = self { place } else { nil } }
  }

  private static func owners(of claims: [Claim]) -> [Key: Owner] {
    var owners: [Key: Owner] = [:]
    for isOwn in [true, false] {
      for (place, claim) in claims.enumerated() {
        for wish in claim.sequences where wish.isOwn == isOwn {
          guard let key = wish.keys.first else { continue }
          switch owners[key] {
          case nil: owners[key] = wish.keys.count == 1 ? .claim(place) : .menu(last: place)
          case .menu(let last) where wish.keys.count > 1: owners[key] = .menu(last: max(last, place))
          case .claim, .menu: break
          }
        }
      }
    }
    return owners
  }
}

extension KeyAssignment {
  /// The sequences that each command has, by its place among the commands.
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

  /// Whether these offers are of the commands that it was found for.
  @MainActor
  func isFor(_ availableCommands: [AvailableCommand]) -> Bool {
    guard commands.count == availableCommands.count else { return false }
    for index in commands.indices where commands[index] !== availableCommands[index].command { return false }
    return true
  }

  /// What the keys do.
  /// - Parameter offers: of the same commands, in the same order.
  @MainActor
  func bindings(of availableCommands: [AvailableCommand], in keymap: Keymap) -> [KeyBinding] {
    var bindings: [KeyBinding] = []
    bindings.reserveCapacity(entries.count)
    for entry in entries {
      switch entry {
      case .keys(let keys, let index): bindings.append(KeyBinding(keys, availableCommands[index], in: keymap))
      case .menu(let key, let name, let choices):
        var binding = KeyBinding(
          keys: [key], title: name ?? "more keys", hint: name ?? "more",
          effect: .menu { choices.bindings(of: availableCommands, in: keymap) })
        binding.whenMenuOpens = { for index in choices.sequences.keys { availableCommands[index].whenMenuOpens?() } }
        bindings.append(binding)
      }
    }
    return bindings
  }
}

extension KeyAssignment.Claim {
  /// What it wants after a key; nil where none of its sequences goes on.
  fileprivate func goingOn(after key: Key) -> Self? {
    var claim = self
    claim.sequences = sequences.filter { $0.keys.count > 1 && $0.keys.first == key }.map { wish in
      KeyAssignment.RequestedSequence(keys: wish.keys.dropFirst(), isOwn: wish.isOwn)
    }
    return claim.sequences.isEmpty ? nil : claim
  }
}
