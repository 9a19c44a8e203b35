import TerminalKit

/// What a screen that lists posts beside the timelines has its presenter do, whatever it lists.
@MainActor
public protocol SourcePresentation: AnyObject {
  /// What `takeBack` takes back, in words; nil where there is nothing.
  var takenBackNext: String? { get }
  func takeBack()

  func reload()
  func logIn()
  func switchAccount()
  func showNextAccount()
  func showPreviousAccount()
}

/// What such a screen offers beside what can be done with a row.
extension SourcePresentation {
  /// - Parameter actions: what would help, as the empty view or the notice says it.
  public func availableCommands(of actions: [EmptyStateAction]) -> [AvailableCommand] {
    actions.compactMap { action in
      switch action {
      case .logIn: action.offer { self.logIn() }
      case .retry: action.offer { self.reload() }
      default: nil
      }
    }
  }

  public var undoCommands: [AvailableCommand] {
    takenBackNext.map { action in
      [AvailableCommand(SourceCommands.takeBack, title: "take back: \(action)") { self.takeBack() }]
    } ?? []
  }

  public var accountCommands: [AvailableCommand] {
    [
      AvailableCommand(SourceCommands.switchAccount) { self.switchAccount() },
      AvailableCommand(SourceCommands.nextAccount) { self.showNextAccount() },
      AvailableCommand(SourceCommands.previousAccount) { self.showPreviousAccount() },
    ]
  }

  public func reloadOffer(hint: String?) -> AvailableCommand {
    AvailableCommand(SourceCommands.refresh, title: "reload", hint: hint) { self.reload() }
  }
}
