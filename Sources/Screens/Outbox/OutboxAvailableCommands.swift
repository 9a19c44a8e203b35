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
    let isListed = view.hosted.isShown
    return (isListed ? rowCommands + signInCommands : []) + composeCommands + undoCommands
      + (isListed ? movement : []) + [retryCommand]
  }

  private var rowCommands: [AvailableCommand] {
    guard let row = view.selectedRow else { return [] }
    guard row.isOutgoing else {
      return [
        AvailableCommand(OutboxCommands.edit, hint: "edit") { presenter.edit(row.id) }, discardCommand(row),
      ]
    }
    let outgoingCommands = outgoingCommands(of: row)
    return [AvailableCommand(OutboxCommands.choose, hint: "options", menu: outgoingCommands)] + outgoingCommands
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
  public static let new = Command("outgoing-new", "write a post", keys: ["n"], in: .write)

  public static let all = [edit, choose, send, withdraw, discard, confirmDiscard, new]
}
