import Domain
import EmptyState

/// What the presenter tells the screen, besides that it loads or is empty.
@MainActor
protocol OutboxView: ListView {
  func showHeader(_ header: OutboxHeader)
  func showList(_ viewModel: OutboxViewModel)
}

/// What the screen tells the presenter.
@MainActor
protocol OutboxPresentation: AnyObject {
  /// What would be taken back next, in a few words; nil where there is nothing.
  var takenBackNext: String? { get }

  func viewDidLoad()
  func viewDidAppear()
  func viewWillDisappear()
  /// Keys have other names now, or times stand otherwise.
  func settingsDidChange()

  func didSelectRow(at index: Int)
  /// Goes on writing: what was on its way is a draft again.
  /// - Parameter row: its id: whoever is asked first may answer when it stands elsewhere, or no more.
  func write(_ row: String)
  /// Sends it now, or once more.
  func send(_ row: String)
  func discard(_ row: String)
  /// Takes back what was done last.
  func takeBack()
  /// Begins a post of its own.
  func begin()
  /// Signs in again, so that what waits for that goes out.
  func logIn()
  /// Looks anew what there is, and tries at once what waits.
  func retry()
}

/// Where the screen leads.
@MainActor
protocol OutboxWireframe {
  /// - Parameter isKept: whether it was a draft before, and not on its way.
  func write(_ draft: Draft, isKept: Bool)
  func begin()
  func showLogin()
  /// Whoever else shows it shows nothing any more.
  func didThrowAway(_ draft: DraftID)
}
