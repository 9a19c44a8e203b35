import TerminalKit

/// What a person can do where there is nothing to list: a command, and what is said of it there.
public enum EmptyStateAction: Hashable, Sendable, CaseIterable {
  case retry, cancel, stopReading, logIn, signIn, lookAround, search, searchServer, clearSearch, showAll, nextTimeline
  case showHidden, lookFurther
  case switchAccount, back, quit

  public var command: Command {
    switch self {
    case .retry: ReadingCommands.refresh
    case .cancel: ReadingCommands.cancel
    case .stopReading: ReadingCommands.stopReading
    case .logIn: ReadingCommands.logIn
    case .signIn: ReadingCommands.signIn
    case .lookAround: ReadingCommands.lookAround
    case .search: ReadingCommands.search
    case .searchServer: ReadingCommands.searchServer
    case .clearSearch: ReadingCommands.clearSearch
    case .showAll: ListCommands.leaveFilter
    case .nextTimeline: ReadingCommands.nextTimeline
    case .showHidden: ReadingCommands.showHidden
    case .lookFurther: ReadingCommands.lookFurther
    case .switchAccount: ReadingCommands.switchAccount
    case .back: ProgramCommands.back
    case .quit: ProgramCommands.quit
    }
  }

  public var label: String {
    switch self {
    case .retry: "try again"
    case .cancel: "cancel"
    case .stopReading: "stop"
    case .logIn: "log in again"
    case .signIn: "sign in to your server"
    case .lookAround: "look around in the demo"
    case .search: "change the search"
    case .searchServer: "ask the server"
    case .clearSearch: "to the posts"
    case .showAll: "show all"
    case .nextTimeline: "next timeline"
    case .showHidden: "show them"
    case .lookFurther: "look further down"
    case .switchAccount: "switch account"
    case .back: "back"
    case .quit: "quit"
    }
  }

  /// The action as a screen offers it where it stands.
  @MainActor
  public func offer(perform: @escaping @MainActor () -> Void) -> Offer {
    Offer(command, title: label, hint: label, perform: perform)
  }
}
