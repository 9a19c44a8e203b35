import CNcurses
import TerminalKit

/// Maps styles to attributes and colour pairs of the terminal.
@MainActor
struct Palette {
  private let hasColor: Bool
  /// Whether selected text has its own pairs.
  private let hasBackgrounds: Bool
  private let supportedAttributes = termattrs()
  /// Attributes of each role from the theme, by pair.
  private let attributes: [attr_t]
  /// A blank cell for each style, by `index(of:)`. Precomputed because most cells are ASCII and differ only in the
  /// character.
  private(set) var blanks: [cchar_t] = []
  /// Colour pairs of pictures.
  let pictures: PicturePairs

  /// Create it after curses has started.
  /// - Parameter distinguishesBackgrounds: whether backgrounds that look equal get separate pairs, so that they can be
  ///   read back.
  init(usesColor: Bool, theme: Theme, distinguishesBackgrounds: Bool = false) {
    let colors = tigetnum("colors")
    // With fewer colours highlighted text could become invisible.
    hasColor =
      usesColor && colors >= 8 && tigetnum("pairs") >= Style.Color.allCases.count && has_colors() && start_color() == OK
    var attributes = Array(repeating: attr_t(), count: Self.pairCount)
    for style in Self.styles {
      attributes[Int(Self.pair(style))] = Self.attributes(theme.appearance(of: style).attributes)
    }
    self.attributes = attributes
    guard hasColor else {
      hasBackgrounds = attributes[Int(Self.pair(Self.selected))] != 0
      pictures = PicturePairs(colors: 0, first: Self.pairCount, defaultForeground: -1, defaultBackground: -1)
      blanks = makeBlanks()
      return
    }
    // Curses assumes white on black for terminals that cannot restore their default colours.
    let returns = use_default_colors() == OK
    let defaultBackground =
      theme.background.flatMap { Theme.number(of: $0, of: colors) } ?? (returns ? -1 : COLOR_BLACK)
    let text = theme.number(of: .plain, of: colors) ?? (returns && defaultBackground == -1 ? -1 : COLOR_WHITE)
    if text != -1 || theme.background != nil { assume_default_colors(text, defaultBackground) }
    pictures = PicturePairs(
      colors: colors, first: Self.pairCount, defaultForeground: text, defaultBackground: defaultBackground)
    let selection = theme.appearance(of: Self.selected)
    hasBackgrounds =
      (distinguishesBackgrounds || theme.isDrawn(selection, unlike: theme.appearance(of: .plain), of: colors))
      && tigetnum("pairs") >= Self.pairCount
    for style in Self.styles where style != .plain && (hasBackgrounds || style.background == .plain) {
      let background = theme.appearance(of: style).background.flatMap { Theme.number(of: $0, of: colors) }
      init_extended_pair(
        Int32(Self.pair(style)), theme.number(of: style, of: colors) ?? text, background ?? defaultBackground)
    }
    blanks = makeBlanks()
  }

  nonisolated static func index(of style: Style) -> Int {
    Int(pair(style)) * attributeCount + Int(style.attributes.rawValue) % attributeCount
  }

  private func makeBlanks() -> [cchar_t] {
    (0..<Self.pairCount * Self.attributeCount).map { index in
      let (pair, attributes) = index.quotientAndRemainder(dividingBy: Self.attributeCount)
      let (background, color) = pair.quotientAndRemainder(dividingBy: Self.pairsPerBackground)
      let style = Style(
        Style.Color(rawValue: UInt8(color)) ?? .plain, Style.Attributes(rawValue: UInt8(attributes)),
        on: Style.Background(rawValue: UInt8(background)) ?? .plain)
      return tern_blank(self.attributes(of: style), self.pair(of: style))
    }
  }

  func attributes(of style: Style) -> attr_t {
    var attributes = attributes[Int(Self.pair(style))] | Self.attributes(style.attributes)
    // Bold and underlined text, such as the active tab, must remain distinguishable.
    if style.attributes.isSuperset(of: [.bold, .underline]), !supports(TERN_A_BOLD), !supports(TERN_A_UNDERLINE) {
      attributes |= TERN_A_STANDOUT
    }
    if attributes & TERN_A_ITALIC != 0, !supports(TERN_A_ITALIC) {
      attributes = attributes & ~TERN_A_ITALIC | TERN_A_UNDERLINE
    }
    if attributes & TERN_A_REVERSE != 0, !supports(TERN_A_REVERSE) {
      attributes = attributes & ~TERN_A_REVERSE | TERN_A_STANDOUT
    }
    if style.color == .failure, !hasColor { attributes |= TERN_A_BOLD }
    return attributes
  }

  func pair(of style: Style) -> Int16 {
    guard hasColor else { return 0 }
    return hasBackgrounds ? Self.pair(style) : Self.pair(Style(style.color))
  }

  /// The pair of a cell with text or a picture.
  func pair(of cell: Canvas.Cell) -> Int16 { cell.pictureColors.map(pictures.pair) ?? pair(of: cell.style) }

  /// The style of a cell read back from curses.
  func style(attributes: attr_t, pair: Int16) -> Style {
    let (background, color) = Int(pair).quotientAndRemainder(dividingBy: Self.pairsPerBackground)
    var style = Style(Style.Color(rawValue: UInt8(clamping: color)) ?? .plain)
    style.background = Style.Background(rawValue: UInt8(clamping: background)) ?? .plain
    if attributes & TERN_A_BOLD != 0 { style.attributes.insert(.bold) }
    if attributes & TERN_A_UNDERLINE != 0 { style.attributes.insert(.underline) }
    if attributes & TERN_A_REVERSE != 0 { style.attributes.insert(.reverse) }
    if attributes & TERN_A_ITALIC != 0 { style.attributes.insert(.italic) }
    return style
  }

  private func supports(_ attribute: attr_t) -> Bool { attr_t(supportedAttributes) & attribute != 0 }
}

extension Palette {
  private nonisolated static let pairsPerBackground = 16
  private static let pairCount = pairsPerBackground * Style.Background.allCases.count
  /// Number of attribute combinations.
  private nonisolated static let attributeCount = 16
  private static let selected = Style(.plain, on: .selection)
  /// Each role on each background.
  private static let styles = Style.Background.allCases.flatMap { background in
    Style.Color.allCases.map { Style($0, on: background) }
  }

  private nonisolated static func pair(_ style: Style) -> Int16 {
    Int16(Int(style.background.rawValue) * pairsPerBackground + Int(style.color.rawValue))
  }

  private static func attributes(_ set: Style.Attributes) -> attr_t {
    var attributes: attr_t = 0
    if set.contains(.bold) { attributes |= TERN_A_BOLD }
    if set.contains(.underline) { attributes |= TERN_A_UNDERLINE }
    if set.contains(.reverse) { attributes |= TERN_A_REVERSE }
    if set.contains(.italic) { attributes |= TERN_A_ITALIC }
    return attributes
  }
}

extension Theme {
  /// The colour number of a style in a terminal with `colors` colours; nil for the colour of plain text.
  fileprivate func number(of style: Style, of colors: Int32) -> Int32? {
    if let number = appearance(of: style).color.flatMap({ Self.number(of: $0, of: colors) }) { return number }
    guard colors < 256 else { return nil }
    // With few colours roles use the terminal theme, or the same hue among the first eight; grey becomes plain.
    guard case .terminal(let own)? = (isLight ? Theme.terminalOnLight : .terminal).appearances[style.color]?.color
    else {
      return nil
    }
    if own < colors { return Int32(own) }
    return Self.hues ~= own & 7 ? Int32(own & 7) : nil
  }

  /// The first eight colours except black and white.
  private static let hues = 1...6

  fileprivate func isDrawn(_ appearance: Appearance, unlike other: Appearance, of colors: Int32) -> Bool {
    func numbers(_ appearance: Appearance) -> [Int32?] {
      [appearance.color, appearance.background].map { $0.flatMap { Self.number(of: $0, of: colors) } }
    }
    return numbers(appearance) != numbers(other)
  }

  fileprivate static func number(of paint: Paint, of colors: Int32) -> Int32? {
    switch (paint, colors) {
    case (.rgb(let color), 1 << 24): Int32(color.number)
    case (.rgb(let color), 256...0x7FFF): Int32(color.nearestXterm256)
    // Direct colour terminals support the first eight palette colours, too.
    case (.terminal(let number), 0x8000...): Int32(number & 7)
    case (.terminal(let number), _) where number < colors: Int32(number)
    default: nil
    }
  }
}
