import Domain

/// A setting with a single value: its name, its valid values, and the property that it sets.
struct Setting {
  let name: String
  /// The comment lines in the output of `tern config`.
  let explanation: [String]
  private let values: Values
  /// An addition to the fault for a word that is not one of the choices: “, and there is no themes/night.toml”.
  private var missingValueNote: (String) -> String = { _ in "" }

  /// The valid values.
  private enum Values {
    case choices([Choice])
    case numbers(ClosedRange<Int>, WritableKeyPath<UserSettings, Int>)
    case text(WritableKeyPath<UserSettings, String>)
    case texts(WritableKeyPath<UserSettings, [String]>)
    /// A program and its arguments, which no shell interprets.
    case program(WritableKeyPath<UserSettings, [String]>)
  }

  /// A valid value.
  fileprivate struct Choice {
    /// The word without quotation marks.
    let word: String
    /// The value as written in the file.
    let literal: String
    let matches: (TOMLDocument.Value) -> Bool
    let isSet: (UserSettings) -> Bool
    let set: (inout UserSettings) -> Void
  }

  /// The line in the file: `theme = "auto"`.
  func line(of settings: UserSettings) -> String {
    switch values {
    case .choices(let choices): "\(name) = \(choices.first { $0.isSet(settings) }?.literal ?? "")"
    case .numbers(_, let path): "\(name) = \(settings[keyPath: path])"
    case .text(let path): "\(name) = \(SettingsText.literal(settings[keyPath: path]))"
    case .texts(let path): "\(name) = [\(settings[keyPath: path].map { "\"\($0)\"" }.joined(separator: ", "))]"
    case .program(let path): "\(name) = \(Self.literal(of: settings[keyPath: path]))"
    }
  }

  /// The value as the user types it: without quotation marks, entries separated by commas. A list is in square brackets
  /// if it could not be read back otherwise.
  func typed(_ settings: UserSettings) -> String {
    switch values {
    case .choices(let choices): choices.first { $0.isSet(settings) }?.word ?? ""
    case .numbers(_, let path): "\(settings[keyPath: path])"
    case .text(let path): settings[keyPath: path]
    case .texts(let path): Self.typedList(settings[keyPath: path], separator: ", ")
    case .program(let path): Self.typedList(settings[keyPath: path], separator: " ")
    }
  }

  /// A typed value as it is written in the file, whether valid or not.
  func unchecked(literalOf typed: String) -> String {
    let isList = typed.hasPrefix("[")
    return switch values {
    case .choices(let choices): choices.first { $0.word == typed }?.literal ?? SettingsText.literal(typed)
    case .numbers: Int(typed).map(String.init) ?? SettingsText.literal(typed)
    case .text: SettingsText.literal(typed)
    case .program: isList ? typed : SettingsText.literal(typed)
    case .texts:
      isList
        ? typed : Self.list(typed.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") })
    }
  }

  private static func typedList(_ texts: [String], separator: String) -> String {
    // Names may contain spaces, words of a command may not.
    let special = separator == ", " ? ",\"[" : " \"["
    let isPlain = texts.allSatisfy { text in !text.isEmpty && !text.contains(where: special.contains) }
    return isPlain ? texts.joined(separator: separator) : list(texts)
  }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map(SettingsText.literal).joined(separator: ", "))]"
  }

  /// The words of a setting with fixed values; empty for others.
  var choiceWords: [String] {
    if case .choices(let choices) = values { choices.map(\.word) } else { [] }
  }

  /// - Returns: whether the value is valid.
  func apply(_ value: TOMLDocument.Value, to settings: inout UserSettings) -> Bool {
    switch values {
    case .choices(let choices):
      guard let choice = choices.first(where: { $0.matches(value) }) else { return false }
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

  /// A string, or a list if an argument contains spaces.
  private static func literal(of words: [String]) -> String {
    guard words.contains(where: { $0.contains(" ") || $0.isEmpty }) else {
      return SettingsText.literal(words.joined(separator: " "))
    }
    return list(words)
  }

  private static func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// The allowed values in words, for the reference: `"auto", true or false`, `0 to 60`.
  var allowedValues: String {
    switch values {
    case .choices(let choices):
      let literals = choices.map(\.literal)
      return "\(literals.dropLast().joined(separator: ", ")) or \(literals.last ?? "")"
    case .numbers(let range, _): return "\(range.lowerBound) to \(range.upperBound)"
    case .text: return "a command"
    case .texts: return "a list of names"
    case .program: return "a command, or a list of its words"
    }
  }

  /// The default value as written in the file.
  var defaultLiteral: String { String(line(of: .standard).dropFirst(name.count + 3)) }

  /// The message for an invalid value.
  func fault(of value: TOMLDocument.Value) -> String {
    switch values {
    case .choices(let choices): return fault(of: value, choices)
    case .numbers(let range, _):
      let expectation = "“\(name)” must be a number from \(range.lowerBound) to \(range.upperBound)"
      if case .integer(let number) = value { return "\(expectation), not \(number)" }
      return expectation
    case .text: return "“\(name)” must be a command in quotation marks, on one line"
    case .program:
      return "“\(name)” must be a command in quotation marks, or a list of its words: [\"mpv\", \"--fs\"]"
    case .texts: return "“\(name)” must be a list of names in quotation marks: [\"Home\", \"Mentions\"]"
    }
  }

  private func fault(of value: TOMLDocument.Value, _ choices: [Choice]) -> String {
    let literals = choices.map(\.literal)
    let expectation = "“\(name)” must be \(literals.dropLast().joined(separator: ", ")) or \(literals.last ?? "")"
    guard case .text(let text) = value else { return expectation }
    let suggestion = NearestName.suggestion(for: text, among: choices.map(\.word))
    return "\(expectation), not \(text.quoted)\(missingValueNote(text))\(suggestion)"
  }
}

extension Setting.Choice {
  fileprivate static func word<Value: Equatable>(
    _ word: String, _ value: Value, _ path: WritableKeyPath<UserSettings, Value>
  ) -> Self {
    Self(
      word: word, literal: "\"\(word.escapingControls)\"",
      matches: { if case .text(word) = $0 { true } else { false } },
      isSet: { $0[keyPath: path] == value }, set: { $0[keyPath: path] = value })
  }

  /// A Boolean as a value.
  fileprivate static func flag<Value: Equatable>(
    _ flag: Bool, _ value: Value, _ path: WritableKeyPath<UserSettings, Value>
  ) -> Self {
    Self(
      word: "\(flag)", literal: "\(flag)", matches: { if case .boolean(flag) = $0 { true } else { false } },
      isSet: { $0[keyPath: path] == value }, set: { $0[keyPath: path] = value })
  }
}

extension Setting {
  /// A setting with words as values.
  private static func words<Value: Equatable>(
    _ name: String, _ path: WritableKeyPath<UserSettings, Value>, _ values: [(word: String, value: Value)],
    _ explanation: [String]
  ) -> Setting {
    Setting(
      name: name, explanation: explanation, values: .choices(values.map { .word($0.word, $0.value, path) }))
  }

  private static func number(
    _ name: String, _ path: WritableKeyPath<UserSettings, Int>, in range: ClosedRange<Int>, _ explanation: String...
  ) -> Setting {
    Setting(name: name, explanation: explanation, values: .numbers(range, path))
  }

  private static func command(
    _ name: String, _ path: WritableKeyPath<UserSettings, String>, _ explanation: String...
  ) -> Setting {
    Setting(name: name, explanation: explanation, values: .text(path))
  }

  /// A setting with the cases of an enumeration as values.
  private static func cases<Value: RawRepresentable & CaseIterable & Equatable>(
    _ name: String, _ path: WritableKeyPath<UserSettings, Value>, _ explanation: String...
  ) -> Setting where Value.RawValue == String {
    words(name, path, Value.allCases.map { ($0.rawValue, $0) }, explanation)
  }

  /// A Boolean setting.
  private static func flag(
    _ name: String, _ path: WritableKeyPath<UserSettings, Bool>, _ explanation: String...
  ) -> Setting {
    Setting(name: name, explanation: explanation, values: .choices([true, false].map { .flag($0, $0, path) }))
  }
}

extension Setting {
  /// All settings except keys and searches.
  /// - Parameter customThemes: the names of the user's own themes.
  static func all(customThemes: [String] = []) -> [Setting] {
    var theme = words(
      "theme", \.theme, (UserSettings.themes + customThemes).map { ($0, $0) },
      [
        "Colours: auto (dark or light, like the terminal), dark, light, high-contrast, terminal (its sixteen colours), or",
        "NAME for your own theme in themes/NAME.toml next to this file.",
      ])
    theme.missingValueNote = { ", and there is no themes/\($0.escapingControls).toml" }
    return [
      theme,
      cases("density", \.density, "How close posts are: comfortable, compact, or line (one line per post)."),
      cases(
        "layout", \.layout,
        "Use of wide terminals: auto (post next to its list from 110 columns, also accounts and timelines from 160), single",
        "(one screen at a time), split (post next to its list from 70 columns), or columns (timelines side by side)."),
      number(
        "sidebar-width", \.paneWidths.sidebar, in: 0...60,
        "Width of the accounts and timelines in columns; 0 hides them."),
      number("list-width", \.paneWidths.list, in: 20...80, "Width of a list next to its post, in percent."),
      number("column-width", \.paneWidths.column, in: 20...200, "Minimum width of a timeline in the layout columns."),
      Setting(
        name: "timelines",
        explanation: [
          "Timelines shown as tabs, in this order: [\"Home\", \"Mentions\"]. The command palette opens all others. An account",
          "that has none of them shows all of its timelines.",
        ], values: .texts(\.timelines)),
      flag(
        "mouse", \.usesMouse,
        "Use the mouse wheel and clicks in Tern; false leaves them to the terminal."),
      flag(
        "repeat-own-posts", \.showsRepostsOfOwnPosts,
        "Show your own posts, and those that you reposted, again in timelines when others repost them."),
      Setting(
        name: "languages",
        explanation: [
          "The languages that you read, such as [\"en\", \"de\"]; } hides posts in others. [] means those of your locale."
        ], values: .texts(\.languages)),
      flag("title", \.setsTitle, "Show the timeline and account in the title of the terminal window."),
      cases("time", \.time, "Time of posts: ages (2m, 3d) or dates (2026-11-20 12:04)."),
      cases("signs", \.signs, "Characters for bars, lines and symbols: unicode or ascii."),
      cases(
        "pictures", \.pictures,
        "How pictures are drawn: auto (pixels if the terminal supports them, otherwise characters), symbols (characters),",
        "kitty or sixel (pixels in this protocol, even if the terminal does not report it)."),
      cases(
        "fetch-pictures", \.fetchPictures,
        "Pictures in lists: never (descriptions only), ask (those on this computer, and others that you open), or auto",
        "(downloaded when they are on the screen: the servers that have them learn when and from where you read)."),
      flag(
        "avatars", \.showsAvatars,
        "Show avatars beside posts, in terminals that draw pixels. They are pictures: see fetch-pictures."),
      Setting(
        name: "demo",
        explanation: [
          "List the demo accounts: auto (until you have an account), true or false. tern demo always shows them."
        ],
        values: .choices([
          .word("auto", .auto, \.demo), .flag(true, .listed, \.demo), .flag(false, .hidden, \.demo),
        ])),
      flag(
        "stream", \.streams,
        "Get new posts of the visible accounts at once; false loads them when you open or reload a timeline.",
        "Takes effect at the next start."),
      flag(
        "bell", \.ringsBell,
        "Ring the terminal’s bell for new notifications, at most once per second."),
      command(
        "notify-command", \.notifyCommand,
        "Shell command for new notifications, such as \"notify-send -- \\\"$TERN_FROM\\\" \\\"$TERN_TEXT\\\"\". It can use",
        "$TERN_ACCOUNT, $TERN_KIND, $TERN_FROM, $TERN_TEXT and $TERN_URL. \"\" runs nothing."),
      cases(
        "notify-accounts", \.notifiedAccounts,
        "Accounts whose notifications ring the bell and run the command: visible (those on the screen), or all (Tern asks the",
        "servers of the others every few minutes)."),
      number(
        "notify-interval", \.notifyInterval, in: 2...120,
        "Minutes between requests for the notifications of accounts that are not on the screen."),
      number(
        "cache-posts", \.cacheBounds.posts, in: 100...1_000_000,
        "Posts cached per timeline of a server. Your own posts and your bookmarks are never removed."),
      number("cache-days", \.cacheBounds.days, in: 1...36_500, "Days for which posts are cached."),
      number(
        "cache-pictures", \.cachePictures, in: 1...100_000,
        "Megabytes of pictures cached per account at a server. Takes effect at the next start."),
      Setting(
        name: "player",
        explanation: [
          "Player for videos and audio, run without a shell: \"mpv --fs\". The file or address follows, or replaces %s. \"\" uses",
          "xdg-open. Never put %s into a shell script: write [\"sh\", \"-c\", \"mpv \\\"$1\\\"\", \"sh\", \"%s\"].",
        ], values: .program(\.player)),
      Setting(
        name: "paste-command",
        explanation: [
          "Program that prints the picture on the clipboard, to attach it to a post: [\"wl-paste\", \"--type\", \"image/png\"].",
          "It runs without a shell. \"\" uses wl-paste, xclip or pngpaste, whichever is installed.",
        ], values: .program(\.pasteCommand)),
      number("undo-send", \.undoSend, in: 0...60, "Seconds in which you can undo sending a post."),
      command(
        "credential-helper", \.credentialHelper,
        "Program that stores your access tokens, like git’s credential helpers: \"pass-git-helper\", or a shell command after",
        "an exclamation mark. \"\" stores them in credentials.json, readable only by you."),
    ]
  }
}
