import TerminalKit

/// Rules about the keys that the bottom line offers.
@MainActor
enum BottomLineRules {
  /// A key and what it is said to do.
  struct AvailableCommand: Hashable {
    var key: String
    var hint: String
  }

  /// What is offered on the last row of a canvas.
  /// - Parameter hasPrompt: whether it begins with a word that says what is typed there.
  static func availableCommands(on canvas: Canvas, hasPrompt: Bool) -> [AvailableCommand] {
    let row = canvas.size.height - 1
    var availableCommands: [AvailableCommand] = []
    var isInKey = false
    for column in 0..<canvas.size.width {
      let cell = canvas[row, column]
      switch cell.style {
      case .accentBold where isInKey: availableCommands[availableCommands.count - 1].key += cell.text
      case .accentBold:
        availableCommands.append(AvailableCommand(key: cell.text, hint: ""))
        isInKey = true
      default:
        isInKey = false
        if cell.style == .muted || cell.text == " ", !availableCommands.isEmpty {
          availableCommands[availableCommands.count - 1].hint += cell.text
        }
      }
    }
    let trimmed = availableCommands.map { AvailableCommand(key: $0.key, hint: $0.hint.trimmingSpaces) }
    // Where there is little room the word gives way to the keys.
    return hasPrompt && canvas[row, 1].style == .accentBold ? Array(trimmed.dropFirst()) : trimmed
  }

  /// What is wrong with the offers, given what the keys do.
  /// - Parameter mayBeNone: whether there may be no room for a key.
  static func problem(availableCommands: [AvailableCommand], bindings: [KeyBinding], mayBeNone: Bool) -> String? {
    let keys = bindings.flatMap(\.keys)
    if Set(keys).count < keys.count {
      let twice = keys.filter { key in keys.filter { $0 == key }.count > 1 }
      return "bound twice: " + Set(twice).map(\.label).joined(separator: " ")
    }
    if availableCommands.isEmpty, !mayBeNone { return "no key is offered" }
    let live = Set(
      bindings.compactMap { binding in
        binding.hint.map { AvailableCommand(key: binding.keys.first?.label ?? "", hint: $0.trimmingSpaces) }
      })
    if let dead = availableCommands.first(where: { !live.contains($0) }) {
      return "“\(dead.key) \(dead.hint)” is offered in vain"
    }
    if Set(availableCommands.map(\.key)).count < availableCommands.count { return "a key is offered twice" }
    return nil
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
