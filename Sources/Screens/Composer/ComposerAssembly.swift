import Domain
import PostCell
import Runtime
import TerminalKit

@MainActor
public enum ComposerAssembly {
  public static func make(dependencies: ComposerDependencies, router: ComposerRouter) -> any ViewController {
    let presenter = ComposerPresenter(dependencies: dependencies, router: router)
    let viewController = ComposerViewController(
      presenter: presenter, placeholder: dependencies.draft.purpose.placeholder, clipboard: dependencies.clipboard,
      keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
}

@MainActor
public struct ComposerDependencies {
  /// A new draft, or a saved one.
  let draft: Draft
  let isSaved: Bool
  /// The number of other drafts of the account.
  let draftCount: Int
  /// The author of the post.
  let writer: Profile
  /// The user's accounts that can write the post instead.
  let otherAccounts: [ActingAccount]
  /// The post that is replied to, quoted or edited; nil if it is not cached.
  let subject: Post?
  let publishing: any PublishingRepository
  let drafts: any DraftRepository
  let media: any LocalMedia
  let pictureClipboard: any PictureClipboard
  let programs: any TextPrograms
  let clipboard: any Clipboard
  /// How long a sent post can be undone, in seconds.
  let delay: Observed<Double>
  let keymap: Observed<Keymap>
  let clock: any WallClock
  let runner: TaskRunner

  public init(
    draft: Draft, isSaved: Bool = false, draftCount: Int = 0, writer: Profile,
    otherAccounts: [ActingAccount] = [], subject: Post?,
    publishing: any PublishingRepository,
    drafts: any DraftRepository,
    media: any LocalMedia, pictureClipboard: any PictureClipboard, programs: any TextPrograms, clipboard: any Clipboard,
    delay: Observed<Double>,
    keymap: Observed<Keymap>, clock: any WallClock, runner: TaskRunner
  ) {
    self.draft = draft
    self.isSaved = isSaved
    self.draftCount = draftCount
    self.writer = writer
    self.otherAccounts = otherAccounts
    self.subject = subject
    self.publishing = publishing
    self.drafts = drafts
    self.media = media
    self.pictureClipboard = pictureClipboard
    self.programs = programs
    self.clipboard = clipboard
    self.delay = delay
    self.keymap = keymap
    self.clock = clock
    self.runner = runner
  }
}

extension Draft.Purpose {
  /// The text shown while the editor is empty.
  var placeholder: String {
    switch self {
    case .post: "What’s on your mind?"
    case .reply: "Your reply"
    case .quote: "Add your comment"
    case .edit: "Your post"
    case .continuation: "Continue the thread"
    }
  }

  var title: String {
    let name = subject?.author?.nameAndHandle ?? "a post"
    return switch self {
    case .post: "New post"
    case .reply: "Reply to \(name)"
    case .quote: "Quote \(name)"
    case .edit: "Edit post"
    case .continuation: "Next post of a thread"
    }
  }
}
