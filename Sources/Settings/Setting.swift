import Domain

/// A setting with a value of its own: what it is called, what it may be, and what it sets.
struct Setting {
  let name: String
  /// What `tern config` says of it.
  let explanation: [String]
  private let values: Values
  /// What a name that is none of the choices would have meant: “, and there is no themes/night.toml”.
  private var absence: (String) -> String = { _ in "" }

  /// What it can be.
  private enum Values {
    case choices([Choice])
    case numbers(ClosedRange<Int>, WritableKeyPath<UserSettings, Int>)
    case text(WritableKeyPath<UserSettings, String>)
    case texts(WritableKeyPath<UserSettings, [String]>)
    /// A program and what it is told: no shell reads it.
    case program(WritableKeyPath<UserSettings, [String]>)
  }

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
    switch values {
    case .choices(let choices): "\(name) = \(choices.first { $0.isSet(settings) }?.literal ?? "")"
    case .numbers(_, let path): "\(name) = \(settings[keyPath: path])"
    case .text(let path): "\(name) = \(SettingsText.literal(settings[keyPath: path]))"
    case .texts(let path): "\(name) = [\(settings[keyPath: path].map { "\"\($0)\"" }.joined(separator: ", "))]"
    case .program(let path): "\(name) = \(Self.literal(of: settings[keyPath: path]))"
    }
  }

  /// - Returns: whether the setting can be this.
  func take(_ value: TOMLDocument.Value, into settings: inout UserSettings) -> Bool {
    switch values {
    case .choices(let choices):
      guard let choice = choices.first(where: { $0.isMeant(value) }) else { return false }
      choice.set(&settings)
    case .numbers(let range, let path):
      guard case .integer(let number) = value, let number = Int(exactly: number), range.contains(number) else {
        return false
      }
      settings[keyPath: path] = number
    case .text(let path):
      guard case .text(let text) = value, Self.isOneLine(text) else { return false }
      settings[keyPath: path] = text
    case .program(let path):
      let words: [String]
      switch value {
      case .text(let text): words = text.split(separator: " ").map(String.init)
      case .array(let entries):
        words = entries.compactMap { if case .text(let text) = $0.value { text } else { nil } }
        guard words.count == entries.count, words.first != "" else { return false }
      default: return false
      }
      guard words.allSatisfy(Self.isOneLine) else { return false }
      settings[keyPath: path] = words
    case .texts(let path):
      guard case .array(let entries) = value else { return false }
      let texts = entries.compactMap { if case .text(let text) = $0.value { text } else { nil } }
      guard texts.count == entries.count else { return false }
      settings[keyPath: path] = texts
    }
    return true
  }

  /// The list of a program's words where one of them has blanks.
  private static func literal(of words: [String]) -> String {
    guard words.contains(where: { $0.contains(" ") || $0.isEmpty }) else {
      return SettingsText.literal(words.joined(separator: " "))
    }
    return "[\(words.map(SettingsText.literal).joined(separator: ", "))]"
  }

  private static func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// What is wrong about a value that it cannot have.
  func fault(of value: TOMLDocument.Value) -> String {
    switch values {
    case .choices(let choices): return fault(of: value, choices)
    case .numbers(let range, _):
      let wanted = "“\(name)” is a number from \(range.lowerBound) to \(range.upperBound)"
      if case .integer(let number) = value { return "\(wanted), not \(number)" }
      return wanted
    case .text: return "“\(name)” is a command in quotation marks, in one line"
    case .program:
      return "“\(name)” is a command in quotation marks, or the list of its words: [\"mpv\", \"--fs\"]"
    case .texts: return "“\(name)” is a list of names in quotation marks: [\"Home\", \"Mentions\"]"
    }
  }

  private func fault(of value: TOMLDocument.Value, _ choices: [Choice]) -> String {
    let literals = choices.map(\.literal)
    let wanted = "“\(name)” is \(literals.dropLast().joined(separator: ", ")) or \(literals.last ?? "")"
    guard case .text(let text) = value else { return wanted }
    return "\(wanted), not \(text.quoted)\(absence(text))\(NearestName.question(for: text, among: choices.map(\.word)))"
  }
}

extension Setting.Choice {
  /// A value that is a word.
  fileprivate static func word<Value: Equatable>(
    _ word: String, _ value: Value, _ path: WritableKeyPath<UserSettings, Value>
  ) -> Self {
    Self(
      word: word, literal: "\"\(word.escapingControls)\"",
      isMeant: { if case .text(word) = $0 { true } else { false } },
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
    Setting(
      name: name, explanation: explanation, values: .choices(values.map { .word($0.word, $0.value, path) }))
  }

  /// A setting that is a number.
  private static func number(
    _ name: String, _ path: WritableKeyPath<UserSettings, Int>, in range: ClosedRange<Int>, _ explanation: String...
  ) -> Setting {
    Setting(name: name, explanation: explanation, values: .numbers(range, path))
  }

  /// A setting that is a command of the person's own.
  private static func command(
    _ name: String, _ path: WritableKeyPath<UserSettings, String>, _ explanation: String...
  ) -> Setting {
    Setting(name: name, explanation: explanation, values: .text(path))
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
    Setting(name: name, explanation: explanation, values: .choices([true, false].map { .flag($0, $0, path) }))
  }
}

extension Setting {
  /// All that there are, but for the keys.
  /// - Parameter ownThemes: the names of the person's own themes.
  static func all(ownThemes: [String] = []) -> [Setting] {
    var theme = words(
      "theme", \.theme, (UserSettings.themes + ownThemes).map { ($0, $0) },
      [
        "The colours: auto (dark or light, as the terminal is), dark, light, high-contrast, terminal (its own sixteen,",
        "as its background is), or NAME, for a theme of your own in themes/NAME.toml beside this file.",
      ])
    theme.absence = { ", and there is no themes/\($0.escapingControls).toml" }
    return [
      theme,
      cases("density", \.density, "How much room a post takes: comfortable, compact, or line (one line a post)."),
      cases(
        "layout", \.layout,
        "How timelines use the width: auto (a post beside its list from 110 columns on, accounts and timelines beside",
        "them from 160 on), single (one screen at a time), split (a post beside its list from 70 columns on), or columns",
        "(several timelines side by side)."),
      number(
        "sidebar-width", \.paneWidths.sidebar, in: 0...60, "How wide accounts and timelines are; 0 for not at all."),
      number("list-width", \.paneWidths.list, in: 20...80, "Per cent of the rest that a list takes, beside its post."),
      number("column-width", \.paneWidths.column, in: 20...200, "The least that a column takes."),
      Setting(
        name: "timelines",
        explanation: [
          "The timelines that stand as tabs, in this order: [\"Home\", \"Mentions\"]. The palette finds the others, too; where",
          "an account has none of these, all of its own stand there.",
        ], values: .texts(\.timelines)),
      flag(
        "mouse", \.usesMouse,
        "Whether wheel and clicks are Tern's, or (false) the terminal's."),
      flag("title", \.setsTitle, "Whether the title of the terminal's window names the timeline and the account."),
      cases("time", \.time, "When a post was written: ages (2m, 3d) or dates (2026-11-20 12:04)."),
      cases("signs", \.signs, "What bars, lines and other signs are made of: unicode or ascii."),
      cases(
        "pictures", \.pictures,
        "What pictures are made of: auto (pixels where the terminal says that it shows them, else characters), symbols",
        "(characters), kitty or sixel (pixels by these, whatever the terminal says)."),
      Setting(
        name: "demo",
        explanation: [
          "Whether the demo's accounts are listed among yours: auto (as long as you have none of your own), true or",
          "false. tern demo shows them anyway.",
        ],
        values: .choices([
          .word("auto", .auto, \.demo), .flag(true, .listed, \.demo), .flag(false, .hidden, \.demo),
        ])),
      flag(
        "stream", \.streams,
        "Whether the servers of the accounts on the screen say by themselves what is new, or (false) are asked when a "
          + "timeline is shown or refreshed.",
        "It holds from the next start on."),
      flag(
        "bell", \.ringsBell,
        "Whether the terminal's bell rings when a notification comes by itself, at most once a second."),
      command(
        "notify-command", \.notifyCommand,
        "What a shell is to run then, such as \"notify-send -- \\\"$TERN_FROM\\\" \\\"$TERN_TEXT\\\"\". It knows TERN_ACCOUNT,",
        "TERN_KIND, TERN_FROM, TERN_TEXT and TERN_URL by its environment. \"\" runs nothing."),
      number(
        "cache-posts", \.cacheBounds.posts, in: 100...1_000_000,
        "How many posts are kept of each timeline of a server. Your own, and those that you have bookmarked, stay."),
      number("cache-days", \.cacheBounds.days, in: 1...36_500, "For how many days they are kept."),
      number(
        "cache-pictures", \.cachePictures, in: 1...100_000,
        "How many megabytes of pictures are kept of each account at a server. It holds from the next start on."),
      Setting(
        name: "player",
        explanation: [
          "What plays films and sounds: \"mpv --fs\", or [\"mpv\", \"--fs\"] where a word has blanks. It is given a file, or the",
          "address of what is not kept; no shell reads it. \"\" is xdg-open, and the browser for addresses. Do not put %s, which",
          "stands for it, into a script for a shell: [\"sh\", \"-c\", \"mpv \\\"$1\\\"\", \"sh\", \"%s\"] is how it is done.",
        ], values: .program(\.player)),
      number("undo-send", \.undoSend, in: 0...60, "For how many seconds a post that was sent can be taken back."),
      command(
        "credential-helper", \.credentialHelper,
        "A program that keeps what opens your accounts, spoken to as git speaks to its credential helpers: \"pass-git-helper\",",
        "\"git credential-store\", or \"!\" and what a shell is to run. \"\" keeps it in credentials.json, in a file that you",
        "alone can read."),
    ]
  }
}
