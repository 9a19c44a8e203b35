import Domain
import TerminalKit

/// The screen as the presenter sees it.
@MainActor
protocol SidebarView: AnyObject {
  func show(_ viewModel: SidebarViewModel)
  /// Shows that the accounts could not be loaded.
  func showNotice(_ text: String)
  func hideNotice()
}

/// The events that the screen sends to the presenter.
@MainActor
protocol SidebarPresentation: AnyObject {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// The timelines beside the sidebar or their unread counts have changed.
  func timelinesDidChange(_ header: ScreenHeader)
  func didSelectRow(at index: Int)
  func openEntry(at index: Int)
  func refresh()
}

/// The screens that the sidebar opens.
@MainActor
protocol SidebarWireframe {
  func openAccount(_ account: Account)
  func signIn(_ account: Account)
  /// - Parameter command: opens the timeline, on the screen that lists it.
  func openTimeline(_ command: Command)
}
