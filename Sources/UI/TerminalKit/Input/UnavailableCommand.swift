/// A command that cannot be performed now, and why.
public struct UnavailableCommand: Sendable {
  public let command: Command
  /// A short sentence without a full stop: “No links in this post”.
  public let reason: String
  /// Whether the palette lists it.
  public let isListed: Bool

  public init(_ command: Command, _ reason: String, isListed: Bool = true) {
    (self.command, self.reason, self.isListed) = (command, reason, isListed)
  }
}

extension [UnavailableCommand] {
  /// Several commands that are unavailable for the same reason.
  public init(_ commands: [Command], _ reason: String, isListed: Bool = true) {
    self = commands.map { UnavailableCommand($0, reason, isListed: isListed) }
  }
}

extension Keymap {
  /// The reason that a key sequence does nothing; nil if it belongs to none of the commands. A command with exactly
  /// this sequence comes before one whose sequence only starts with it.
  func reason(for sequence: KeySequence, among unavailable: [UnavailableCommand]) -> String? {
    let exact = unavailable.first { keys(of: $0.command).contains(sequence) }
    let longer = { (command: Command) in self.keys(of: command).contains { $0.keys.starts(with: sequence.keys) } }
    return (exact ?? unavailable.first { longer($0.command) })?.reason
  }
}
