/// How screens share the width of the terminal.
public enum PaneLayout: String, CaseIterable, Hashable, Sendable {
  /// Side by side where there is room for it.
  case auto
  /// One screen at a time.
  case single
  /// A list, and beside it what is selected in it.
  case split
  /// Several lists side by side.
  case columns
}

/// How wide the panes are, in cells.
public struct PaneWidths: Hashable, Sendable {
  public static let standard = PaneWidths()

  /// From here on a list and what is selected in it stand side by side by themselves.
  static let minSplit = 110
  /// From here on they do where a person wants it.
  static let minWantedSplit = 70
  /// From here on there is room for a sidebar.
  static let minSidebar = 160
  /// In fewer cells nothing can be read.
  private static let minPane = 24
  private static let minSidebarWidth = 12
  /// A list is no wider: its text would not be.
  private static let maxList = 96

  /// 0 for none.
  public var sidebar = 26
  /// Per cent of what the sidebar leaves.
  public var list = 50
  /// The least that a column takes.
  public var column = 34

  public init() {}

  var sidebarWidth: Int { sidebar <= 0 ? 0 : max(Self.minSidebarWidth, sidebar) }

  func listWidth(of width: Int) -> Int {
    max(Self.minPane, min(Self.maxList, width * list / 100, width - 1 - Self.minPane))
  }

  /// How many columns there is room for, each with a line beside it.
  func columnCount(in width: Int) -> Int { max(1, (width + 1) / (max(1, column) + 1)) }

  /// Parts of the width, of so many cells or one more, with a line between two of them.
  static func shares(of width: Int, count: Int) -> [Range<Int>] {
    let room = max(0, width - (count - 1))
    var start = 0
    return (0..<count).map { index in
      let share = room / count + (index < room % count ? 1 : 0)
      defer { start += share + 1 }
      return start..<start + share
    }
  }
}
