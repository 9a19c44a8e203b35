import Domain
import TerminalKit

/// Opens a post or its links outside of Tern, and copies them.
@MainActor
public struct PostSharing {
  private let openLink: OpenLink
  private let clipboard: any Clipboard
  private let programs: any TextPrograms
  private let showNotice: (_ text: String, _ isFailure: Bool) -> Void

  /// - Parameter showNotice: shows the outcome to the user.
  public init(
    openLink: OpenLink, clipboard: any Clipboard, programs: any TextPrograms,
    showNotice: @escaping (_ text: String, _ isFailure: Bool) -> Void
  ) {
    self.openLink = openLink
    self.clipboard = clipboard
    self.programs = programs
    self.showNotice = showNotice
  }

  public func open(_ url: String) {
    do {
      try openLink(url)
      showNotice("Opening \(LinkLabel.inNotice(url))", false)
    } catch {
      showNotice(error.sentence, true)
    }
  }

  public func openAddress(of post: Post) {
    if let url = address(of: post) { open(url) }
  }

  public func copyAddress(of post: Post) {
    guard let url = address(of: post) else { return }
    copy(url, notice: "Link copied.")
  }

  public func copyText(of post: Post) {
    copy(post.text.plain, notice: "Text copied.")
  }

  /// - Parameter keymap: names the key that reveals the content.
  public func showPicturesHidden(_ keymap: Keymap) {
    let key = keymap.sentence(PostCommands.toggleWarning, "shows it.")
    showNotice("Hidden behind the content warning." + (key.isEmpty ? "" : " " + key), false)
  }

  /// Opens the full post in the user's pager or editor, and waits for it to exit.
  public func open(_ post: Post, with program: TextProgram) {
    do {
      try programs.open(PostDocument.text(of: post), with: program)
    } catch {
      showNotice("\(error.message).", true)
    }
  }
}

extension PostSharing {
  private func address(of post: Post) -> String? {
    if post.url == nil { showNotice("This post has no link.", false) }
    return post.url
  }

  private func copy(_ text: String, notice: String) {
    clipboard.copy(text)
    showNotice(notice, false)
  }
}

extension LinkError {
  /// The error as a sentence for the user.
  public var sentence: String {
    switch self {
    case .unsupportedScheme(let url): "Only http and https links can be opened, not \(url)"
    case .ambiguous(let url): "Not opened, because it hides its real address: \(url)"
    case .noBrowser(let url, let reason): "Can’t open \(url): \(reason)"
    }
  }
}
