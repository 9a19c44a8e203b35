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
  public static let openInBrowser = Command("open-in-browser", "open the post in the browser", keys: ["v"], in: .open)
  public static let copyAddress = Command("copy-address", "copy its address", keys: ["y"], in: .read)
  public static let copyText = Command("copy-text", "copy its text", keys: ["Y"], in: .read)
  public static let openInPager = Command("open-in-pager", "open the post in $PAGER", keys: ["P"], in: .open)
  public static let openInEditor = Command("open-in-editor", "open the post in $EDITOR", keys: ["E"], in: .open)

  public static let all =
    [open, toggleWarning, links] + openLink + [openInBrowser, copyAddress, copyText, openInPager, openInEditor]
}

extension PostCommands {
  /// What can be done with the selected post.
  /// - Parameter canBeOpened: whether it has a screen of its own that is not this one.
  @MainActor
  public static func offers(
    for post: PostCellViewModel, at index: Int, canBeOpened: Bool = true, presenter: any PostPresentation
  ) -> [Offer] {
    var offers: [Offer] = []
    if canBeOpened { offers.append(Offer(open, hint: "open") { presenter.openPost(at: index) }) }
    if post.canBeFolded {
      offers.append(
        Offer(toggleWarning, hint: post.isRevealed ? "fold" : "reveal") { presenter.toggleWarning(at: index) })
    }
    if !post.links.isEmpty { offers.append(linkMenu(of: post.links) { presenter.openLink($0) }) }
    return offers + [
      Offer(openInBrowser) { presenter.openAddress(at: index) },
      Offer(copyAddress) { presenter.copyAddress(at: index) },
      Offer(copyText) { presenter.copyText(at: index) },
      Offer(openInPager) { presenter.open(at: index, with: .pager) },
      Offer(openInEditor) { presenter.open(at: index, with: .editor) },
    ]
  }

  /// The small menu of a post's links: each by its full address, and by the real host where that is not plain, so that
  /// what opens is what was read.
  /// - Parameter links: full addresses; the first nine can be chosen.
  @MainActor
  static func linkMenu(of links: [String], open: @escaping @MainActor (String) -> Void) -> Offer {
    Offer(
      PostCommands.links, hint: "links",
      menu: zip(openLink, links).map { command, url in
        Offer(command, title: WebAddress.shown(url), shortTitle: { LinkLabel.fitted(url, to: $0) }) { open(url) }
      })
  }
}

/// What a screen of posts tells its presenter about one of them.
@MainActor
public protocol PostPresentation: AnyObject {
  func openPost(at index: Int)
  func toggleWarning(at index: Int)
  func openLink(_ url: String)
  func openAddress(at index: Int)
  func copyAddress(at index: Int)
  func copyText(at index: Int)
  /// Hands it to a program of the person's own.
  func open(at index: Int, with program: TextProgram)
}
