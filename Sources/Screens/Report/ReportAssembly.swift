import Domain
import TerminalKit
import TimelineCore

/// Builds the report screen.
@MainActor
public enum ReportAssembly {
  /// - Parameter leave: Closes the screen and shows a notice, if any.
  public static func make(
    _ dependencies: ReportDependencies, leave: @escaping @MainActor (_ notice: String?) -> Void
  ) -> any ViewController {
    let presenter = ReportPresenter(dependencies, leave: leave)
    let viewController = ReportViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }

  public static func isReport(_ screen: any ViewController) -> Bool { screen is ReportViewController }
}

/// The dependencies of the report screen.
@MainActor
public struct ReportDependencies {
  /// The reported account.
  let profile: Profile
  /// The reported post; nil to report the account without a post.
  let post: Post?
  /// The account that reports.
  let account: Account
  /// Sends the report.
  let actions: PostActionService
  /// Stores unsent reports.
  let drafts: ReportDrafts
  /// The keymap whose keys are shown.
  let keymap: Observed<Keymap>

  public init(
    profile: Profile, post: Post?, account: Account, actions: PostActionService, drafts: ReportDrafts = ReportDrafts(),
    keymap: Observed<Keymap> = Observed(.standard)
  ) {
    self.profile = profile
    self.post = post
    self.account = account
    self.actions = actions
    self.drafts = drafts
    self.keymap = keymap
  }
}
