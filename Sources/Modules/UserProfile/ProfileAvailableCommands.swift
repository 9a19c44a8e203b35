import EmptyState
import PostCell
import TerminalKit

/// What can be done in each state of the screen. The way back is the navigator's.
@MainActor
struct ProfileAvailableCommands {
  private let view: ProfileViewController
  private var presenter: any ProfilePresentation { view.presenter }

  init(_ view: ProfileViewController) {
    self.view = view
  }

  var all: [AvailableCommand] {
    let reading: [AvailableCommand]
    switch view.content {
    case .nothing, .loading: reading = [presenter.reloadOffer(hint: nil)]
    case .empty(let viewModel):
      reading = presenter.availableCommands(of: viewModel.actions) + [presenter.reloadOffer(hint: nil)]
    case .list:
      // One key, one word for it.
      let actions = view.helpfulActions
      reading =
        presenter.availableCommands(of: actions) + row + presenter.undoCommands + parts + movement
        + [presenter.reloadOffer(hint: actions.contains(.retry) ? nil : "reload")]
    }
    return reading + presenter.accountCommands
  }

  private var row: [AvailableCommand] {
    let index = view.selection
    switch view.selectedRow {
    case .person(let card): return availableCommands(of: card)
    case .post(let post): return PostCommands.availableCommands(for: post, at: index, presenter: presenter)
    case .gap: return [AvailableCommand(ProfileCommands.fillGap, hint: "load") { presenter.openPost(at: index) }]
    case nil: return []
    }
  }

  private func availableCommands(of card: ProfileCard) -> [AvailableCommand] {
    let destinations = presenter.destinations(at: 0)
    var availableCommands: [AvailableCommand] =
      presenter.profileActions.map { acts in
        ProfileActionCommands.availableCommands(on: acts, isShown: true) { presenter.act($0) }
      } ?? []
    if let moved = destinations.people.first {
      availableCommands.append(
        AvailableCommand(PostCommands.person, title: "has moved to \(moved)", hint: "moved to") {
          presenter.openProfile(0, at: 0)
        })
    }
    if !card.links.isEmpty {
      availableCommands.append(PostCommands.linkMenu(of: card.links, destinations, at: 0, presenter))
    }
    guard card.address != nil else { return availableCommands }
    return availableCommands + [
      AvailableCommand(PostCommands.openInBrowser, title: "open their page in the browser") {
        presenter.openAddress(at: 0)
      },
      AvailableCommand(PostCommands.copyAddress, title: "copy the address of their page") {
        presenter.copyAddress(at: 0)
      },
    ]
  }

  private var parts: [AvailableCommand] {
    guard view.parts.count > 1 else { return [] }
    return [
      AvailableCommand(SourceCommands.nextTimeline, title: "next of their posts", hint: "more") {
        presenter.showNextPart()
      },
      AvailableCommand(ProfileCommands.previousPart) { presenter.showPreviousPart() },
    ]
      + zip(ProfileCommands.part, view.parts).enumerated().map { index, part in
        AvailableCommand(part.0, title: part.1) { presenter.showPart(at: index) }
      }
  }

  private var movement: [AvailableCommand] {
    CellList<ProfileRow>.availableCommands(moving: "post") { [view] in view.move($0) } + [
      AvailableCommand(ProfileCommands.first) { [view] in view.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last post held") { [view] in view.move { $0.selectLast() } },
    ]
  }
}

/// What can be done on the screen of a person, beside what all screens that read have.
public enum ProfileCommands {
  public static let first = Command(
    "go-to-person", "the person", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)
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
