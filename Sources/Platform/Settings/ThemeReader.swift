import Domain
import TerminalKit

/// The theme in a file, and its faults.
struct ThemeParseResult: Hashable, Sendable {
  /// nil if the file is unreadable or has invalid syntax.
  var theme: Theme?
  /// In the order of the file.
  var faults: [SettingsFault] = []
}

/// Parses the text of a theme file. Missing values are those of its base theme.
struct ThemeReader {
  private static let baseName = "base"
  private static let backgroundName = "background"
  private static let selectionName = "selection"
  /// The names of the roles in files.
  private static let roles: [String: Style.Color] = [
    "text": .plain, "faint": .muted, "accent": .accent, "link": .link, "mention": .mention, "tag": .tag,
    "warning": .notice, "error": .failure, "media": .media, "rule": .rule, "unread": .unread,
    "code": .code,
  ]
  private static let names = [baseName, backgroundName, selectionName] + roles.keys.sorted()
  private static let bases = UserSettings.themes.filter { $0 != "auto" }

  private let name: String
  private var faults: [SettingsFault] = []

  private init(name: String) {
    self.name = name
  }

  /// - Parameter name: the name of the theme.
  static func read(_ bytes: [UInt8], name: String) -> ThemeParseResult {
    do throws(SettingsFault) {
      var reader = ThemeReader(name: name)
      let theme = reader.theme(of: try TOMLDocument(bytes))
      return ThemeParseResult(theme: theme, faults: reader.faults)
    } catch {
      return ThemeParseResult(faults: [error.explained(in: bytes)])
    }
  }

  private mutating func theme(of document: TOMLDocument) -> Theme {
    let named = document.entries.first { $0.key == Self.baseName }
    let base = named.flatMap { readBase($0) } ?? .dark
    var theme = Theme(
      name: name, isLight: base.isLight, background: base.background, selection: base.selection,
      appearances: base.appearances)
    for entry in document.entries {
      if entry.key == Self.backgroundName {
        read(entry) { theme.background = $0 }
      } else if entry.key == Self.selectionName {
        read(entry, into: &theme.selection)
      } else if let role = Self.roles[entry.key] {
        read(entry, into: &theme.appearances[role, default: Theme.Appearance()])
      } else if entry.key != Self.baseName {
        let suggestion = NearestName.suggestion(for: entry.key, among: Self.names)
        faults.append(
          SettingsFault(at: entry.keyPosition, "unknown key \(entry.key.quoted) in a theme\(suggestion)"))
      }
    }
    faults.sort { $0.position ?? .first < $1.position ?? .first }
    return theme
  }

  private mutating func readBase(_ entry: TOMLDocument.Entry) -> Theme? {
    guard case .text(let name) = entry.value, Self.bases.contains(name) else {
      let literals = Self.bases.map { "\"\($0)\"" }
      faults.append(
        SettingsFault(
          at: entry.valuePosition,
          "“\(Self.baseName)” must be \(literals.dropLast().joined(separator: ", ")) or \(literals.last ?? "")"))
      return nil
    }
    return Theme.all.first { $0.name == name }
  }

  /// A role is a colour, or a table with colours and attributes.
  private mutating func read(_ entry: TOMLDocument.Entry, into appearance: inout Theme.Appearance) {
    guard case .table(let parts) = entry.value else { return read(entry) { appearance.color = $0 } }
    for part in parts {
      switch part.key {
      case "color": read(part) { appearance.color = $0 }
      case "background": read(part) { appearance.background = $0 }
      case "bold": read(part, .bold, into: &appearance.attributes)
      case "italic": read(part, .italic, into: &appearance.attributes)
      case "underline": read(part, .underline, into: &appearance.attributes)
      case "reverse": read(part, .reverse, into: &appearance.attributes)
      default:
        let suggestion = NearestName.suggestion(
          for: part.key, among: ["color", "background", "bold", "italic", "underline", "reverse"])
        faults.append(
          SettingsFault(
            at: part.keyPosition, "unknown key \(part.key.quoted) in \(entry.key.quoted)\(suggestion)"))
      }
    }
  }

  private mutating func read(_ entry: TOMLDocument.Entry, set: (Theme.Paint?) -> Void) {
    guard let color = ThemeColor(entry.value) else {
      let text = if case .text(let text) = entry.value { "\(text.quoted)" } else { "this" }
      faults.append(
        SettingsFault(
          at: entry.valuePosition,
          "\(text) is not a colour: use \"#2bb5d8\", a number up to 255, a name such as \"bright-blue\", or \"default\""
        ))
      return
    }
    set(color.paint)
  }

  private mutating func read(
    _ entry: TOMLDocument.Entry, _ attribute: Style.Attributes, into attributes: inout Style.Attributes
  ) {
    switch entry.value {
    case .boolean(true): attributes.insert(attribute)
    case .boolean(false): attributes.remove(attribute)
    default: faults.append(SettingsFault(at: entry.valuePosition, "\(entry.key.quoted) must be true or false"))
    }
  }
}

/// A colour in a theme file.
private struct ThemeColor {
  private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// nil is the terminal's default colour.
  let paint: Theme.Paint?

  init?(_ value: TOMLDocument.Value) {
    switch value {
    case .integer(let number) where 0...15 ~= number: paint = .terminal(Int(number))
    case .integer(let number) where 16...255 ~= number: paint = .rgb(RGB(xterm256: Int(number)))
    case .text("default"): paint = nil
    case .text(let text):
      guard let known = Self.named(text) ?? Self.digits(of: text) else { return nil }
      paint = known
    default: return nil
    }
  }

  private static func named(_ text: String) -> Theme.Paint? {
    let isBright = text.hasPrefix("bright-")
    let number = names.firstIndex(of: isBright ? String(text.dropFirst("bright-".count)) : text)
    return number.map { .terminal($0 + (isBright ? names.count : 0)) }
  }

  /// `#2bb5d8`, or `#2bd` for `#22bbdd`.
  private static func digits(of text: String) -> Theme.Paint? {
    let digits = text.dropFirst()
    guard text.first == "#", [3, 6].contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    let all = digits.count == 6 ? String(digits) : digits.map { "\($0)\($0)" }.joined()
    return UInt32(all, radix: 16).map { .rgb(RGB($0)) }
  }
}

extension TextPosition {
  fileprivate static let first = TextPosition(line: 1, column: 1)
}
