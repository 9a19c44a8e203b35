import TerminalKit

public struct ListRows<Row: CellRow> {
  public var rows: [Row]
  /// The row to select; nil to keep the index of the selected one.
  public var selection: Int?
  /// The text below the last row.
  public var footer: String
  /// The number of empty lines between rows.
  public var spacing: Int
  /// Whether others will replace them. The list is then positioned again, unless the user has moved in it.
  public var isProvisional: Bool

  public init(
    _ rows: [Row], selection: Int? = nil, footer: String = "", spacing: Int = 1, isProvisional: Bool = false
  ) {
    self.rows = rows
    self.selection = selection
    self.footer = footer
    self.spacing = spacing
    self.isProvisional = isProvisional
  }
}
