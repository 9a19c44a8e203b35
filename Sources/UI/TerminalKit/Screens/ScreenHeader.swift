/// The first line of a screen: its title or tabs on the left and the account on the right if it fits. Data only; the
/// container draws it.
public struct ScreenHeader: Hashable, Sendable {
  /// One of several contents of a screen.
  public struct Tab: Hashable, Sendable {
    public var name: String
    /// A shorter form of `name`, for narrow screens.
    public var shortName: String
    /// Whether unread posts of the tab are for the user, so that it stays visible on narrow screens.
    public var isPersonal: Bool
    /// Number of unread posts; 0 if unknown.
    public var unreadCount: Int
    /// The formatted unread count, for example "2,045"; empty if there are none.
    public var unread: String
    /// Selects the tab.
    public var command: Command?

    public init(
      _ name: String, shortName: String? = nil, isPersonal: Bool = false, unreadCount: Int = 0, unread: String = "",
      command: Command? = nil
    ) {
      self.name = name
      self.shortName = shortName ?? name
      self.isPersonal = isPersonal
      self.unreadCount = unreadCount
      self.unread = unread
      self.command = command
    }
  }

  public enum Content: Hashable, Sendable {
    /// "Post by Grace Hopper".
    case title(String)
    /// - Parameter next: selects the next tab.
    case tabs([Tab], selected: Int, next: Command?)

    fileprivate var unreadCount: Int {
      if case .tabs(let tabs, _, _) = self { tabs.reduce(0) { $0 + $1.unreadCount } } else { 0 }
    }
  }

  /// A search, shown in place of the tabs.
  public struct Search: Hashable, Sendable {
    public var label: String
    /// “loom”; the focused field of the screen is drawn in its place.
    public var text: String
    /// “in all timelines”; may be empty.
    public var scope: String
    /// Edits the search.
    public var command: Command?

    public init(_ label: String, text: String, scope: String = "", command: Command? = nil) {
      (self.label, self.text, self.scope, self.command) = (label, text, scope, command)
    }

    /// “Search: loom”.
    var title: String { text.isEmpty ? label : "\(label): \(text)" }
  }

  public var content: Content
  /// The open search; nil for none.
  public var search: Search?
  /// "Ada · @ada@demo"; shown completely or not at all.
  public var account: String
  /// "@ada@demo"; may be truncated.
  public var label: String
  /// Unread posts of the account. Less than the sum of its tabs if these have posts in common.
  public var unreadCount: Int

  /// - Parameter unreadCount: nil if no two tabs have posts in common.
  public init(_ content: Content, account: String = "", label: String = "", unreadCount: Int? = nil) {
    self.content = content
    self.account = account
    self.label = label
    self.unreadCount = unreadCount ?? content.unreadCount
  }

  public var tabs: [Tab] {
    if case .tabs(let tabs, _, _) = content { tabs } else { [] }
  }

  /// The index of the selected tab; 0 without tabs.
  public var selectedTab: Int {
    if case .tabs(_, let selected, _) = content { selected } else { 0 }
  }

  /// Without the tabs that are not selected, next to a sidebar that lists them.
  var withSelectedTabOnly: ScreenHeader {
    guard tabs.indices.contains(selectedTab) else { return self }
    var header = self
    header.content = .tabs([tabs[selectedTab]], selected: 0, next: nil)
    return header
  }
}

/// Draws a header in one line. As space shrinks:
/// 1. the program name is left out,
/// 2. the server of the account is left out,
/// 3. titles are shortened,
/// 4. only some tabs are shown: the selected one, personal ones with unread posts, and then the nearest.
@MainActor
struct HeaderLine {
  /// Cells between two parts of the line.
  private static let gap = 3
  /// Minimum cells for a truncated account.
  private static let minAccount = 6

  private let content: ScreenHeader.Content
  private let search: ScreenHeader.Search?
  private let field: TextField?
  private let account: String
  private let label: String
  private let namesProgram: Bool

  /// - Parameters:
  ///   - field: the focused field of the screen, which is that of the search if one is open.
  ///   - namesProgram: whether the program name precedes tabs.
  init(_ header: ScreenHeader, field: TextField?, namesProgram: Bool = true) {
    self.namesProgram = namesProgram
    self.field = field
    (content, search) = (header.content, header.search)
    // A server that is read without an account is named by its tab.
    let isNamed = header.tabs.contains { $0.name == header.label }
    account = isNamed ? "" : TextLayout.sanitized(header.account)
    label = isNamed ? "" : TextLayout.sanitized(header.label)
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    if let search { return draw(search, on: &canvas, in: area) }
    let (left, account) = parts(width: area.width - 2)
    let end = canvas.draw(left, row: area.row, column: area.column + 1, width: area.width - 2)
    let last = area.column + area.width - 1
    let available = last - end - Self.gap
    let shown = TextLayout.width(of: account) <= available ? account : label
    let whole = TextLayout.width(of: shown)
    let width = min(available, whole)
    guard width >= min(Self.minAccount, whole), width > 0 else { return }
    canvas.draw(shown, row: area.row, column: last - width, width: width, style: .muted)
  }

  /// The account is left out where a search would be truncated, or its field would get less than two thirds of the width.
  private func draw(_ search: ScreenHeader.Search, on canvas: inout Canvas, in area: Rect) {
    let end = area.column + area.width - 1
    let target = search.command.map { MouseTarget.command($0) }
    let text =
      StyledText(TextLayout.sanitized(search.title), Style(.accent, [.bold, .underline]), target: target)
      + StyledText(search.scope.isEmpty ? "" : " · \(search.scope)", .muted)
    let needed = field == nil ? TextLayout.width(of: text.plain) + 2 : area.width * 2 / 3
    let labelWidth = TextLayout.width(of: label) + Self.gap
    let accountWidth = label.isEmpty || needed + labelWidth > area.width ? 0 : labelWidth
    canvas.draw(label, row: area.row, column: end - accountWidth + Self.gap, width: accountWidth, style: .muted)
    let width = end - accountWidth - area.column - 1
    guard let field else {
      canvas.draw(text, row: area.row, column: area.column + 1, width: width)
      return
    }
    let start = canvas.draw(search.label, row: area.row, column: area.column + 1, width: width / 2, style: .accentBold)
    field.draw(
      on: &canvas, row: area.row, column: start + 1, width: area.column + width - start, isFocused: canvas.hasFocus)
  }

  /// The most detailed variant that fits.
  private func parts(width: Int) -> (left: StyledText, account: String) {
    switch content {
    case .title(let title): return (StyledText(TextLayout.sanitized(title), .accentBold), account)
    case .tabs(let tabs, let selected, let next):
      let drawing = TabsDrawing(tabs: tabs, selected: selected, next: next, gap: Self.gap)
      let choices =
        (namesProgram ? [(drawing.all(named: true), account), (drawing.all(named: true), label)] : [])
        + [
          (drawing.all(), account), (drawing.all(), label), (drawing.all(), shortLabel),
          (drawing.allShort, label), (drawing.allShort, shortLabel),
        ]
      if let fitting = choices.first(where: { fits($0.0, $0.1, width) }) { return fitting }
      // Tabs have precedence over the account.
      if TextLayout.width(of: drawing.allShort.plain) <= width { return (drawing.allShort, shortLabel) }
      let rest = width - Self.gap - min(TextLayout.width(of: shortLabel), max(Self.minAccount, width / 3))
      return (drawing.some(width: rest) ?? drawing.some(width: width) ?? drawing.selectedOne, shortLabel)
    }
  }

  /// “@ada” of “@ada@demo”; other labels as they are.
  private var shortLabel: String {
    guard label.hasPrefix("@"), let server = label.dropFirst().firstIndex(of: "@") else { return label }
    return String(label[..<server])
  }

  private func fits(_ left: StyledText, _ account: String, _ width: Int) -> Bool {
    // A long label, for example of a file, may be truncated; an account name may not.
    let whole = TextLayout.width(of: account)
    let needed = account == label || account == shortLabel ? min(whole, max(16, width / 3)) : whole
    return TextLayout.width(of: left.plain) + (needed == 0 ? 0 : Self.gap + needed) <= width
  }
}

/// The program name and the tabs.
@MainActor
private struct TabsDrawing {
  let tabs: [ScreenHeader.Tab]
  let selected: Int
  let next: Command?
  let gap: Int

  func all(named: Bool = false) -> StyledText {
    joined(tabs.indices.map { styledTitle(tabs[$0], isSelected: $0 == selected) }, gap: gap, after: program(named))
  }

  /// All tabs with short titles.
  var allShort: StyledText { joined(tabs.indices.map(short), gap: Self.shortGap) }

  /// Cells between two short titles.
  private static let shortGap = 2

  private func short(_ index: Int) -> StyledText {
    var tab = tabs[index]
    tab.name = tab.shortName
    return styledTitle(tab, isSelected: index == selected)
  }

  private func joined(_ titles: [StyledText], gap: Int, after start: StyledText = StyledText()) -> StyledText {
    let space = StyledText(String(repeating: " ", count: gap))
    return start + titles.dropFirst().reduce(titles.first ?? StyledText()) { $0 + space + $1 }
  }

  /// The tabs that matter most, as many as fit, and the position: “Home 1  Notif 3 ‹1/6›”. The position is left out if
  /// a tab with unread posts for the user would not fit otherwise. nil if only one tab fits.
  func some(width: Int) -> StyledText? {
    let fitting = [position, StyledText()].map { end in
      var shown: Set<Int> = []
      for index in byImportance where self.width(of: shown.union([index]), end) <= width { shown.insert(index) }
      return (shown, end)
    }
    let personal = Set(tabs.indices.filter { rank($0) == 1 })
    let (shown, end) = fitting.first { personal.isSubset(of: $0.0) } ?? fitting[0]
    return shown.count > 1 && shown.contains(selected) ? text(of: shown, end) : nil
  }

  private func text(of indices: Set<Int>, _ end: StyledText) -> StyledText {
    joined(indices.sorted().map { short($0) }, gap: Self.shortGap) + end
  }

  private func width(of indices: Set<Int>, _ end: StyledText) -> Int {
    TextLayout.width(of: text(of: indices, end).plain)
  }

  private func rank(_ index: Int) -> Int {
    if index == selected { return 0 }
    return tabs[index].isPersonal && tabs[index].unreadCount > 0 ? 1 : 2
  }

  /// The selected tab, those with unread posts for the user, and the others by their distance.
  private var byImportance: [Int] {
    tabs.indices.sorted { first, second in
      (rank(first), abs(first - selected), first) < (rank(second), abs(second - selected), second)
    }
  }

  /// The selected tab and its position: "Mentions ‹2/3›".
  var selectedOne: StyledText {
    guard tabs.indices.contains(selected) else { return StyledText() }
    return styledTitle(tabs[selected], isSelected: true) + position
  }

  private var position: StyledText {
    guard tabs.count > 1 else { return StyledText() }
    return StyledText(" ‹\(selected + 1)/\(tabs.count)›", .muted, target: next.map { .command($0) })
  }

  /// A tab that a click selects.
  private func styledTitle(_ tab: ScreenHeader.Tab, isSelected: Bool) -> StyledText {
    let style = isSelected ? Style(.accent, [.bold, .underline]) : .muted
    let target = tab.command.map { MouseTarget.command($0) }
    let name = StyledText(tab.name, style, target: target)
    return tab.unread.isEmpty ? name : name + StyledText(" \(tab.unread)", .unread, target: target)
  }

  private func program(_ named: Bool) -> StyledText {
    named ? StyledText("Tern" + String(repeating: " ", count: gap), .bold) : StyledText()
  }
}
