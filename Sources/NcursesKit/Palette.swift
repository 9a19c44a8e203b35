import CNcurses
import TerminalKit

/// Turns styles into what this terminal can do.
@MainActor
struct Palette {
  private let hasColor: Bool
  /// Whether what stands on another ground has pairs of its own.
  private let hasBackgrounds: Bool
  private let known = termattrs()
  /// What each style without attributes of its own has of them, by its pair.
  private let attributes: [attr_t]
  /// A blank in each style, as curses has it, by `index(of:)`. Most of a screen is ASCII: what its cells have beside their
  /// characters is made once.
  private(set) var blanks: [cchar_t] = []
  /// Pictures have colours of their own.
  let pictures: PicturePairs

  /// To be made once curses has started.
  /// - Parameter tellsGrounds: whether a ground that looks like the plain one is told from it all the same: so that it can
  ///   be read back.
  init(usesColor: Bool, theme: Theme, tellsGrounds: Bool = false) {
    let colors = tigetnum("colors")
    // With fewer, what is meant to stand out might not be seen at all.
    hasColor =
      usesColor && colors >= 8 && tigetnum("pairs") >= Style.Color.allCases.count && has_colors() && start_color() == OK
    var attributes = Array(repeating: attr_t(), count: Self.pairCount)
    for style in Self.styles { attributes[Int(Self.pair(style))] = Self.attributes(theme.look(of: style).attributes) }
    self.attributes = attributes
    guard hasColor else {
      hasBackgrounds = attributes[Int(Self.pair(Self.selected))] != 0
      pictures = PicturePairs(colors: 0, first: Self.pairCount, text: -1, ground: -1)
      blanks = makeBlanks()
      return
    }
    // Where a terminal cannot return to its own colours, curses takes it to be white on black.
    let returns = use_default_colors() == OK
    let ground = theme.ground.flatMap { Theme.number(of: $0, of: colors) } ?? (returns ? -1 : COLOR_BLACK)
    let text = theme.number(of: .plain, of: colors) ?? (returns && ground == -1 ? -1 : COLOR_WHITE)
    if text != -1 || theme.ground != nil { assume_default_colors(text, ground) }
    pictures = PicturePairs(colors: colors, first: Self.pairCount, text: text, ground: ground)
    let selection = theme.look(of: Self.selected)
    hasBackgrounds =
      (tellsGrounds || theme.isDrawn(selection, unlike: theme.look(of: .plain), of: colors))
      && tigetnum("pairs") >= Self.pairCount
    for style in Self.styles where style != .plain && (hasBackgrounds || style.ground == .plain) {
      let background = theme.look(of: style).background.flatMap { Theme.number(of: $0, of: colors) }
      init_extended_pair(
        Int32(Self.pair(style)), theme.number(of: style, of: colors) ?? text, background ?? ground)
    }
    blanks = makeBlanks()
  }

  nonisolated static func index(of style: Style) -> Int {
    Int(pair(style)) * attributeCount + Int(style.attributes.rawValue) % attributeCount
  }

  private func makeBlanks() -> [cchar_t] {
    (0..<Self.pairCount * Self.attributeCount).map { index in
      let (pair, attributes) = index.quotientAndRemainder(dividingBy: Self.attributeCount)
      let (ground, color) = pair.quotientAndRemainder(dividingBy: Self.pairsPerGround)
      let style = Style(
        Style.Color(rawValue: UInt8(color)) ?? .plain, Style.Attributes(rawValue: UInt8(attributes)),
        on: Style.Background(rawValue: UInt8(ground)) ?? .plain)
      return tern_blank(self.attributes(of: style), self.pair(of: style))
    }
  }

  func attributes(of style: Style) -> attr_t {
    var attributes = attributes[Int(Self.pair(style))] | Self.attributes(style.attributes)
    // What is both, such as the tab that is open, has to be told from the others.
    if style.attributes.isSuperset(of: [.bold, .underline]), !can(TERN_A_BOLD), !can(TERN_A_UNDERLINE) {
      attributes |= TERN_A_STANDOUT
    }
    if attributes & TERN_A_ITALIC != 0, !can(TERN_A_ITALIC) {
      attributes = attributes & ~TERN_A_ITALIC | TERN_A_UNDERLINE
    }
    if attributes & TERN_A_REVERSE != 0, !can(TERN_A_REVERSE) {
      attributes = attributes & ~TERN_A_REVERSE | TERN_A_STANDOUT
    }
    if style.color == .failure, !hasColor { attributes |= TERN_A_BOLD }
    return attributes
  }

  func pair(of style: Style) -> Int16 {
    guard hasColor else { return 0 }
    return hasBackgrounds ? Self.pair(style) : Self.pair(Style(style.color))
  }

  /// The pair of a cell, whatever it is of.
  func pair(of cell: Canvas.Cell) -> Int16 { cell.pictureColors.map(pictures.pair) ?? pair(of: cell.style) }

  /// The style that a cell read back from curses was drawn in.
  func style(attributes: attr_t, pair: Int16) -> Style {
    let (ground, color) = Int(pair).quotientAndRemainder(dividingBy: Self.pairsPerGround)
    var style = Style(Style.Color(rawValue: UInt8(clamping: color)) ?? .plain)
    style.ground = Style.Background(rawValue: UInt8(clamping: ground)) ?? .plain
    if attributes & TERN_A_BOLD != 0 { style.attributes.insert(.bold) }
    if attributes & TERN_A_UNDERLINE != 0 { style.attributes.insert(.underline) }
    if attributes & TERN_A_REVERSE != 0 { style.attributes.insert(.reverse) }
    if attributes & TERN_A_ITALIC != 0 { style.attributes.insert(.italic) }
    return style
  }

  private func can(_ attribute: attr_t) -> Bool { attr_t(known) & attribute != 0 }
}

extension Palette {
  private nonisolated static let pairsPerGround = 16
  private static let pairCount = pairsPerGround * Style.Background.allCases.count
  /// How many sets of attributes there are.
  private nonisolated static let attributeCount = 16
  private static let selected = Style(.plain, on: .selection)
  /// Every role on every ground.
  private static let styles = Style.Background.allCases.flatMap { ground in
    Style.Color.allCases.map { Style($0, on: ground) }
  }

  private nonisolated static func pair(_ style: Style) -> Int16 {
    Int16(Int(style.ground.rawValue) * pairsPerGround + Int(style.color.rawValue))
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
  /// What a terminal of so many colours calls the colour of a style; nil is that of text.
  fileprivate func number(of style: Style, of colors: Int32) -> Int32? {
    if let number = look(of: style).color.flatMap({ Self.number(of: $0, of: colors) }) { return number }
    guard colors < 256 else { return nil }
    // With few colours the roles have the terminal's own, or of the first eight the same hue; grey is then that of text.
    guard case .terminal(let own)? = (isLight ? Theme.terminalOnLight : .terminal).looks[style.color]?.color else {
      return nil
    }
    if own < colors { return Int32(own) }
    return Self.hues ~= own & 7 ? Int32(own & 7) : nil
  }

  /// Of the first eight colours, those that are neither black nor white.
  private static let hues = 1...6

  fileprivate func isDrawn(_ look: Look, unlike other: Look, of colors: Int32) -> Bool {
    func numbers(_ look: Look) -> [Int32?] {
      [look.color, look.background].map { $0.flatMap { Self.number(of: $0, of: colors) } }
    }
    return numbers(look) != numbers(other)
  }

  fileprivate static func number(of paint: Paint, of colors: Int32) -> Int32? {
    switch (paint, colors) {
    case (.rgb(let color), 1 << 24): Int32(color.number)
    case (.rgb(let color), 256...0x7FFF): Int32(color.nearestXterm256)
    // Those that take red, green and blue have the first eight besides.
    case (.terminal(let number), 0x8000...): Int32(number & 7)
    case (.terminal(let number), _) where number < colors: Int32(number)
    default: nil
    }
  }
}
