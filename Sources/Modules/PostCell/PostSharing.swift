import Domain
import TerminalKit

/// What a person does with a post, on whatever screen it stands: it leaves Tern by its address or as text.
@MainActor
public struct PostSharing {
  private let openLink: any OpenLinkUseCase
  private let clipboard: any Clipboard
  private let programs: any TextPrograms
  private let say: (_ text: String, _ isFailure: Bool) -> Void

  /// - Parameter say: tells the person what came of it.
  public init(
    openLink: any OpenLinkUseCase, clipboard: any Clipboard, programs: any TextPrograms,
    say: @escaping (_ text: String, _ isFailure: Bool) -> Void
  ) {
    self.openLink = openLink
    self.clipboard = clipboard
    self.programs = programs
    self.say = say
  }

  public func open(_ url: String) {
    do {
      try openLink(url)
      say("Opening \(LinkLabel.inNotice(url))", false)
    } catch {
      say(error.sentence, true)
    }
  }

  public func openAddress(of post: Post) {
    if let url = address(of: post) { open(url) }
  }

  public func copyAddress(of post: Post) {
    guard let url = address(of: post) else { return }
    copy(url, saying: "Copied its address.")
  }

  public func copyText(of post: Post) {
    copy(post.text.plain, saying: "Copied its text.")
  }

  /// - Parameter keymap: names the key that lifts the warning.
  public func showPicturesHidden(_ keymap: Keymap) {
    let key = keymap.sentence(PostCommands.toggleWarning, "shows it.")
    say("What this post carries is behind its content warning." + (key.isEmpty ? "" : " " + key), false)
  }

  /// Hands the whole post to a program of the person's own, and waits for its end.
  public func open(_ post: Post, with program: TextProgram) {
    do {
      try programs.open(PostDocument.text(of: post), with: program)
    } catch {
      say("\(error.words).", true)
    }
  }
}

extension PostSharing {
  private func address(of post: Post) -> String? {
    if post.url == nil { say("This post has no address.", false) }
    return post.url
  }

  private func copy(_ text: String, saying sentence: String) {
    clipboard.copy(text)
    say(sentence, false)
  }
}

extension LinkError {
  /// Why an address did not open, in a sentence.
  public var sentence: String {
    switch self {
    case .unsupportedScheme(let url): "Only http and https open, not \(url)"
    case .unclear(let url): "Not opened, since it hides where it leads: \(url)"
    case .noBrowser(let url, let reason): "No browser for \(url): \(reason)"
    }
  }
}
