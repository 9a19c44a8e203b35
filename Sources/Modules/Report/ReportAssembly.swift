import Domain
import TerminalKit
import TimelineCore

/// Builds the screen and wires its parts.
@MainActor
public enum ReportAssembly {
  /// - Parameter leave: closes the screen, and says something where one comes to; nil where there is nothing to say.
  public static func make(
    _ dependencies: ReportDependencies, leave: @escaping @MainActor (_ saying: String?) -> Void
  ) -> any ViewController {
    let presenter = ReportPresenter(dependencies, leave: leave)
    let viewController = ReportViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }

  public static func isReport(_ screen: any ViewController) -> Bool { screen is ReportViewController }
}

/// What the screen of a report works with.
@MainActor
public struct ReportDependencies {
  let person: Profile
  /// The post that it is about; nil where it is about the person.
  let post: Post?
  /// Who reports.
  let account: Account
  /// Sends it.
  let actor: PostActionService
  /// Keeps what is written as long as it is not sent.
  let drafts: ReportDrafts
  /// Names the keys.
  let keymap: Observed<Keymap>

  public init(
    person: Profile, post: Post?, account: Account, actor: PostActionService, drafts: ReportDrafts = ReportDrafts(),
    keymap: Observed<Keymap> = Observed(.standard)
  ) {
    self.person = person
    self.post = post
    self.account = account
    self.actor = actor
    self.drafts = drafts
    self.keymap = keymap
  }
}
