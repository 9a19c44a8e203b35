import EmptyState
import PostCell
import TerminalKit

/// The available commands for each state of the screen. Going back is provided by the navigator.
@MainActor
struct OutboxAvailableCommands {
  private let view: OutboxViewController
  private var presenter: any OutboxPresentation { view.presenter }

  init(_ view: OutboxViewController) {
    self.view = view
  }

  var all: [AvailableCommand] {
    if view.focusedField != nil { return Self.timeFieldCommands(view) }
    let isListed = view.hosted.isShown
    return (isListed ? rowCommands + signInCommands : []) + composeCommands + undoCommands
      + (isListed ? movement : []) + [retryCommand]
  }

  private var rowCommands: [AvailableCommand] {
    guard let row = view.selectedRow else { return [] }
    switch row.content {
    case .notice: return []
    case .draft:
      return [
        AvailableCommand(OutboxCommands.edit, hint: "edit") { presenter.edit(row.id) }, discardCommand(row),
      ]
    case .outgoing: return withMenu(outgoingCommands(of: row))
    case .scheduled: return withMenu(scheduledCommands(of: row))
    }
  }

  private func withMenu(_ commands: [AvailableCommand]) -> [AvailableCommand] {
    [AvailableCommand(OutboxCommands.choose, hint: "options", menu: commands)] + commands
  }

  private var signInCommands: [AvailableCommand] {
    guard view.selectedRow?.needsSignIn == true else { return [] }
    return [AvailableCommand(SourceCommands.signInAgain, hint: "sign in") { presenter.signInAgain() }]
  }

  /// The commands for an outgoing post.
  private func outgoingCommands(of row: OutboxRow) -> [AvailableCommand] {
    let sending = row.sendTitle.map { title in
      AvailableCommand(OutboxCommands.send, title: title) { presenter.send(row.id) }
    }
    return [sending, AvailableCommand(OutboxCommands.withdraw) { presenter.edit(row.id) }, discardCommand(row)]
      .compactMap(\.self)
  }

  /// The commands for a post that the server will publish.
  private func scheduledCommands(of row: OutboxRow) -> [AvailableCommand] {
    let confirmation = AvailableCommand(OutboxCommands.confirmCancel) { presenter.discard(row.id) }
    return [
      AvailableCommand(OutboxCommands.changeTime) { presenter.promptForTime(row.id) },
      AvailableCommand(OutboxCommands.editScheduled) { presenter.edit(row.id) },
      AvailableCommand(OutboxCommands.cancelScheduled, menu: [confirmation]),
    ]
  }

  /// The commands of the field for the time of a scheduled post.
  static func timeFieldCommands(_ view: OutboxViewController) -> [AvailableCommand] {
    [
      AvailableCommand(OutboxCommands.submitTime, hint: "change") { view.submitTime() },
      AvailableCommand(OutboxCommands.keepTime, hint: "keep") { view.hideTimeField() },
    ]
  }

  private func discardCommand(_ row: OutboxRow) -> AvailableCommand {
    AvailableCommand(
      OutboxCommands.discard, menu: [AvailableCommand(OutboxCommands.confirmDiscard) { presenter.discard(row.id) }])
  }

  private var composeCommands: [AvailableCommand] {
    [
      AvailableCommand(PostActionCommands.compose, hint: "write") { presenter.startNewDraft() },
      AvailableCommand(OutboxCommands.new, isListed: false) { presenter.startNewDraft() },
    ]
  }

  private var undoCommands: [AvailableCommand] {
    presenter.undoTitle.map { action in
      [AvailableCommand(SourceCommands.undo, title: "undo: \(action)") { presenter.undo() }]
    } ?? []
  }

  private var movement: [AvailableCommand] {
    CellList<OutboxRow>.availableCommands(moving: "draft") { [view] in view.move($0) } + [
      AvailableCommand(ListCommands.first, title: "first draft") { [view] in view.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last draft") { [view] in view.move { $0.selectLast() } },
    ]
  }

  private var retryCommand: AvailableCommand {
    AvailableCommand(SourceCommands.refresh, title: "refresh and retry") { presenter.retry() }
  }
}

/// The commands for drafts and outgoing posts.
public enum OutboxCommands {
  public static let edit = Command("write-on", "edit draft", synonyms: ["continue draft"], keys: ["Enter"], in: .write)
  public static let choose = Command("outgoing-choose", "show options", keys: ["Enter"], in: .write)
  public static let send = Command("send-now", "send now", keys: ["s"], in: .write)
  public static let withdraw = Command("outgoing-take-back", "stop sending and edit", keys: ["e"], in: .write)
  public static let discard = Command("outgoing-discard", "discard", keys: ["x"], in: .write)
  public static let confirmDiscard = Command(
    "outgoing-confirm-discard", "yes, discard it", keys: ["y"], in: .write, isConfirmation: true)
  public static let changeTime = Command("scheduled-time", "change the time", keys: ["t"], in: .write)
  public static let editScheduled = Command("scheduled-edit", "edit", keys: ["e"], in: .write)
  public static let cancelScheduled = Command("scheduled-cancel", "cancel this post", keys: ["x"], in: .write)
  public static let confirmCancel = Command(
    "scheduled-confirm-cancel", "yes, do not publish it", keys: ["y"], in: .write, isConfirmation: true)
  static let submitTime = Command("scheduled-set-time", "change the time", keys: ["Enter"], in: .write)
  static let keepTime = Command("scheduled-keep-time", "keep the time", keys: ["Escape"], in: .write, isDismissal: true)
  public static let new = Command("outgoing-new", "write a post", keys: ["n"], in: .write)

  public static let all = [
    edit, choose, send, withdraw, discard, confirmDiscard, changeTime, editScheduled, cancelScheduled, confirmCancel,
    submitTime, keepTime, new,
  ]
}
