import Domain
import TerminalKit
import TimelineEngine

/// Builds the screen and wires its parts.
@MainActor
public enum ReportAssembly {
  /// - Parameter leave: closes the screen once the report is on its way.
  public static func make(
    _ dependencies: ReportDependencies, leave: @escaping @MainActor () -> Void
  ) -> any ViewController {
    let presenter = ReportPresenter(dependencies, leave: leave)
    let viewController = ReportViewController(presenter: presenter, keymap: dependencies.keymap)
    presenter.view = viewController
    return viewController
  }
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
  let actor: PostActor
  /// Names the keys.
  let keymap: Live<Keymap>

  public init(
    person: Profile, post: Post?, account: Account, actor: PostActor, keymap: Live<Keymap> = Live(.standard)
  ) {
    self.person = person
    self.post = post
    self.account = account
    self.actor = actor
    self.keymap = keymap
  }
}
