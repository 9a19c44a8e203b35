/// The sections of the help, in this order.
public enum CommandGroup: Hashable, Sendable, CaseIterable {
  case move, open, read, write, edit, search, accounts, panes, program

  public var title: String {
    switch self {
    case .move: "Move"
    case .open: "Open"
    case .read: "Read"
    case .write: "Write and react"
    case .edit: "Edit"
    case .search: "Search"
    case .accounts: "Accounts"
    case .panes: "Panes and columns"
    case .program: "Program"
    }
  }
}
