import Domain
import Runtime
import TerminalKit

/// Builds the screen and wires its parts.
@MainActor
public enum ComposerAssembly {
  public static func make(dependencies: ComposerDependencies, router: ComposerRouter) -> any ViewController {
    let presenter = ComposerPresenter(dependencies: dependencies, router: router)
    let viewController = ComposerViewController(
      presenter: presenter, placeholder: dependencies.draft.purpose.placeholder, clipboard: dependencies.clipboard)
    presenter.view = viewController
    return viewController
  }
}

/// What the screen works with.
@MainActor
public struct ComposerDependencies {
  /// With what it begins: a new one, or one that was kept.
  let draft: Draft
  /// Whether it was kept, and is gone on with.
  let isKept: Bool
  /// Who writes.
  let writer: Profile
  /// The post that is answered, quoted or changed, where it is held.
  let subject: Post?
  let publishing: any PublishingRepository
  let drafts: any DraftRepository
  let media: any LocalMedia
  let programs: any TextPrograms
  let clipboard: any Clipboard
  /// For how long what was sent can be taken back, in seconds.
  let delay: Observed<Double>
  let keymap: Observed<Keymap>
  let clock: any WallClock
  let runner: TaskRunner

  public init(
    draft: Draft, isKept: Bool = false, writer: Profile, subject: Post?, publishing: any PublishingRepository,
    drafts: any DraftRepository,
    media: any LocalMedia, programs: any TextPrograms, clipboard: any Clipboard, delay: Observed<Double>,
    keymap: Observed<Keymap>, clock: any WallClock, runner: TaskRunner
  ) {
    self.draft = draft
    self.isKept = isKept
    self.writer = writer
    self.subject = subject
    self.publishing = publishing
    self.drafts = drafts
    self.media = media
    self.programs = programs
    self.clipboard = clipboard
    self.delay = delay
    self.keymap = keymap
    self.clock = clock
    self.runner = runner
  }
}

extension Draft.Purpose {
  /// What stands where nothing has been written yet.
  var placeholder: String {
    switch self {
    case .post: "What is there to say?"
    case .reply: "Your answer"
    case .quote: "What you say of it"
    case .edit: "Nothing is left of it"
    case .continuation: "What comes after that"
    }
  }

  /// What the screen is about.
  var title: String {
    let name = subject?.author?.nameAndHandle ?? "a post"
    return switch self {
    case .post: "New post"
    case .reply: "Answer to \(name)"
    case .quote: "Quoting \(name)"
    case .edit: "Changing a post"
    case .continuation: "Next post of a thread"
    }
  }
}
