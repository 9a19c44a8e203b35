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
    let reading: [Offer]
    switch view.content {
    case .nothing, .loading: reading = [presenter.reloadOffer(hint: nil)]
    case .empty(let viewModel): reading = presenter.offers(of: viewModel.actions) + [presenter.reloadOffer(hint: nil)]
    case .list:
      // One key, one word for it.
      let actions = view.helpfulActions
      reading =
        presenter.offers(of: actions) + row + presenter.takeBackOffers + parts + movement
        + [presenter.reloadOffer(hint: actions.contains(.retry) ? nil : "reload")]
    }
    return reading + presenter.accountOffers
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
