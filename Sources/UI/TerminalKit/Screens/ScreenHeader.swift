/// The first line of a screen: its title or tabs on the left and the account on the right if it fits. Data only; the
/// container draws it.
public struct ScreenHeader: Hashable, Sendable {
  /// One of several contents of a screen.
  public struct Tab: Hashable, Sendable {
    public var name: String
    /// Number of unread posts; 0 if unknown.
    public var unreadCount: Int
    /// The formatted unread count, for example "2,045"; empty if there are none.
    public var unread: String
    /// An additional note, for example "4 in all timelines"; may be empty.
    public var note: String
    /// A shorter form of `note`, for example "4".
    public var briefNote: String
    /// Selects the tab.
    public var command: Command?

    public init(
      _ name: String, unreadCount: Int = 0, unread: String = "", note: String = "", briefNote: String = "",
      command: Command? = nil
    ) {
      self.name = name
      self.unreadCount = unreadCount
      self.unread = unread
      self.note = note
      self.briefNote = briefNote
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

  public var content: Content
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
}

/// Draws a header in one line. In little space the selected tab and the label take precedence.
@MainActor
struct HeaderLine {
  /// Cells between two parts of the line.
  private static let gap = 3
  /// Minimum cells for a truncated account.
  private static let minAccount = 6

  private let content: ScreenHeader.Content
  private let account: String
  private let label: String
  private let namesProgram: Bool

  /// - Parameter namesProgram: whether the program name precedes tabs.
  init(_ header: ScreenHeader, namesProgram: Bool = true) {
    self.namesProgram = namesProgram
    content = header.content
    account = TextLayout.sanitized(header.account)
    label = TextLayout.sanitized(header.label)
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
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

  /// The most detailed variant that fits.
  private func parts(width: Int) -> (left: StyledText, account: String) {
    switch content {
    case .title(let title): return (StyledText(TextLayout.sanitized(title), .accentBold), account)
    case .tabs(let tabs, let selected, let next):
      let drawing = TabsDrawing(tabs: tabs, selected: selected, next: next, gap: Self.gap)
      let name = namesProgram
      let choices = [
        (drawing.all(named: name), account), (drawing.all(named: name), label), (drawing.all(named: false), label),
        (drawing.selectedOne(named: name), label), (drawing.selectedOne(named: false), label),
        (drawing.selectedOne(named: false, isBrief: true), label),
      ]
      return choices.first { fits($0.0, $0.1, width) } ?? choices[choices.count - 1]
    }
  }

  private func fits(_ left: StyledText, _ account: String, _ width: Int) -> Bool {
    // A long label, for example of a file, may be truncated; an account name may not.
    let whole = TextLayout.width(of: account)
    let needed = account == label ? min(whole, max(16, width / 3)) : whole
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

  func all(named: Bool) -> StyledText {
    var text = program(named)
    for (index, tab) in tabs.enumerated() {
      text = text + (index == 0 ? StyledText() : space) + styledTitle(tab, isSelected: index == selected)
    }
    return text
  }

  /// The selected tab and its position: "Mentions ‹2/3›".
  func selectedOne(named: Bool, isBrief: Bool = false) -> StyledText {
    guard tabs.indices.contains(selected) else { return program(named) }
    var selectedTab = tabs[selected]
    if isBrief { selectedTab.note = selectedTab.briefNote }
    let tab = program(named) + styledTitle(selectedTab, isSelected: true)
    guard tabs.count > 1 else { return tab }
    return tab + StyledText(" ‹\(selected + 1)/\(tabs.count)›", .muted, target: next.map { .command($0) })
  }

  /// A tab that a click selects.
  private func styledTitle(_ tab: ScreenHeader.Tab, isSelected: Bool) -> StyledText {
    let style = isSelected ? Style(.accent, [.bold, .underline]) : .muted
    let target = tab.command.map { MouseTarget.command($0) }
    let name = StyledText(tab.name, style, target: target)
    let note = tab.note.isEmpty ? StyledText() : StyledText(" · \(tab.note)", .muted)
    return (tab.unread.isEmpty ? name : name + StyledText(" \(tab.unread)", .unread, target: target)) + note
  }

  private func program(_ named: Bool) -> StyledText {
    named ? StyledText("Tern", .bold) + space : StyledText()
  }

  private var space: StyledText { StyledText(String(repeating: " ", count: gap)) }
}
