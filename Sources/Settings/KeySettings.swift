import Domain
import TerminalKit

/// The keys that a person has chosen: read one after another, as they stand in the file.
struct KeySettings {
  /// Ends Tern at once. Whoever has lost all other keys needs this one.
  private static let reserved: Key = .control("c")

  private let commands: [Command]
  private(set) var faults: [SettingsFault] = []
  private var added: [String: [KeySequence]] = [:]
  private var taken: Set<KeySequence> = []
  private var places: [(sequence: KeySequence, position: TextPosition)] = []

  init(commands: [Command]) {
    self.commands = commands
  }

  var keymap: Keymap { Keymap(added: added, taken: taken) }

  mutating func read(_ entry: TOMLDocument.Entry) {
    do throws(SettingsFault) {
      let sequence = try sequence(of: entry)
      try checkConflicts(of: sequence, entry)
      switch entry.value {
      case .boolean(false): try take(sequence, entry)
      case .text(let id): try add(sequence, to: id, entry)
      default:
        throw SettingsFault(at: entry.valuePosition, "a key is for a command’s name in quotation marks, or for false")
      }
      places.append((sequence, entry.keyPosition))
    } catch {
      faults.append(error)
    }
  }

  private func sequence(of entry: TOMLDocument.Entry) throws(SettingsFault) -> KeySequence {
    guard let sequence = KeySequence(entry.key) else {
      throw SettingsFault(at: entry.keyPosition, "\(entry.key.quoted) is no key\(Self.advice(on: entry.key))")
    }
    if sequence.keys.contains(Self.reserved), entry.value.text != ProgramCommands.quitAtOnce.id {
      throw SettingsFault(
        at: entry.keyPosition, "\(Self.reserved.label) ends Tern at once, whatever else is set: it does nothing else")
    }
    return sequence
  }

  private static func advice(on key: String) -> String {
    let apart = key.map { String($0) }.joined(separator: " ")
    let areKeys = key.count > 1 && key.count <= 3 && key.allSatisfy { $0.isLetter || $0.isNumber }
    return areKeys
      ? ": keys one after another have blanks between them, \"\(apart)\""
      : ": keys are \"j\", \"g h\", \"C-d\", \"F5\", \"PgDn\", \"Space\""
  }

  /// A key that is there twice, and one with which another begins, cannot both be meant: the first one stands.
  private func checkConflicts(of sequence: KeySequence, _ entry: TOMLDocument.Entry) throws(SettingsFault) {
    for (other, position) in places {
      if other == sequence {
        throw SettingsFault(at: entry.keyPosition, "\(entry.key.quoted) stands at \(position) already")
      }
      let isShort = other.begins(with: sequence)
      guard isShort || sequence.begins(with: other), entry.value.text != nil, !taken.contains(other) else { continue }
      let (short, long) = isShort ? (sequence, other) : (other, sequence)
      throw SettingsFault(
        at: entry.keyPosition,
        "“\(long.label)” begins with “\(short.label)”: there can be one of them only, and the other stands at \(position)"
      )
    }
  }

  private mutating func take(_ sequence: KeySequence, _ entry: TOMLDocument.Entry) throws(SettingsFault) {
    guard commands.contains(where: { $0.keys.contains { $0.begins(with: sequence) } }) else {
      throw SettingsFault(at: entry.keyPosition, "\(entry.key.quoted) does nothing that could be taken away")
    }
    taken.insert(sequence)
  }

  private mutating func add(
    _ sequence: KeySequence, to id: String, _ entry: TOMLDocument.Entry
  ) throws(SettingsFault) {
    guard commands.contains(where: { $0.id == id }) else {
      let question = NearestName.question(for: id, among: commands.map(\.id))
      throw SettingsFault(
        at: entry.valuePosition,
        "there is no command \(id.quoted)" + (question.isEmpty ? "; tern config names them all" : question))
    }
    added[id, default: []].append(sequence)
  }
}

extension TOMLDocument.Value {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
