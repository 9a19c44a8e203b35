/// Movement in a list or in scrollable text.
public enum ListCommands {
  public static let next = Command("next", "next", keys: ["j", "Down"], in: .move)
  public static let previous = Command("previous", "previous", keys: ["k", "Up"], in: .move)
  static let halfPageDown = Command("half-page-down", "half a page down", keys: ["C-d"], in: .move)
  static let halfPageUp = Command("half-page-up", "half a page up", keys: ["C-u"], in: .move)
  public static let pageDown = Command("page-down", "page down", keys: ["Space", "PageDown", "C-f"], in: .move)
  public static let pageUp = Command("page-up", "page up", keys: ["PageUp", "C-b"], in: .move)
  static let topOfScreen = Command("top-of-screen", "top of the screen", keys: ["H"], in: .move)
  static let middleOfScreen = Command("middle-of-screen", "middle of the screen", keys: ["M"], in: .move)
  public static let bottomOfScreen = Command("bottom-of-screen", "bottom of the screen", keys: ["L"], in: .move)
  /// The key `g` is free where `gg` is not offered; typing `gg` then works too.
  public static let first = Command("first", "first", keys: ["g", "Home"], in: .move)
  public static let last = Command("last", "last", keys: ["G", "End"], in: .move)

  /// Movement between the fields of a form.
  public static let nextField = Command("next-field", "next field", keys: ["Tab", "Down"], in: .move)
  public static let previousField = Command("previous-field", "previous field", keys: ["BTab", "Up"], in: .move)

  public static let filter = Command("filter", "filter the list", keys: ["/"], in: .search)
  public static let keepFilter = Command("keep-filter", "keep the filter", keys: ["Enter"], in: .search)
  public static let leaveFilter = Command(
    "leave-filter", "clear the filter", keys: ["Escape"], in: .search, isDismissal: true, over: [ProgramCommands.back])

  public static let all = [
    next, previous, halfPageDown, halfPageUp, pageDown, pageUp, topOfScreen, middleOfScreen, bottomOfScreen, first,
    last, nextField, previousField, filter, keepFilter, leaveFilter,
  ]
}

extension CellList {
  /// Applies a change to the list of a screen.
  public typealias UpdateList = @MainActor ((inout CellList) -> Void) -> Void

  /// Movement by rows and by screens. Commands for both ends of the list are up to the screen.
  /// - Parameter noun: the name of a row, for example "post".
  public static func availableCommands(moving noun: String, move: @escaping UpdateList) -> [AvailableCommand] {
    [
      AvailableCommand(ListCommands.next, title: "next \(noun)") { move { $0.move(by: 1) } },
      AvailableCommand(ListCommands.previous, title: "previous \(noun)") { move { $0.move(by: -1) } },
      AvailableCommand(ListCommands.halfPageDown) { move { $0.scroll(pages: 0.5) } },
      AvailableCommand(ListCommands.halfPageUp) { move { $0.scroll(pages: -0.5) } },
      AvailableCommand(ListCommands.pageDown) { move { $0.scroll(pages: 1) } },
      AvailableCommand(ListCommands.pageUp) { move { $0.scroll(pages: -1) } },
      AvailableCommand(ListCommands.topOfScreen) { move { $0.selectOnScreen(.top) } },
      AvailableCommand(ListCommands.middleOfScreen) { move { $0.selectOnScreen(.middle) } },
      AvailableCommand(ListCommands.bottomOfScreen) { move { $0.selectOnScreen(.bottom) } },
    ]
  }
}
