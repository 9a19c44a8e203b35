import EmptyState
import PostCell
import TerminalKit

/// What can be done in each state of the screen. The way back is the navigator's.
@MainActor
struct OutgoingOffers {
  private let view: OutgoingViewController
  private var presenter: any OutgoingPresentation { view.presenter }

  init(_ view: OutgoingViewController) {
    self.view = view
  }

  var all: [Offer] {
    let isListed = view.hosted.isShown
    return (isListed ? row + signingIn : []) + beginning + takingBack + (isListed ? movement : []) + [retrying]
  }

  private var row: [Offer] {
    guard let row = view.selectedRow else { return [] }
    guard row.isOnItsWay else {
      return [
        Offer(OutgoingCommands.write, hint: "write on") { presenter.write(row.id) }, discarding(row),
      ]
    }
    let ways = ways(of: row)
    return [Offer(OutgoingCommands.choose, hint: "what now", menu: ways)] + ways
  }

  private var signingIn: [Offer] {
    guard view.selectedRow?.needsSignIn == true else { return [] }
    return [Offer(ReadingCommands.logIn, hint: "log in") { presenter.logIn() }]
  }

  /// What can be done with a post on its way.
  private func ways(of row: OutgoingRow) -> [Offer] {
    let sending = row.sending.map { title in
      Offer(OutgoingCommands.send, title: title) { presenter.send(row.id) }
    }
    return [sending, Offer(OutgoingCommands.takeBack) { presenter.write(row.id) }, discarding(row)]
      .compactMap(\.self)
  }

  private func discarding(_ row: OutgoingRow) -> Offer {
    Offer(
      OutgoingCommands.discard, menu: [Offer(OutgoingCommands.confirmDiscard) { presenter.discard(row.id) }])
  }

  private var beginning: [Offer] {
    [
      Offer(ActCommands.compose, hint: "write") { presenter.begin() },
      Offer(OutgoingCommands.new, isListed: false) { presenter.begin() },
    ]
  }

  private var takingBack: [Offer] {
    presenter.takenBackNext.map { action in
      [Offer(ReadingCommands.takeBack, title: "take back: \(action)") { presenter.takeBack() }]
    } ?? []
  }

  private var movement: [Offer] {
    CellList<OutgoingRow>.offers(moving: "draft") { [view] in view.move($0) } + [
      Offer(ListCommands.first, title: "first draft") { [view] in view.move { $0.selectFirst() } },
      Offer(ListCommands.last, title: "last draft") { [view] in view.move { $0.selectLast() } },
    ]
  }

  private var retrying: Offer {
    Offer(ReadingCommands.refresh, title: "look again, and try what waits") { presenter.retry() }
  }
}

/// What can be done with drafts and with what waits.
public enum OutgoingCommands {
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
