/// An entry of a menu or of the palette: a command, a destination, or a command that cannot be performed now.
@MainActor
public struct MenuEntry {
  enum Action {
    /// A choice of a menu.
    case choose(KeyBinding)
    /// A command in the palette. It is looked up again when chosen.
    case command(Command)
    case perform(@MainActor () -> Void)
    /// A command that cannot be performed now, with the reason.
    case unavailable(String)
  }

  /// "next post" or "Ada Lovelace · @ada@demo".
  let title: String
  /// Other words for it. Lowercase.
  let synonyms: [String]
  /// The equivalent keys; in a menu those that follow the keys that opened it.
  let keys: [KeySequence]
  /// The kind of a destination, for example "account", or why a command is unavailable; empty for others.
  let note: String
  let action: Action

  /// Creates a destination.
  public init(
    _ title: String, synonyms: [String] = [], note: String, perform: @escaping @MainActor () -> Void
  ) {
    self.title = TextLayout.sanitized(title)
    self.note = note
    self.synonyms = synonyms
    keys = []
    action = .perform(perform)
  }

  init(_ binding: KeyBinding) {
    title = TextLayout.sanitized(binding.title)
    keys = binding.keys.map { KeySequence([$0]) }
    note = ""
    synonyms = binding.command?.synonyms ?? []
    action = .choose(binding)
  }

  /// - Parameter keys: the keys of the command on the current screen.
  init(_ available: AvailableCommand, keys: [KeySequence]) {
    title = TextLayout.sanitized(available.title)
    self.keys = keys
    note = ""
    synonyms = available.command.synonyms
    action = .command(available.command)
  }

  init(_ unavailable: UnavailableCommand, keys: [KeySequence] = []) {
    title = unavailable.command.title
    synonyms = unavailable.command.synonyms
    self.keys = keys
    note = unavailable.reason
    action = .unavailable(unavailable.reason)
  }

  /// The binding of a choice of a menu.
  var binding: KeyBinding? {
    if case .choose(let binding) = action { binding } else { nil }
  }

  /// nil if this is no command of the palette.
  var command: Command? {
    if case .command(let command) = action { command } else { nil }
  }

  /// Why the command cannot be performed now; nil if it can.
  var unavailableReason: String? {
    if case .unavailable(let reason) = action { reason } else { nil }
  }

  var keysLabel: String { keys.map(\.label).joined(separator: " ") }
}

extension MenuEntry {
  /// A line of the palette: the title with matched letters highlighted, and the keys or the note at the right edge. Only
  /// the first key if space is limited.
  func paletteLine(_ match: MenuMatch, width: Int) -> StyledText {
    let title = highlightedTitle(match)
    let all = keysLabel + note
    let fits = TextLayout.width(of: title.plain) + 2 + TextLayout.width(of: all) <= width
    let shown = fits ? all : keys.first?.label ?? ""
    return TextLayout.justified(title, StyledText(shown, note.isEmpty ? .accentBold : .muted), width: width)
  }

  /// The lines of a menu: the title, and at the right edge the state and `›` if it opens another menu.
  /// - Parameter usesShortTitle: whether to use the one-line title if there is one.
  func menuLines(_ match: MenuMatch?, width: Int, usesShortTitle: Bool) -> [StyledText] {
    let shown = usesShortTitle ? binding?.shortTitle?(width) ?? currentTitle : currentTitle
    let text = shown == title ? highlightedTitle(match) : StyledText(shown, style)
    let lines = TextLayout.wrap(text, width: width)
    guard lines.count == 1, let line = lines.first else { return lines.isEmpty ? [StyledText()] : lines }
    let free = width - TextLayout.width(of: line.plain) - 2
    let trailing = [trailingText, opensMenu ? "›" : ""].first { TextLayout.width(of: $0) <= free } ?? ""
    return [trailing.isEmpty ? line : TextLayout.justified(line, StyledText(trailing, .muted), width: width)]
  }

  /// The width of the title and what follows it in a menu.
  var menuWidth: Int {
    let trailing = TextLayout.width(of: trailingText)
    return TextLayout.width(of: currentTitle) + (trailing == 0 ? 0 : trailing + 2)
  }

  private var currentTitle: String { binding?.current?().title ?? binding?.title ?? title }

  private var trailingText: String {
    let state = binding?.current?().state ?? binding?.state
    return [state, opensMenu ? "›" : nil].compactMap(\.self).joined(separator: " ")
  }

  private var opensMenu: Bool {
    if case .menu = binding?.effect { true } else { false }
  }

  private var style: Style { unavailableReason == nil ? .plain : .muted }

  /// The title with matched letters highlighted, and the word that matched instead of it.
  private func highlightedTitle(_ match: MenuMatch?) -> StyledText {
    var spans: [StyledText.Span] = []
    let highlighted = Set(match?.positions ?? [])
    for (index, character) in title.enumerated() {
      let style = highlighted.contains(index) ? Style(style.color, [.bold, .underline]) : style
      if spans.last?.style == style {
        spans[spans.count - 1].text.append(character)
      } else {
        spans.append(.init(String(character), style))
      }
    }
    return StyledText(spans) + StyledText(match?.synonym.map { " · \($0)" } ?? "", .muted)
  }
}
