import EmptyState
import TerminalKit

/// Shows the field for an address, and the state of the lookup.
@MainActor
protocol AddressLookupView: EmptyStateView {
  func showHeader(_ header: ListHeader)
  /// Opens the field; it keeps its text if it is open.
  func showField()
  func hideField()
}

/// Handles the events of the screen.
@MainActor
protocol AddressLookupPresentation: AnyObject {
  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Looks up what was typed; leaves if that is nothing.
  func submit(_ text: String)
  func reload()
  func openInBrowser()
  func signInAgain()
  func leave()
}
