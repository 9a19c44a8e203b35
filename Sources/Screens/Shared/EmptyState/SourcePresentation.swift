import TerminalKit

/// The presenter of a screen that lists posts outside the timelines: a profile, a thread, a server search.
@MainActor
public protocol SourcePresentation: AnyObject {
  /// The action that `undo()` reverts, in words; nil if there is nothing to undo.
  var undoTitle: String? { get }
  func undo()

  /// Whether there is a source to ask again.
  var canReload: Bool { get }
  func reload()
  func signInAgain()
}

/// The commands of such a screen that do not depend on the selected row.
extension SourcePresentation {
  public var canReload: Bool { true }

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

  public var unavailableCommands: [UnavailableCommand] { SourceCommands.unavailable }

  func reloadCommands(hint: String?) -> [AvailableCommand] {
    guard canReload else { return [] }
    return [AvailableCommand(SourceCommands.refresh, title: "refresh", hint: hint) { self.reload() }]
  }
}

extension HostedListScreen {
  /// The commands of a list of posts: those of its empty view or notice, of the selected row, undo, moving, refreshing.
  public func availableCommands(
    of presenter: any SourcePresentation, row: @autoclosure () -> [AvailableCommand],
    movement: @autoclosure () -> [AvailableCommand]
  ) -> [AvailableCommand] {
    let suggested = presenter.availableCommands(of: suggestedActions)
    guard hosted.isShown else { return suggested + presenter.reloadCommands(hint: nil) }
    // Show one hint per key.
    let hint = suggestedActions.contains(.retry) ? nil : "refresh"
    return suggested + row() + presenter.undoCommands + movement() + presenter.reloadCommands(hint: hint)
  }
}
