import Domain
import TerminalKit

/// What can be done with a post, on whatever screen it stands.
public enum PostCommands {
  public static let open = Command("open-post", "open the post and its thread", keys: ["Enter", "t"], in: .open)
  public static let toggleWarning = Command(
    "toggle-warning", "show or hide what is behind the warning", keys: ["z", "s"], in: .read)
  public static let links = Command("links", "links of this post", keys: ["o"], in: .open)
  /// The first nine links, in the menu of links.
  public static let openLink = (1...9).map { number in
    Command(
      "open-link-\(number)", "open link \(number)", keys: [KeySequence([.character(Character("\(number)"))])], in: .open
    )
  }
  /// What is named by a link of the menu leads to its address by these.
  public static let openAddress = zip(1...9, "abcdefghj").map { number, letter in
    Command(
      "open-address-\(number)", "open address \(number)", keys: [KeySequence([.character(letter)])], in: .open)
  }
  public static let person = Command("open-person", "who wrote this", keys: ["p"], in: .open)
  /// Those who have to do with a post, in the menu of people.
  public static let openProfile = (1...9).map { number in
    Command(
      "open-person-\(number)", "open person \(number)", keys: [KeySequence([.character(Character("\(number)"))])],
      in: .open)
  }
  public static let versions = Command("earlier-versions", "what it said before", keys: ["e"], in: .open)
  public static let pictures = Command("open-pictures", "look at its pictures", keys: ["m"], in: .open)
  public static let openInBrowser = Command("open-in-browser", "open the post in the browser", keys: ["v"], in: .open)
  public static let copyAddress = Command("copy-address", "copy its address", keys: ["y"], in: .read)
  public static let copyText = Command("copy-text", "copy its text", keys: ["Y"], in: .read)
  public static let openInPager = Command("open-in-pager", "open the post in $PAGER", keys: ["P"], in: .open)
  public static let openInEditor = Command("open-in-editor", "open the post in $EDITOR", keys: ["E"], in: .open)

  /// What is said where an answer comes too late.
  public static let goneWords = "That is not here any more: nothing was done."

  public static let all =
    [open, toggleWarning, links] + openLink + openAddress + [person] + openProfile
    + [versions, pictures, openInBrowser, copyAddress, copyText, openInPager, openInEditor]
}

extension PostCommands {
  /// What can be done with the selected post.
  /// - Parameter canBeOpened: whether it has a screen of its own that is not this one.
  @MainActor
  public static func availableCommands(
    for post: PostCellViewModel, at index: Int, canBeOpened: Bool = true, presenter: any PostPresentation
  ) -> [AvailableCommand] {
    let acts = presenter.acts(at: index)
    let asked = PostConfirmation(entry: acts.entry, index: index, presenter: presenter)
    func offer(_ command: Command, title: String? = nil, hint: String? = nil, _ perform: @escaping PostConfirmation.Act)
      -> AvailableCommand
    {
      AvailableCommand(command, title: title, hint: hint) { asked.act(perform) }
    }
    var availableCommands: [AvailableCommand] = []
    if canBeOpened { availableCommands.append(offer(open, hint: "open") { $0.openPost(at: $1) }) }
    if post.canBeFolded {
      availableCommands.append(
        offer(toggleWarning, hint: post.isRevealed ? "fold" : "reveal") { $0.toggleWarning(at: $1) })
    }
    let destinations = presenter.destinations(at: index)
    if !post.links.isEmpty { availableCommands.append(linkMenu(of: post.links, destinations, asked)) }
    availableCommands += people(destinations.people, asked)
    if destinations.hasVersions { availableCommands.append(offer(versions) { $0.openVersions(at: $1) }) }
    if let pictures = destinations.pictures {
      availableCommands.append(
        offer(PostCommands.pictures, title: "look at \(pictures)") {
          // What a warning hides is not looked at before it is lifted.
          post.isFolded ? $0.showPicturesHidden(at: $1) : $0.openPictures(at: $1)
        })
    }
    availableCommands += PostActionCommands.availableCommands(on: acts, presenter)
    return availableCommands + [
      offer(openInBrowser) { $0.openAddress(at: $1) },
      offer(copyAddress) { $0.copyAddress(at: $1) },
      offer(copyText) { $0.copyText(at: $1) },
      offer(openInPager) { $0.open(at: $1, with: .pager) },
      offer(openInEditor) { $0.open(at: $1, with: .editor) },
    ]
  }

  /// The small menu of a post's links, as `linkMenu(of:_:_:)` has it.
  @MainActor
  public static func linkMenu(
    of links: [String], _ destinations: PostLinksViewModel = PostLinksViewModel(), at index: Int,
    _ presenter: any PostPresentation
  ) -> AvailableCommand {
    let asked = PostConfirmation(entry: presenter.acts(at: index).entry, index: index, presenter: presenter)
    return linkMenu(of: links, destinations, asked)
  }

  /// The small menu of a post's links: each by its full address, and by the real host where that is not plain, so that
  /// what opens is what was read.
  ///
  /// A link that names a person or a tag leads there; its address follows behind all others.
  /// - Parameter links: full addresses; the first nine can be chosen.
  @MainActor
  private static func linkMenu(of links: [String], _ destinations: PostLinksViewModel, _ asked: PostConfirmation)
    -> AvailableCommand
  {
    let links = links.prefix(openLink.count)
    let named = links.filter { destinations.links[$0] != nil }
    return AvailableCommand(
      PostCommands.links, hint: "links",
      menu: zip(openLink, links).map { command, url in
        guard let name = destinations.links[url] else { return address(command, url, asked.presenter) }
        return AvailableCommand(command, title: name) { asked.follow(url, named: name) }
      } + zip(openAddress, named).map { address($0, $1, asked.presenter) })
  }

  @MainActor
  private static func address(_ command: Command, _ url: String, _ presenter: any PostPresentation) -> AvailableCommand
  {
    AvailableCommand(command, title: WebAddress.shown(url), shortTitle: { LinkLabel.fitted(url, to: $0) }) {
      presenter.openLink(url)
    }
  }

  /// Where several people have to do with a post, which of them is asked.
  @MainActor
  private static func people(_ people: [String], _ asked: PostConfirmation) -> [AvailableCommand] {
    guard people.count > 1 else { return people.map { name in AvailableCommand(person) { asked.openProfile(name) } } }
    return [
      AvailableCommand(
        person, title: "who wrote this, and who else",
        menu: zip(openProfile, people).map { command, name in
          AvailableCommand(command, title: name) { asked.openProfile(name) }
        })
    ]
  }
}

/// A post that something is asked about: what is answered later is about that one, wherever it stands by then.
@MainActor
private struct PostConfirmation {
  typealias Act = @MainActor (_ presenter: any PostPresentation, _ index: Int) -> Void

  /// nil where the row is no entry of a list, and stays where it is.
  let entry: PostKey?
  let index: Int
  let presenter: any PostPresentation

  func act(_ act: Act) {
    guard let entry else { return act(presenter, index) }
    guard let index = presenter.index(of: entry) else { return presenter.notifyPostUnavailable() }
    act(presenter, index)
  }

  /// - Parameter name: as it was read: those who have to do with a notification may be others by now.
  func openProfile(_ name: String) {
    act { presenter, index in
      guard let number = presenter.destinations(at: index).people.firstIndex(of: name) else {
        return presenter.notifyPostUnavailable()
      }
      presenter.openProfile(number, at: index)
    }
  }

  /// - Parameter name: as it was read: the post may have been edited.
  func follow(_ url: String, named name: String) {
    act { presenter, index in
      guard presenter.destinations(at: index).links[url] == name else { return presenter.notifyPostUnavailable() }
      presenter.follow(url, at: index)
    }
  }
}

/// What a screen of posts tells its presenter about one of them.
@MainActor
public protocol PostPresentation: AnyObject {
  func openPost(at index: Int)
  func toggleWarning(at index: Int)
  /// Where the post leads beside its thread and the web.
  func destinations(at index: Int) -> PostLinksViewModel
  /// Opens what a link of the post names, else its address.
  func follow(_ url: String, at index: Int)
  func openLink(_ url: String)
  /// What can be done with the post at its server, and has been.
  func acts(at index: Int) -> PostActionAvailability
  func act(_ act: PostAction, at index: Int)
  /// The menu of what can be done with the post is opened: what is not known of its author yet is loaded.
  func willShowActs(at index: Int)
  /// Where an entry stands by now; nil where it does not any more.
  func index(of entry: PostKey) -> Int?
  /// Says that what was asked about is not there any more, and that nothing was done.
  func notifyPostUnavailable()
  /// What is taken back next, in a few words; nil where there is nothing.
  var takenBackNext: String? { get }
  func takeBack()
  /// Opens one of those who have to do with the post, by their number.
  func openProfile(_ number: Int, at index: Int)
  /// Opens what the post has said before it was edited.
  func openVersions(at index: Int)
  /// Opens what the post carries to look at or to listen to.
  func openPictures(at index: Int)
  /// Says that what the post carries is behind its warning, and how that is lifted.
  func showPicturesHidden(at index: Int)
  func openAddress(at index: Int)
  func copyAddress(at index: Int)
  func copyText(at index: Int)
  /// Hands it to a program of the person's own.
  func open(at index: Int, with program: TextProgram)
}

extension PostPresentation {
  public func willShowActs(at index: Int) {}

  /// Acts on an entry wherever it stands by now: whoever is asked first may answer later. Nothing else is acted on where it
  /// has gone, and that is said.
  public func act(_ act: PostAction, on entry: PostKey) {
    if let index = index(of: entry) { self.act(act, at: index) } else { notifyPostUnavailable() }
  }

  /// Acts on somebody, unless the entry is another one's by now, as that of a group may be.
  public func act(_ act: ProfileAction, on person: ProfileActionAvailability, of entry: PostKey) {
    guard let index = index(of: entry), acts(at: index).person?.label == person.label else {
      return notifyPostUnavailable()
    }
    self.act(.person(act), at: index)
  }
}
