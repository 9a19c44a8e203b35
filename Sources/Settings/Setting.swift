import Domain

/// A setting with a value of its own: what it is called, what it may be, and what it sets.
struct Setting {
  let name: String
  /// What `tern config` says of it.
  let explanation: [String]
  private let choices: [Choice]

  /// One of the values that it can have.
  private struct Choice {
    /// As a person writes it, without quotation marks.
    let word: String
    /// As it stands in the file.
    let literal: String
    let isMeant: (TOMLDocument.Value) -> Bool
    let isSet: (UserSettings) -> Bool
    let set: (inout UserSettings) -> Void
  }

  /// As it stands in the file: `theme = "auto"`.
  func line(of settings: UserSettings) -> String {
    "\(name) = \(choices.first { $0.isSet(settings) }?.literal ?? "")"
  }

  /// - Returns: whether the setting can be this.
  func take(_ value: TOMLDocument.Value, into settings: inout UserSettings) -> Bool {
    guard let choice = choices.first(where: { $0.isMeant(value) }) else { return false }
    choice.set(&settings)
    return true
  }

  /// What is wrong about a value that it cannot have.
  func fault(of value: TOMLDocument.Value) -> String {
    let literals = choices.map(\.literal)
    let wanted = "“\(name)” is \(literals.dropLast().joined(separator: ", ")) or \(literals.last ?? "")"
    guard case .text(let text) = value else { return wanted }
    return "\(wanted), not \(text.quoted)\(NearestName.question(for: text, among: choices.map(\.word)))"
  }
}

extension Setting {
  /// A setting that is one of several words.
  private static func words<Value: Equatable>(
    _ name: String, _ path: WritableKeyPath<UserSettings, Value>, _ values: [(word: String, value: Value)],
    _ explanation: [String]
  ) -> Setting {
    let choices = values.map { word, value in
      Choice(
        word: word, literal: "\"\(word.escapingControls)\"",
        isMeant: { if case .text(word) = $0 { true } else { false } },
        isSet: { $0[keyPath: path] == value }, set: { $0[keyPath: path] = value })
    }
    return Setting(name: name, explanation: explanation, choices: choices)
  }

  /// A setting that is one of the cases of an enumeration.
  private static func cases<Value: RawRepresentable & CaseIterable & Equatable>(
    _ name: String, _ path: WritableKeyPath<UserSettings, Value>, _ explanation: String...
  ) -> Setting where Value.RawValue == String {
    words(name, path, Value.allCases.map { ($0.rawValue, $0) }, explanation)
  }

  /// A setting that is on or off.
  private static func flag(
    _ name: String, _ path: WritableKeyPath<UserSettings, Bool>, _ explanation: String...
  ) -> Setting {
    let choices = [true, false].map { value in
      Choice(
        word: "\(value)", literal: "\(value)", isMeant: { if case .boolean(value) = $0 { true } else { false } },
        isSet: { $0[keyPath: path] == value }, set: { $0[keyPath: path] = value })
    }
    return Setting(name: name, explanation: explanation, choices: choices)
  }
}

extension Setting {
  /// All that there are, but for the keys.
  /// - Parameter ownThemes: the names of the person's own themes.
  static func all(ownThemes: [String] = []) -> [Setting] {
    [
      words(
        "theme", \.theme, (UserSettings.themes + ownThemes).map { ($0, $0) },
        [
          "The colours: auto (dark or light, as the terminal is), dark, light, high-contrast, terminal (the terminal's",
          "own sixteen), or NAME, for a theme of your own in the file themes/NAME.toml beside this one.",
        ]),
      cases("density", \.density, "How much room a post takes: comfortable, compact, or line (one line a post)."),
      flag(
        "mouse", \.usesMouse,
        "Whether wheel and clicks are Tern's, or (false) the terminal's."),
      flag("title", \.setsTitle, "Whether the title of the terminal's window names the timeline and the account."),
      cases("time", \.time, "When a post was written: ages (2m, 3d) or dates (2026-11-20 12:04)."),
      cases("signs", \.signs, "What bars, lines and other signs are made of: unicode or ascii."),
      flag("demo", \.listsDemo, "Whether the demo's accounts are listed among yours. tern demo shows them anyway."),
    ]
  }
}
