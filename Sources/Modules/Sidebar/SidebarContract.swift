import Domain
import TerminalKit

/// What the presenter tells the screen.
@MainActor
protocol SidebarView: AnyObject {
  func showPlaces(_ viewModel: SidebarViewModel)
  /// That the accounts cannot be told.
  func showNotice(_ text: String)
  func hideNotice()
}

/// What the screen tells the presenter.
@MainActor
protocol SidebarPresentation: AnyObject {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// The list beside it shows other timelines, or has read on in them.
  func timelinesDidChange(_ header: ScreenHeader)
  func didSelectRow(at index: Int)
  func openPlace(at index: Int)
  func refresh()
  func switchAccount()
  func stepAccount(by step: Int)
}

/// Where the screen leads.
@MainActor
protocol SidebarWireframe {
  func openAccount(_ account: Account)
  func signIn(_ account: Account)
  func showAccounts()
  func stepAccount(by step: Int)
  /// - Parameter command: leads to the timeline, on the screen that lists it.
  func openTimeline(_ command: Command)
}
