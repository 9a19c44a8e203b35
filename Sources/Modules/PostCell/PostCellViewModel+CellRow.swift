import TerminalKit

extension PostCellViewModel: CellRow {
  public var isMarked: Bool { isUnread }

  public func lines(width: Int) -> [StyledText] {
    PostCellLayout(width: width, isComplete: details != nil).lines(of: self)
  }
}
