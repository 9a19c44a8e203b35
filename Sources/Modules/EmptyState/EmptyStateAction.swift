import TerminalKit

/// What a person can do where there is nothing to list: a command, and what is said of it there.
public enum EmptyStateAction: Hashable, Sendable, CaseIterable {
  case retry, cancel, stopReading, logIn, signIn, openDemo, search, searchServer, clearSearch, showAll, nextTimeline
  case showHidden, continueSearch
  case switchAccount, back, quit

  public var command: Command {
    switch self {
    case .retry: SourceCommands.refresh
    case .cancel: SourceCommands.cancel
    case .stopReading: SourceCommands.stopReading
    case .logIn: SourceCommands.logIn
    case .signIn: SourceCommands.signIn
    case .openDemo: SourceCommands.openDemo
    case .search: SourceCommands.search
    case .searchServer: SourceCommands.searchServer
    case .clearSearch: SourceCommands.clearSearch
    case .showAll: ListCommands.leaveFilter
    case .nextTimeline: SourceCommands.nextTimeline
    case .showHidden: SourceCommands.showHidden
    case .continueSearch: SourceCommands.continueSearch
    case .switchAccount: SourceCommands.switchAccount
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
    case .openDemo: "look around in the demo"
    case .search: "change the search"
    case .searchServer: "ask the server"
    case .clearSearch: "to the posts"
    case .showAll: "show all"
    case .nextTimeline: "next timeline"
    case .showHidden: "show them"
    case .continueSearch: "look further down"
    case .switchAccount: "switch account"
    case .back: "back"
    case .quit: "quit"
    }
  }

  /// The action as a screen offers it where it stands.
  @MainActor
  public func offer(perform: @escaping @MainActor () -> Void) -> AvailableCommand {
    AvailableCommand(command, title: label, hint: label, perform: perform)
  }
}
