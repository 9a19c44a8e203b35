import Domain
import TerminalKit

/// A command offered by an empty view, with its label there.
public enum EmptyStateAction: Hashable, Sendable, CaseIterable {
  /// `retry` after a failure, `refresh` if nothing failed. A host that offers `retry` offers both.
  case retry, refresh
  case cancel, stopReading, signInAgain, signIn, openDemo, findPeople, search, searchServer, clearSearch, showAll,
    nextTimeline
  case showHidden, continueSearch
  /// Shows the entries of a hidden kind.
  case show(EntryKind)
  case showAllNotifications, nextNotificationGroup
  case suggestions, trends
  /// Opens an address that the server cannot find in the browser.
  case openInBrowser
  /// Adds the first entry of a list.
  case create
  case switchAccount, back, quit

  public static let allCases: [EmptyStateAction] =
    [
      .retry, .refresh, .cancel, .stopReading, .signInAgain, .signIn, .openDemo, .findPeople, .search, .searchServer,
      .clearSearch, .showAll, .nextTimeline, .showHidden, .continueSearch, .showAllNotifications,
      .nextNotificationGroup,
      .suggestions, .trends, .openInBrowser, .create, .switchAccount, .back, .quit,
    ] + EntryKind.allCases.map(show)

  public var command: Command {
    switch self {
    case .retry, .refresh: SourceCommands.refresh
    case .cancel: SourceCommands.cancel
    case .stopReading: SourceCommands.stopReading
    case .signInAgain: SourceCommands.signInAgain
    case .signIn: SourceCommands.signIn
    case .openDemo: SourceCommands.openDemo
    case .search, .findPeople: SourceCommands.search
    case .searchServer: SourceCommands.searchServer
    case .clearSearch: SourceCommands.clearSearch
    case .showAll: ListCommands.leaveFilter
    case .nextTimeline: SourceCommands.nextTimeline
    case .showHidden: SourceCommands.showHidden
    case .show(let kind): kind.command
    case .continueSearch: SourceCommands.continueSearch
    case .showAllNotifications: SourceCommands.allNotifications
    case .nextNotificationGroup: SourceCommands.notificationGroup
    case .suggestions: SourceCommands.suggestions
    case .trends: SourceCommands.trends
    case .openInBrowser: SourceCommands.openInBrowser
    case .create: SourceCommands.create
    case .switchAccount: SourceCommands.switchAccount
    case .back: ProgramCommands.back
    case .quit: ProgramCommands.quit
    }
  }

  public var label: String {
    switch self {
    case .retry: "try again"
    case .refresh: "refresh"
    case .cancel: "cancel"
    case .stopReading: "stop"
    case .signInAgain: "sign in again"
    case .signIn: "sign in to your server"
    case .openDemo: "try the demo"
    case .findPeople: "find people"
    case .search: "edit search"
    case .searchServer: "search the server"
    case .clearSearch: "back to posts"
    case .showAll: "show all"
    case .nextTimeline: "next timeline"
    case .showHidden: "show them"
    case .show(let kind): "show \(kind.title)"
    case .continueSearch: "load older posts"
    case .showAllNotifications: "show all"
    case .nextNotificationGroup: "next kind"
    case .suggestions: "people to follow"
    case .trends: "what others read"
    case .openInBrowser: "open in the browser"
    case .create: "add one"
    case .switchAccount: "switch account"
    case .back: "back"
    case .quit: "quit"
    }
  }

  /// The label in the bottom line, where the first key must fit on the narrowest screen.
  private var hint: String { self == .signIn ? "sign in" : label }

  /// The command with the label of the empty view as its title and hint.
  @MainActor
  public func availableCommand(perform: @escaping @MainActor () -> Void) -> AvailableCommand {
    AvailableCommand(command, title: label, hint: hint, perform: perform)
  }
}
