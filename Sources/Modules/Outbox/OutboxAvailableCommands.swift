import EmptyState
import PostCell
import TerminalKit

/// What can be done in each state of the screen. The way back is the navigator's.
@MainActor
struct OutboxAvailableCommands {
  private let view: OutboxViewController
  private var presenter: any OutboxPresentation { view.presenter }

  init(_ view: OutboxViewController) {
    self.view = view
  }

  var all: [AvailableCommand] {
    let isListed = view.hosted.isShown
    return (isListed ? row + signingIn : []) + beginning + takingBack + (isListed ? movement : []) + [retrying]
  }

  private var row: [AvailableCommand] {
    guard let row = view.selectedRow else { return [] }
    guard row.isOnItsWay else {
      return [
        AvailableCommand(OutboxCommands.write, hint: "write on") { presenter.write(row.id) }, discarding(row),
      ]
    }
    let ways = ways(of: row)
    return [AvailableCommand(OutboxCommands.choose, hint: "what now", menu: ways)] + ways
  }

  private var signingIn: [AvailableCommand] {
    guard view.selectedRow?.needsSignIn == true else { return [] }
    return [AvailableCommand(SourceCommands.logIn, hint: "log in") { presenter.logIn() }]
  }

  /// What can be done with a post on its way.
  private func ways(of row: OutboxRow) -> [AvailableCommand] {
    let sending = row.sending.map { title in
      AvailableCommand(OutboxCommands.send, title: title) { presenter.send(row.id) }
    }
    return [sending, AvailableCommand(OutboxCommands.takeBack) { presenter.write(row.id) }, discarding(row)]
      .compactMap(\.self)
  }

  private func discarding(_ row: OutboxRow) -> AvailableCommand {
    AvailableCommand(
      OutboxCommands.discard, menu: [AvailableCommand(OutboxCommands.confirmDiscard) { presenter.discard(row.id) }])
  }

  private var beginning: [AvailableCommand] {
    [
      AvailableCommand(PostActionCommands.compose, hint: "write") { presenter.begin() },
      AvailableCommand(OutboxCommands.new, isListed: false) { presenter.begin() },
    ]
  }

  private var takingBack: [AvailableCommand] {
    presenter.takenBackNext.map { action in
      [AvailableCommand(SourceCommands.takeBack, title: "take back: \(action)") { presenter.takeBack() }]
    } ?? []
  }

  private var movement: [AvailableCommand] {
    CellList<OutboxRow>.availableCommands(moving: "draft") { [view] in view.move($0) } + [
      AvailableCommand(ListCommands.first, title: "first draft") { [view] in view.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last draft") { [view] in view.move { $0.selectLast() } },
    ]
  }

  private var retrying: AvailableCommand {
    AvailableCommand(SourceCommands.refresh, title: "look again, and try what waits") { presenter.retry() }
  }
}

/// What can be done with drafts and with what waits.
public enum OutboxCommands {
  public static let write = Command("write-on", "write on", keys: ["Enter"], in: .write)
  public static let choose = Command("outgoing-choose", "what can be done with it", keys: ["Enter"], in: .write)
  public static let send = Command("send-now", "send it now", keys: ["s"], in: .write)
  public static let takeBack = Command("outgoing-take-back", "take it back, and write on", keys: ["e"], in: .write)
  public static let discard = Command("outgoing-discard", "throw it away", keys: ["x"], in: .write)
  public static let confirmDiscard = Command(
    "outgoing-confirm-discard", "yes, throw it away", keys: ["y"], in: .write)
  public static let new = Command("outgoing-new", "write a post", keys: ["n"], in: .write)

  public static let all = [write, choose, send, takeBack, discard, confirmDiscard, new]
}
