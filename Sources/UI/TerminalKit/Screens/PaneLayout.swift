/// The arrangement of screens in the terminal.
public enum PaneLayout: String, CaseIterable, Hashable, Sendable {
  /// Chooses by the available width.
  case auto
  /// One screen at a time.
  case single
  /// A list and the detail of its selection.
  case split
  /// Several lists side by side.
  case columns
}

/// Pane widths in cells.
public struct PaneWidths: Hashable, Sendable {
  public static let standard = PaneWidths()

  /// The minimum width for an automatic split.
  static let minSplit = 110
  /// The minimum width for a split requested by the user.
  static let minRequestedSplit = 70
  /// The minimum width for a sidebar.
  static let minSidebar = 160
  /// The minimum readable width of a pane.
  private static let minPane = 24
  private static let minSidebarWidth = 12
  /// Wider lists would not have longer lines.
  private static let maxList = 96

  /// 0 for no sidebar.
  public var sidebar = 26
  /// The share of the list in percent of the width without sidebar.
  public var list = 50
  /// The minimum width of a column.
  public var column = 34

  public init() {}

  var sidebarWidth: Int { sidebar <= 0 ? 0 : max(Self.minSidebarWidth, sidebar) }

  func listWidth(of width: Int) -> Int {
    max(Self.minPane, min(Self.maxList, width * list / 100, width - 1 - Self.minPane))
  }

  /// The number of columns that fit, including separators.
  func columnCount(in width: Int) -> Int { max(1, (width + 1) / (max(1, column) + 1)) }

  /// Divides a width into almost equal ranges with a separator column between them.
  static func shares(of width: Int, count: Int) -> [Range<Int>] {
    let available = max(0, width - (count - 1))
    var start = 0
    return (0..<count).map { index in
      let share = available / count + (index < available % count ? 1 : 0)
      defer { start += share + 1 }
      return start..<start + share
    }
  }
}
