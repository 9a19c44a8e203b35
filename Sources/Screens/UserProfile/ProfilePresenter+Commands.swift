import EmptyState
import PostCell
import ScreenSupport
import TerminalKit

// MARK: - Commands

extension ProfilePresenter {
  func commands(at index: Int?) -> [RowCommand] {
    guard let index, let row = selectedRow else { return [] }
    return commands(for: row, at: index) + undoCommands + tabCommands
  }

  func unavailableCommands(at index: Int?) -> [UnavailableCommand] {
    let post = selectedRow?.post
    let onProfile =
      post == nil
      ? [
        UnavailableCommand(PostCommands.links, "No links in this profile"),
        UnavailableCommand(PostCommands.authorProfile, "This profile is already open"),
        ProfileActionCommands.unavailableList(profileActions),
      ] : []
    return onProfile + PostCommands.unavailableCommands(for: post, at: selection, presenter: self)
      + SourceCommands.unavailable
  }

  private func commands(for row: ProfileRow, at index: Int) -> [RowCommand] {
    switch row {
    case .profile(let card): cardCommands(card)
    case .post(let post): postCommands(for: post, at: index)
    case .gap: [RowCommand(ProfileCommands.fillGap, hint: "load", .perform { self.openPost(at: index) })]
    }
  }

  private func cardCommands(_ card: ProfileCard) -> [RowCommand] {
    let destinations = destinations(at: 0)
    var actions =
      profileActions.map { availability in
        ProfileActionCommands.availableCommands(on: availability, isShown: true) { self.perform($0) }
      } ?? []
    if !actions.isEmpty { actions[0].onMenuOpen = { self.loadLists() } }
    var commands = actions.map(RowCommand.init)
    if canEdit { commands.append(RowCommand(ProfileCommands.edit, hint: "edit", .perform { self.edit() })) }
    if let moved = destinations.profiles.first {
      commands.append(
        RowCommand(
          PostCommands.authorProfile, "has moved to \(moved)", hint: "moved to",
          .perform { self.openProfile(0, at: 0) }))
    }
    if let people = PeopleCommands.menu(peopleLists, open: { self.openPeople($0) }) {
      commands.append(RowCommand(people))
    }
    if !card.links.isEmpty {
      commands.append(RowCommand(PostCommands.linkMenu(of: card.links, destinations, at: 0, self)))
    }
    guard card.address != nil else { return commands }
    return commands + [
      RowCommand(PostCommands.openInBrowser, "open profile in browser", .perform { self.openAddress(at: 0) }),
      RowCommand(PostCommands.copyAddress, "copy profile link", .perform { self.copyAddress(at: 0) }),
    ]
  }

  private var tabCommands: [RowCommand] {
    guard tabs.count > 1 else { return [] }
    return [
      RowCommand(SourceCommands.nextTimeline, "next tab", hint: "next tab", .perform { self.showNextTab() }),
      RowCommand(ProfileCommands.previousTab, .perform { self.showPreviousTab() }),
    ]
      + zip(ProfileCommands.tab, tabs).enumerated().map { index, tab in
        RowCommand(tab.0, tab.1.title, .perform { self.showTab(at: index) })
      }
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
