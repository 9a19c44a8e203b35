import TerminalKit

/// Available commands for tests, identified by their titles.
extension AvailableCommand {
  public init(
    _ keys: Key..., title: String, hint: String? = nil, isListed: Bool = true,
    perform: @escaping @MainActor () -> Void = {}
  ) {
    self.init(Self.command(keys, title), hint: hint, isListed: isListed, perform: perform)
  }

  public init(_ keys: Key..., title: String, hint: String? = nil, menu: [AvailableCommand]) {
    self.init(Self.command(keys, title), hint: hint, menu: menu)
  }

  private static func command(_ keys: [Key], _ title: String) -> Command {
    Command(title, title, keys: keys.map { KeySequence([$0]) }, isDismissal: keys.first == .escape)
  }
}

extension Keymap {
  /// Pairs of available commands that share a key without a declared precedence: “cancel and back both have Esc”.
  @MainActor
  public func undeclaredConflicts(among availableCommands: [AvailableCommand]) -> [String] {
    var conflicts: [String] = []
    for (index, offer) in availableCommands.enumerated() {
      if case .menu(let choices) = offer.effect { conflicts += undeclaredConflicts(among: choices()) }
      for other in availableCommands[(index + 1)...] where other.command != offer.command {
        // Dismissing a message comes before everything else.
        guard offer.command != ProgramCommands.dismiss, !offer.command.precedes.contains(other.command.id) else {
          continue
        }
        let shared = keys(of: offer.command).first { own in keys(of: other.command).contains { own.collides(with: $0) }
        }
        if let shared { conflicts.append("\(offer.command.id) and \(other.command.id) both have \(shared.label)") }
      }
    }
    return conflicts
  }
}

extension KeySequence {
  /// Whether the sequences are equal or one is a prefix of the other.
  fileprivate func collides(with other: KeySequence) -> Bool {
    keys.starts(with: other.keys) || other.keys.starts(with: keys)
  }
}
