import Domain

/// A setting with a value of its own: what it is called, what it may be, and what it sets.
struct Setting {
  let name: String
  /// What `tern config` says of it.
  let explanation: [String]
  private let choices: [Choice]

  /// One of the values that it can have.
  fileprivate struct Choice {
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

extension Setting.Choice {
  /// A value that is a word.
  fileprivate static func word<Value: Equatable>(
    _ word: String, _ value: Value, _ path: WritableKeyPath<UserSettings, Value>
  ) -> Self {
    Self(
      word: word, literal: "\"\(word)\"", isMeant: { if case .text(word) = $0 { true } else { false } },
      isSet: { $0[keyPath: path] == value }, set: { $0[keyPath: path] = value })
  }

  /// A value that is true or false.
  fileprivate static func flag<Value: Equatable>(
    _ flag: Bool, _ value: Value, _ path: WritableKeyPath<UserSettings, Value>
  ) -> Self {
    Self(
      word: "\(flag)", literal: "\(flag)", isMeant: { if case .boolean(flag) = $0 { true } else { false } },
      isSet: { $0[keyPath: path] == value }, set: { $0[keyPath: path] = value })
  }
}

extension Setting {
  /// A setting that is one of several words.
  private static func words<Value: Equatable>(
    _ name: String, _ path: WritableKeyPath<UserSettings, Value>, _ values: [(word: String, value: Value)],
    _ explanation: [String]
  ) -> Setting {
    Setting(name: name, explanation: explanation, choices: values.map { .word($0.word, $0.value, path) })
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
    Setting(name: name, explanation: explanation, choices: [true, false].map { .flag($0, $0, path) })
  }
}

extension Setting {
  /// All that there are, but for the keys.
  static var all: [Setting] {
    [
      words(
        "theme", \.theme, UserSettings.themes.map { ($0, $0) },
        [
          "The colours: auto (dark or light, as the terminal is), dark, light,",
          "high-contrast, or terminal (the terminal's own sixteen).",
        ]),
      cases("density", \.density, "How much room a post takes: comfortable, compact, or line (one line a post)."),
      flag(
        "mouse", \.usesMouse,
        "Whether wheel and clicks are Tern's, or (false) the terminal's; from the next start on."),
      cases("time", \.time, "When a post was written: ages (2m, 3d) or dates (2026-11-20 12:04)."),
      Setting(
        name: "demo",
        explanation: [
          "Whether the demo's accounts are listed among yours: auto (as long as you have none of your own), true or",
          "false. tern demo shows them anyway.",
        ],
        choices: [.word("auto", .auto, \.demo), .flag(true, .listed, \.demo), .flag(false, .hidden, \.demo)]),
    ]
  }
}
