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
    bindings(
      of: offers.map { offer in
        Claim(
          offer: offer, isOwn: own[offer.command.id] != nil,
          sequences: keys(of: offer.command).compactMap { sequence in
            sequence.keys.first.map(isFree) == true ? sequence.keys[...] : nil
          })
      })
  }

  @MainActor
  private struct Claim {
    let offer: Offer
    let isOwn: Bool
    /// The keys that are still to be pressed.
    var sequences: [ArraySlice<Key>]
  }

  /// Who has a key.
  private enum Owner {
    case claim(Int)
    /// Sequences begin with it. Their menu stands where the last of them does.
    case menu(last: Int)
  }

  @MainActor
  private func bindings(of claims: [Claim]) -> [KeyBinding] {
    var owners: [Key: Owner] = [:]
    var singles = [[Key]](repeating: [], count: claims.count)
    for isOwn in own.isEmpty ? [false] : [true, false] {
      for (index, claim) in claims.enumerated() where claim.isOwn == isOwn {
        for sequence in claim.sequences {
          guard let key = sequence.first else { continue }
          switch owners[key] {
          case nil where sequence.count == 1:
            owners[key] = .claim(index)
            singles[index].append(key)
          case nil: owners[key] = .menu(last: index)
          case .menu(let last) where sequence.count > 1: owners[key] = .menu(last: max(last, index))
          case .claim, .menu: break
          }
        }
      }
    }
    var menus: [Int: [Key]] = [:]
    for case (let key, .menu(let last)) in owners { menus[last, default: []].append(key) }
    return claims.indices.flatMap { index -> [KeyBinding] in
      let single = singles[index].isEmpty ? [] : [binding(of: claims[index].offer, keys: singles[index])]
      guard let keys = menus[index] else { return single }
      return single + keys.sorted { $0.label < $1.label }.map { menu(after: $0, of: claims) }
    }
  }

  @MainActor
  private func binding(of offer: Offer, keys: [Key]) -> KeyBinding {
    let effect: KeyBinding.Effect =
      switch offer.effect {
      case .perform(let action): .perform(action)
      case .menu(let offers): .menu(bindings(of: offers))
      }
    return KeyBinding(
      keys: keys, title: offer.title, shortTitle: offer.shortTitle, hint: offer.hint,
      isWayOut: offer.command.isWayOut, isListed: offer.isListed, effect: effect)
  }

  /// What the keys do that come after one with which sequences begin.
  @MainActor
  private func menu(after key: Key, of claims: [Claim]) -> KeyBinding {
    let begun = claims.compactMap { claim -> Claim? in
      var claim = claim
      claim.sequences = claim.sequences.filter { $0.count > 1 && $0.first == key }.map { $0.dropFirst() }
      return claim.sequences.isEmpty ? nil : claim
    }
    let name = begun.lazy.compactMap(\.offer.command.menu).first
    return KeyBinding(
      keys: [key], title: name ?? "more keys", hint: name ?? "more", effect: .menu(bindings(of: begun)))
  }
}
