import TerminalKit

/// The presenter of a screen that lists posts outside the timelines: a profile, a thread, a server search.
@MainActor
public protocol SourcePresentation: AnyObject {
  /// The action that `undo()` reverts, in words; nil if there is nothing to undo.
  var undoTitle: String? { get }
  func undo()

  func reload()
  func signInAgain()
  func switchAccount()
  func showNextAccount()
  func showPreviousAccount()
}

/// The commands of such a screen that do not depend on the selected row.
extension SourcePresentation {
  /// - Parameter actions: The actions of the empty view or of the notice.
  public func availableCommands(of actions: [EmptyStateAction]) -> [AvailableCommand] {
    actions.compactMap { action in
      switch action {
      case .signInAgain: action.availableCommand { self.signInAgain() }
      case .retry, .refresh: action.availableCommand { self.reload() }
      default: nil
      }
    }
  }

  public var undoCommands: [AvailableCommand] {
    undoTitle.map { action in
      [AvailableCommand(SourceCommands.undo, title: "undo: \(action)") { self.undo() }]
    } ?? []
  }

  public var accountCommands: [AvailableCommand] {
    [
      AvailableCommand(SourceCommands.switchAccount) { self.switchAccount() },
      AvailableCommand(SourceCommands.nextAccount) { self.showNextAccount() },
      AvailableCommand(SourceCommands.previousAccount) { self.showPreviousAccount() },
    ]
  }

  public func reloadCommand(hint: String?) -> AvailableCommand {
    AvailableCommand(SourceCommands.refresh, title: "refresh", hint: hint) { self.reload() }
  }
}
