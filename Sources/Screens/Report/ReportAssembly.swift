import Domain
import ScreenSupport
import TerminalKit
import TimelineCore

@MainActor
public enum ReportAssembly {
  /// - Parameter leave: closes the screen and shows a notice, if any.
  public static func make(
    _ dependencies: ReportDependencies, leave: @escaping @MainActor (_ notice: String?) -> Void
  ) -> any ViewController {
    ListScreen(ReportPresenter(dependencies, leave: leave), services: dependencies.services)
  }

  public static func isReport(_ screen: any ViewController) -> Bool { screen is ListScreen<ReportPresenter> }
}

@MainActor
public struct ReportDependencies {
  /// The reported account.
  let profile: Profile
  /// The reported post; nil to report the account without a post.
  let post: Post?
  let account: Account
  /// Sends the report.
  let actions: PostActionService
  /// Stores unsent reports.
  let drafts: ReportDrafts
  let services: AppServices

  public init(
    profile: Profile, post: Post?, account: Account, actions: PostActionService, drafts: ReportDrafts = ReportDrafts(),
    services: AppServices
  ) {
    self.profile = profile
    self.post = post
    self.account = account
    self.actions = actions
    self.drafts = drafts
    self.services = services
  }
}
