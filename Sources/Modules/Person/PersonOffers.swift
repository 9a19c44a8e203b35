import EmptyState
import PostCell
import TerminalKit

/// What can be done in each state of the screen. The way back is the navigator's.
@MainActor
struct PersonOffers {
  private let view: PersonViewController
  private var presenter: any PersonPresentation { view.presenter }

  init(_ view: PersonViewController) {
    self.view = view
  }

  var all: [Offer] {
    switch view.content {
    case .nothing, .loading: return [reload(hint: nil)] + accounts
    case .empty(let viewModel): return help(viewModel.actions) + [reload(hint: nil)] + accounts
    case .list:
      // One key, one word for it.
      let actions = view.helpfulActions
      return help(actions) + row + takingBack + parts + movement + [
        reload(hint: actions.contains(.retry) ? nil : "reload")
      ]
        + accounts
    }
  }

  private func help(_ actions: [EmptyStateAction]) -> [Offer] {
    actions.compactMap { action in
      switch action {
      case .logIn: action.offer { presenter.logIn() }
      case .retry: action.offer { presenter.reload() }
      default: nil
      }
    }
  }

  private var row: [Offer] {
    let index = view.selection
    switch view.selectedRow {
    case .person(let card): return offers(of: card)
    case .post(let post): return PostCommands.offers(for: post, at: index, presenter: presenter)
    case .gap: return [Offer(PersonCommands.fillGap, hint: "load") { presenter.openPost(at: index) }]
    case nil: return []
    }
  }

  private func offers(of card: PersonCard) -> [Offer] {
    let destinations = presenter.destinations(at: 0)
    var offers: [Offer] =
      presenter.personActs.map { acts in
        PersonActCommands.offers(on: acts, isShown: true) { presenter.act($0) }
      } ?? []
    if let moved = destinations.people.first {
      offers.append(
        Offer(PostCommands.person, title: "has moved to \(moved)", hint: "moved to") { presenter.openPerson(0, at: 0) })
    }
    if !card.links.isEmpty {
      offers.append(PostCommands.linkMenu(of: card.links, destinations, at: 0, presenter))
    }
    guard card.address != nil else { return offers }
    return offers + [
      Offer(PostCommands.openInBrowser, title: "open their page in the browser") { presenter.openAddress(at: 0) },
      Offer(PostCommands.copyAddress, title: "copy the address of their page") { presenter.copyAddress(at: 0) },
    ]
  }

  private var parts: [Offer] {
    guard view.parts.count > 1 else { return [] }
    return [
      Offer(ReadingCommands.nextTimeline, title: "next of their posts", hint: "more") { presenter.showNextPart() },
      Offer(PersonCommands.previousPart) { presenter.showPreviousPart() },
    ]
      + zip(PersonCommands.part, view.parts).enumerated().map { index, part in
        Offer(part.0, title: part.1) { presenter.showPart(at: index) }
      }
  }

  private var movement: [Offer] {
    CellList<PersonRow>.offers(moving: "post") { [view] in view.move($0) } + [
      Offer(PersonCommands.first) { [view] in view.move { $0.selectFirst() } },
      Offer(ListCommands.last, title: "last post held") { [view] in view.move { $0.selectLast() } },
    ]
  }

  private var takingBack: [Offer] {
    presenter.takenBackNext.map { action in
      [Offer(ReadingCommands.takeBack, title: "take back: \(action)") { presenter.takeBack() }]
    } ?? []
  }

  private var accounts: [Offer] {
    [
      Offer(ReadingCommands.switchAccount) { presenter.switchAccount() },
      Offer(ReadingCommands.nextAccount) { presenter.showNextAccount() },
      Offer(ReadingCommands.previousAccount) { presenter.showPreviousAccount() },
    ]
  }

  private func reload(hint: String?) -> Offer {
    Offer(ReadingCommands.refresh, title: "reload", hint: hint) { presenter.reload() }
  }
}

/// What can be done on the screen of a person, beside what all screens that read have.
public enum PersonCommands {
  public static let first = Command(
    "go-to-person", "the person", keys: ["g g", "Home"], in: .move, menu: ReadingCommands.goTo)
  public static let previousPart = Command(
    "previous-part", "previous of their posts", keys: ["BTab", "h", "Left"], in: .open)
  public static let part = (1...3).map { number in
    Command(
      "part-\(number)", "their posts, part \(number)",
      keys: [KeySequence([.character(Character("\(number)"))])], in: .open)
  }
  public static let fillGap = Command("load-gap", "load what is missing", keys: ["Enter"], in: .open)

  public static let all = [first, previousPart, fillGap] + part
}
