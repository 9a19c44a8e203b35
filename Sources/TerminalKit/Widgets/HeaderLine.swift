/// The first line of a screen: what it is on the left, and on the right, where there is room, who reads it.
@MainActor
public struct HeaderLine {
  /// Cells between the two.
  public static let gap = 3
  /// An account in fewer cells says nothing.
  private static let minAccount = 6

  private let left: StyledText
  private let account: String
  private let label: String

  /// - Parameters:
  ///   - account: “Ada · @ada@demo”: it gives way as a whole.
  ///   - label: “@ada@demo”: worth something down to its first letters.
  public init(left: StyledText, account: String = "", label: String = "") {
    self.left = left
    self.account = TextLayout.sanitized(account)
    self.label = TextLayout.sanitized(label)
  }

  public func draw(on canvas: inout Canvas, in area: Rect) {
    let end = canvas.draw(left, row: area.row, column: area.column + 1, width: area.width - 2)
    let last = area.column + area.width - 1
    let room = last - end - Self.gap
    let shown = TextLayout.width(of: account) <= room ? account : label
    let whole = TextLayout.width(of: shown)
    let width = min(room, whole)
    guard width >= min(Self.minAccount, whole), width > 0 else { return }
    canvas.draw(shown, row: area.row, column: last - width, width: width, style: .muted)
  }
}
