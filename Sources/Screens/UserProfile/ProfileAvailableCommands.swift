import EmptyState
import PostCell
import TerminalKit

/// The commands in each state of the screen. The navigator adds the one to go back.
@MainActor
struct ProfileAvailableCommands {
  private let view: ProfileViewController
  private var presenter: any ProfilePresentation { view.presenter }

  init(_ view: ProfileViewController) {
    self.view = view
  }

  var all: [AvailableCommand] { view.availableCommands(of: presenter, row: row, movement: tabs + movement) }

  var unavailable: [UnavailableCommand] {
    var post: PostCellViewModel?
    if case .post(let selected)? = view.selectedRow { post = selected }
    let onProfile =
      post == nil
      ? [
        UnavailableCommand(PostCommands.links, "No links in this profile"),
        UnavailableCommand(PostCommands.authorProfile, "This profile is already open"),
        ProfileActionCommands.unavailableList(presenter.profileActions),
      ] : []
    return onProfile + PostCommands.unavailableCommands(for: post, at: view.selection, presenter: presenter)
      + presenter.unavailableCommands
  }

  private var row: [AvailableCommand] {
    let index = view.selection
    switch view.selectedRow {
    case .profile(let card): return availableCommands(of: card)
    case .post(let post): return PostCommands.availableCommands(for: post, at: index, presenter: presenter)
    case .gap: return [AvailableCommand(ProfileCommands.fillGap, hint: "load") { presenter.openPost(at: index) }]
    case nil: return []
    }
  }

  private func availableCommands(of card: ProfileCard) -> [AvailableCommand] {
    let destinations = presenter.destinations(at: 0)
    var availableCommands: [AvailableCommand] =
      presenter.profileActions.map { availability in
        ProfileActionCommands.availableCommands(on: availability, isShown: true) { presenter.perform($0) }
      } ?? []
    if !availableCommands.isEmpty { availableCommands[0].onMenuOpen = { [presenter] in presenter.loadLists() } }
    if presenter.canEdit {
      availableCommands.append(AvailableCommand(ProfileCommands.edit, hint: "edit") { presenter.edit() })
    }
    if let moved = destinations.profiles.first {
      availableCommands.append(
        AvailableCommand(PostCommands.authorProfile, title: "has moved to \(moved)", hint: "moved to") {
          presenter.openProfile(0, at: 0)
        })
    }
    if let people = PeopleCommands.menu(presenter.peopleLists, open: { [presenter] in presenter.openPeople($0) }) {
      availableCommands.append(people)
    }
    if !card.links.isEmpty {
      availableCommands.append(PostCommands.linkMenu(of: card.links, destinations, at: 0, presenter))
    }
    guard card.address != nil else { return availableCommands }
    return availableCommands + [
      AvailableCommand(PostCommands.openInBrowser, title: "open profile in browser") {
        presenter.openAddress(at: 0)
      },
      AvailableCommand(PostCommands.copyAddress, title: "copy profile link") {
        presenter.copyAddress(at: 0)
      },
    ]
  }

  private var tabs: [AvailableCommand] {
    guard view.tabs.count > 1 else { return [] }
    return [
      AvailableCommand(SourceCommands.nextTimeline, title: "next tab", hint: "next tab") {
        presenter.showNextTab()
      },
      AvailableCommand(ProfileCommands.previousTab) { presenter.showPreviousTab() },
    ]
      + zip(ProfileCommands.tab, view.tabs).enumerated().map { index, tab in
        AvailableCommand(tab.0, title: tab.1) { presenter.showTab(at: index) }
      }
  }

  private var movement: [AvailableCommand] {
    CellList<ProfileRow>.availableCommands(moving: "post") { [view] in view.move($0) } + [
      AvailableCommand(ProfileCommands.first) { [view] in view.move { $0.selectFirst() } },
      AvailableCommand(ListCommands.last, title: "last loaded post") { [view] in view.move { $0.selectLast() } },
    ]
  }
}

/// The commands of the profile screen, in addition to those of all screens of posts.
public enum ProfileCommands {
  public static let first = Command(
    "go-to-person", "profile", keys: ["g g", "Home"], in: .move, menu: SourceCommands.goTo)
  public static let previousTab = Command(
    "previous-part", "previous tab", keys: ["BTab", "h", "Left"], in: .open)
  public static let tab = (1...3).map { number in
    Command(
      "part-\(number)", "profile tab \(number)",
      keys: [KeySequence([.character(Character("\(number)"))])], in: .open)
  }
  public static let edit = Command(
    "edit-profile", "edit your profile", synonyms: ["bio", "avatar", "display name"], keys: ["e"], in: .write)
  public static let fillGap = Command("load-gap", "load missing posts", keys: ["Enter"], in: .open)

  public static let all = [first, previousTab, edit, fillGap] + tab
}
