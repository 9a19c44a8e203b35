import Domain
import TerminalKit

/// Reads the user's keys, one entry after another in the order of the file.
struct KeySettings {
  /// Always quits, so that a user without any other key can still leave Tern.
  private static let reserved: Key = .control("c")

  private let commands: [Command]
  private(set) var faults: [SettingsFault] = []
  private var added: [String: [KeySequence]] = [:]
  private var unbound: Set<KeySequence> = []
  private var assignments: [(sequence: KeySequence, position: TextPosition)] = []

  init(commands: [Command]) {
    self.commands = commands
  }

  var keymap: Keymap { Keymap(added: added, unbound: unbound) }

  mutating func read(_ entry: TOMLDocument.Entry) {
    do throws(SettingsFault) {
      let sequence = try sequence(of: entry)
      try checkConflicts(of: sequence, entry)
      switch entry.value {
      case .boolean(false): try unbind(sequence, entry)
      case .text(let id): try add(sequence, to: id, entry)
      default:
        throw SettingsFault(at: entry.valuePosition, "a key takes a command ID in quotation marks, or false")
      }
      assignments.append((sequence, entry.keyPosition))
    } catch {
      faults.append(error)
    }
  }

  private func sequence(of entry: TOMLDocument.Entry) throws(SettingsFault) -> KeySequence {
    guard let sequence = KeySequence(entry.key) else {
      throw SettingsFault(at: entry.keyPosition, "\(entry.key.quoted) is not a key\(Self.advice(on: entry.key))")
    }
    if sequence.keys.contains(Self.reserved), entry.value.text != ProgramCommands.quitAtOnce.id {
      throw SettingsFault(at: entry.keyPosition, "\(Self.reserved.label) always quits Tern and cannot be changed")
    }
    return sequence
  }

  private static func advice(on key: String) -> String {
    let spaced = key.map { String($0) }.joined(separator: " ")
    let areKeys = key.count > 1 && key.count <= 3 && key.allSatisfy { $0.isLetter || $0.isNumber }
    return areKeys
      ? ": put spaces between the keys of a sequence, \"\(spaced)\""
      : ": valid keys are \"j\", \"g h\", \"C-d\", \"F5\", \"PgDn\", \"Space\""
  }

  /// Rejects a repeated key, and a key with which another one begins. The first one in the file applies.
  private func checkConflicts(of sequence: KeySequence, _ entry: TOMLDocument.Entry) throws(SettingsFault) {
    for (other, position) in assignments {
      if other == sequence {
        throw SettingsFault(at: entry.keyPosition, "\(entry.key.quoted) is already set at \(position)")
      }
      let isShort = other.starts(with: sequence)
      guard isShort || sequence.starts(with: other), entry.value.text != nil, !unbound.contains(other) else { continue }
      let (short, long) = isShort ? (sequence, other) : (other, sequence)
      throw SettingsFault(
        at: entry.keyPosition,
        "“\(long.label)” begins with “\(short.label)”: only one of them can be set, and the other is at \(position)"
      )
    }
  }

  private mutating func unbind(_ sequence: KeySequence, _ entry: TOMLDocument.Entry) throws(SettingsFault) {
    guard commands.contains(where: { $0.keys.contains { $0.starts(with: sequence) } }) else {
      throw SettingsFault(at: entry.keyPosition, "\(entry.key.quoted) has no default meaning to remove")
    }
    unbound.insert(sequence)
  }

  private mutating func add(
    _ sequence: KeySequence, to id: String, _ entry: TOMLDocument.Entry
  ) throws(SettingsFault) {
    guard commands.contains(where: { $0.id == id }) else {
      let suggestion = NearestName.suggestion(for: id, among: commands.map(\.id))
      throw SettingsFault(
        at: entry.valuePosition,
        "unknown command \(id.quoted)" + (suggestion.isEmpty ? "; tern config lists all commands" : suggestion))
    }
    added[id, default: []].append(sequence)
  }
}

extension TOMLDocument.Value {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
