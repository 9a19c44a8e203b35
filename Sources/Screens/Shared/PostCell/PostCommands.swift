import Domain
import TerminalKit

/// The commands for a post on any screen.
public enum PostCommands {
  public static let open = Command(
    "open-post", "open the post and its thread",
    synonyms: ["conversation", "replies", "comments", "details", "expand thread"],
    keys: ["Enter", "t"], in: .open)
  public static let toggleWarning = Command(
    "toggle-warning", "show or hide content behind the warning", synonyms: ["spoiler", "cw", "reveal", "sensitive"],
    keys: ["z", "s"], in: .read)
  public static let links = Command(
    "links", "links of this post", synonyms: ["urls", "websites", "open link"], keys: ["o"], in: .open)
  /// The links in the menu of links.
  public static let openLink = (1...9).map { number in
    Command(
      "open-link-\(number)", "open link \(number)", keys: [KeySequence([.character(Character("\(number)"))])], in: .open
    )
  }
  /// The addresses of links that open a profile or hashtag, in the menu of links.
  public static let openAddress = zip(1...9, "abcdefghj").map { number, letter in
    Command(
      "open-address-\(number)", "open address \(number)", keys: [KeySequence([.character(letter)])], in: .open)
  }
  public static let authorProfile = Command(
    "open-person", "author’s profile", synonyms: ["user", "person", "account of author"], keys: ["p"], in: .open)
  public static let people = Command(
    "people", "list everyone in this notification",
    synonyms: ["who liked this", "who reposted this", "who followed you", "likers", "boosters"], keys: ["i"], in: .open)
  /// The accounts in the menu of people.
  public static let openProfile = (1...9).map { number in
    Command(
      "open-person-\(number)", "open profile \(number)", keys: [KeySequence([.character(Character("\(number)"))])],
      in: .open)
  }
  public static let versions = Command(
    "earlier-versions", "earlier versions", synonyms: ["history", "edits"], keys: ["e"], in: .open)
  public static let pictures = Command(
    "open-pictures", "view its pictures",
    synonyms: [
      "images", "photos", "media", "videos", "attachments", "gif", "alt text", "image descriptions", "download media",
    ], keys: ["m"],
    in: .open)
  public static let openInBrowser = Command(
    "open-in-browser", "open the post in the browser", synonyms: ["web", "website"], keys: ["v"], in: .open)
  public static let copyAddress = Command(
    "copy-address", "copy its link", synonyms: ["yank", "url", "share link"], keys: ["y"], in: .read)
  public static let copyText = Command("copy-text", "copy its text", synonyms: ["yank text"], keys: ["Y"], in: .read)
  static let openInPager = Command(
    "open-in-pager", "open the post in $PAGER", synonyms: ["less", "full screen"], keys: ["P"], in: .open)
  public static let openInEditor = Command(
    "open-in-editor", "open the post in $EDITOR", synonyms: ["vim"], keys: ["E"], in: .open)

  /// Opens the form for a filter.
  public static let filterLike = Command(
    "filter-like", "filter posts like this", synonyms: ["hide posts like this"],
    keys: ["X"], in: .read)

  /// The notice for a choice about a post that has left the timeline by then.
  public static let unavailableText = "That post is gone. Nothing was changed."

  public static let all =
    [open, toggleWarning, links] + openLink + openAddress + [authorProfile, people] + openProfile
    + PeopleCommands.all + [
      filterLike, versions, pictures, openInBrowser, copyAddress, copyText, openInPager, openInEditor,
    ]
}

extension PostCommands {
  /// The commands for the selected post.
  /// - Parameter canBeOpened: whether the post can be opened from here.
  @MainActor
  public static func availableCommands(
    for post: PostCellViewModel, at index: Int, canBeOpened: Bool = true, presenter: any PostPresentation
  ) -> [AvailableCommand] {
    let availability = presenter.availability(at: index)
    let target = PostTarget(entry: availability.entry, index: index, presenter: presenter)
    func offer(_ command: Command, title: String? = nil, hint: String? = nil, _ body: @escaping PostTarget.Body)
      -> AvailableCommand
    {
      AvailableCommand(command, title: title, hint: hint) { target.perform(body) }
    }
    var availableCommands: [AvailableCommand] = []
    if canBeOpened { availableCommands.append(offer(open, hint: "open") { $0.openPost(at: $1) }) }
    if post.canBeFolded {
      availableCommands.append(
        offer(toggleWarning, hint: post.isRevealed ? "fold" : "reveal") { $0.toggleWarning(at: $1) })
    }
    let destinations = presenter.destinations(at: index)
    if let pictures = destinations.pictures {
      availableCommands.append(
        offer(PostCommands.pictures, title: "view \(pictures)", hint: post.isFolded ? nil : "view") {
          // Pictures stay hidden as long as the content warning does.
          post.isFolded ? $0.showPicturesHidden(at: $1) : $0.openPictures(at: $1)
        })
    }
    if !post.links.isEmpty { availableCommands.append(linkMenu(of: post.links, destinations, target)) }
    availableCommands += profileCommands(destinations.profiles, target)
    availableCommands += peopleCommands(destinations, target)
    if destinations.hasVersions { availableCommands.append(offer(versions) { $0.openVersions(at: $1) }) }
    availableCommands += PostActionCommands.availableCommands(on: availability, presenter)
    availableCommands.append(offer(filterLike) { $0.perform(.filter, at: $1) })
    return availableCommands + [
      offer(openInBrowser) { $0.openAddress(at: $1) },
      offer(copyAddress) { $0.copyAddress(at: $1) },
      offer(copyText) { $0.copyText(at: $1) },
      offer(openInPager) { $0.open(at: $1, with: .pager) },
      offer(openInEditor) { $0.open(at: $1, with: .editor) },
    ]
  }

  @MainActor
  public static func linkMenu(
    of links: [String], _ destinations: PostLinksViewModel = PostLinksViewModel(), at index: Int,
    _ presenter: any PostPresentation
  ) -> AvailableCommand {
    let target = PostTarget(entry: presenter.availability(at: index).entry, index: index, presenter: presenter)
    return linkMenu(of: links, destinations, target)
  }

  /// The menu of a post's links. Each entry has the full address, and the real host if the address disguises it, so
  /// that the user sees what is going to be opened.
  ///
  /// A link to a profile or hashtag opens it in Tern. The web address of such a link follows after all other entries.
  /// - Parameter links: full addresses.
  @MainActor
  private static func linkMenu(of links: [String], _ destinations: PostLinksViewModel, _ target: PostTarget)
    -> AvailableCommand
  {
    let choices = NumberedMenu.commands(count: links.count) { numbers in
      let page = links[numbers]
      let named = page.filter { destinations.links[$0] != nil }
      return zip(openLink, page).map { command, url in
        guard let name = destinations.links[url] else { return address(command, url, target.presenter) }
        return AvailableCommand(command, title: name, shortTitle: { LinkLabel.fitted(name, of: url, to: $0) }) {
          target.openLinkTarget(url, named: name)
        }
      } + zip(openAddress, named).map { address($0, $1, target.presenter) }
    }
    return AvailableCommand(PostCommands.links, hint: "links", menu: choices)
  }

  @MainActor
  private static func address(_ command: Command, _ url: String, _ presenter: any PostPresentation) -> AvailableCommand
  {
    AvailableCommand(command, title: WebAddress.displayText(url), shortTitle: { LinkLabel.fitted(url, to: $0) }) {
      presenter.openLink(url)
    }
  }

  /// The people of a notification, or the menu of the lists of people of another post.
  @MainActor
  private static func peopleCommands(_ destinations: PostLinksViewModel, _ target: PostTarget) -> [AvailableCommand] {
    if destinations.listsPeople {
      return [AvailableCommand(people) { target.perform { $0.openPeople(at: $1) } }]
    }
    if destinations.listsReposters {
      return [
        AvailableCommand(people, title: "list who reposted this here") { target.perform { $0.openPeople(at: $1) } }
      ]
    }
    let menu = PeopleCommands.menu(destinations.peopleLists) { list in
      target.perform { $0.openPeople(list, at: $1) }
    }
    return [menu].compactMap(\.self)
  }

  /// A menu if there are several accounts.
  @MainActor
  private static func profileCommands(_ names: [String], _ target: PostTarget) -> [AvailableCommand] {
    guard names.count > 1 else {
      return names.map { name in AvailableCommand(authorProfile) { target.openProfile(name) } }
    }
    let isNotification = target.entry?.notification != nil
    return [
      AvailableCommand(
        authorProfile, title: isNotification ? "people in this notification" : "people in this post",
        menu: NumberedMenu.commands(openProfile, names) { command, name in
          AvailableCommand(command, title: name) { target.openProfile(name) }
        })
    ]
  }
}

/// A post that a menu or a confirmation is about. The choice applies to that post even if it has moved to another row.
@MainActor
private struct PostTarget {
  typealias Body = @MainActor (_ presenter: any PostPresentation, _ index: Int) -> Void

  /// nil for a row that is not an entry of a list. Such a row never moves.
  let entry: PostKey?
  let index: Int
  let presenter: any PostPresentation

  func perform(_ body: Body) {
    guard let entry else { return body(presenter, index) }
    guard let index = presenter.index(of: entry) else { return presenter.notifyPostUnavailable() }
    body(presenter, index)
  }

  /// - Parameter name: the name in the menu. The accounts of a notification may have changed since.
  func openProfile(_ name: String) {
    perform { presenter, index in
      guard let number = presenter.destinations(at: index).profiles.firstIndex(of: name) else {
        return presenter.notifyPostUnavailable()
      }
      presenter.openProfile(number, at: index)
    }
  }

  /// - Parameter name: the name in the menu. The post may have been edited since.
  func openLinkTarget(_ url: String, named name: String) {
    perform { presenter, index in
      guard presenter.destinations(at: index).links[url] == name else { return presenter.notifyPostUnavailable() }
      presenter.openLinkTarget(url, at: index)
    }
  }
}

/// The presenter of a screen with posts.
@MainActor
public protocol PostPresentation: AnyObject {
  func openPost(at index: Int)
  func toggleWarning(at index: Int)
  /// The profiles, hashtags, versions and pictures that the post links to.
  func destinations(at index: Int) -> PostLinksViewModel
  /// Opens the profile or hashtag that a link refers to, otherwise its address.
  func openLinkTarget(_ url: String, at index: Int)
  func openLink(_ url: String)
  /// The actions on the post at its server, and their state.
  func availability(at index: Int) -> PostActionAvailability
  func perform(_ action: PostAction, at index: Int)
  /// Called when the action menu opens. Loads the relationship with the author if it is unknown.
  func willShowActionMenu(at index: Int)
  /// The current row of an entry; nil if it is no longer shown.
  func index(of entry: PostKey) -> Int?
  /// Shows a notice that the post is no longer shown and nothing was done.
  func notifyPostUnavailable()
  /// The action that undo reverts next, in a few words; nil if there is none.
  var undoTitle: String? { get }
  func undo()
  /// Opens one of the accounts of the post.
  func openProfile(_ number: Int, at index: Int)
  /// Lists the people of the notification.
  func openPeople(at index: Int)
  /// Lists the people who reacted to the post.
  func openPeople(_ list: PeopleList, at index: Int)
  /// Opens the earlier versions of the post.
  func openVersions(at index: Int)
  /// Opens the pictures, videos and audio of the post.
  func openPictures(at index: Int)
  /// Shows a notice that the content warning hides the pictures, and the key that reveals them.
  func showPicturesHidden(at index: Int)
  func openAddress(at index: Int)
  func copyAddress(at index: Int)
  func copyText(at index: Int)
  /// Opens the post in the user's pager or editor.
  func open(at index: Int, with program: TextProgram)
  /// The content of a picture's space in the list.
  func content(of picture: ListedPicture) -> PictureContent
  /// Called while the list is drawn, with what is on the screen. Its pictures are then loaded. It must not render.
  /// - Parameter redraw: called when the content of one of them has changed.
  func didDraw(_ drawn: DrawnPictures, redraw: @escaping @MainActor () -> Void)
}

extension PostPresentation {
  /// The pictures for a list.
  /// - Parameter redraw: draws the list again.
  public func pictures(redraw: @escaping @MainActor () -> Void) -> ListPictures {
    ListPictures(
      content: { [weak self] in self?.content(of: $0) ?? .waiting("") },
      didDraw: { [weak self] in self?.didDraw($0, redraw: redraw) })
  }
}

extension PostPresentation {
  public func willShowActionMenu(at index: Int) {}

  /// Performs an action on an entry, in whichever row it is by now. If it is no longer shown, a notice says that
  /// nothing was done.
  public func perform(_ action: PostAction, on entry: PostKey) {
    if let index = index(of: entry) { perform(action, at: index) } else { notifyPostUnavailable() }
  }

  /// Performs an action on an account, unless the entry has another one by now, as that of a notification group may.
  public func perform(_ action: ProfileAction, on profile: ProfileActionAvailability, of entry: PostKey) {
    guard let index = index(of: entry), availability(at: index).profileActions?.label == profile.label else {
      return notifyPostUnavailable()
    }
    perform(.profile(action), at: index)
  }
}
