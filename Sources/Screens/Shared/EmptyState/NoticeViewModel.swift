import Domain
import FoundationEssentials
import TerminalKit

/// A notice above the bottom line.
public struct NoticeViewModel: Hashable, Sendable {
  public var text: String
  public var severity: Severity
  /// Whether the notice remains until the presenter hides it.
  public var isPersistent: Bool
  /// Whether the notice remains until the user dismisses it. A persistent one can be hidden by the presenter, too.
  /// Other notices disappear with the next key.
  public var isDismissible: Bool
  /// The suggested actions.
  public var actions: [EmptyStateAction]

  public init(
    text: String, severity: Severity = .notice, isPersistent: Bool = false, isDismissible: Bool = false,
    actions: [EmptyStateAction] = []
  ) {
    self.text = text
    self.severity = severity
    self.isPersistent = isPersistent
    self.isDismissible = isDismissible
    self.actions = actions
  }
}

extension NoticeViewModel {
  public var isFailure: Bool { severity == .failure }
  /// The text and severity, as the screen draws them.
  public var screenNotice: ScreenNotice { ScreenNotice(text: text, severity: severity) }

  /// Creates a notice that the content on the screen is outdated, and why.
  /// - Parameters:
  ///   - shown: the content in words: “posts”.
  ///   - loadedAt: when the content was loaded; nil if unknown.
  ///   - offered: the actions that the host can perform.
  public init(failure: EmptyReason, shown: String, loadedAt: Date?, now: Date, offered: Set<EmptyStateAction>) {
    let viewModel = EmptyStateViewModel(failure, offered: offered)
    var text = EmptyStateText.notice(failure)
    if let loadedAt { text += " · \(shown) as of \(LocalTime.moment(loadedAt, at: now))" }
    let actions = viewModel.actions.filter { [.retry, .signInAgain].contains($0) }
    self.init(text: text, severity: .failure, isPersistent: true, actions: actions)
  }
}

/// The notice that a screen shows: a persistent one, one that the user dismisses, or one that disappears with the next
/// key.
///
/// The newer one is shown. Updating the persistent notice does not make it newer. A notice to dismiss returns when a
/// transient one that covered it disappears.
public struct NoticeLine: Hashable, Sendable {
  private var persistentNotice: NoticeViewModel?
  private var dismissibleNotice: NoticeViewModel?
  private var transientNotice: NoticeViewModel?
  private var isTransientNewest = false

  public init() {}

  public var visibleNotice: NoticeViewModel? {
    let temporary = transientNotice ?? dismissibleNotice
    return isTransientNewest ? temporary ?? persistentNotice : persistentNotice ?? temporary
  }

  /// Whether the shown notice remains until the user dismisses it.
  public var canDismiss: Bool { visibleNotice?.isDismissible == true }

  public mutating func show(_ notice: NoticeViewModel) {
    if notice.isDismissible, !notice.isPersistent {
      (dismissibleNotice, transientNotice, isTransientNewest) = (notice, nil, true)
      return
    }
    guard notice.isPersistent else {
      (transientNotice, isTransientNewest) = (notice, true)
      return
    }
    // An update must not cover a newer transient notice.
    if persistentNotice == nil { isTransientNewest = false }
    persistentNotice = notice
  }

  /// Hides the persistent notice. A transient notice that it covered is shown again.
  public mutating func hide() { persistentNotice = nil }

  /// Hides the notice that remains until the user dismisses it.
  public mutating func dismiss() {
    if visibleNotice == persistentNotice, persistentNotice?.isDismissible == true {
      persistentNotice = nil
    } else {
      dismissibleNotice = nil
    }
  }

  /// Hides the transient notice. Call this for each key, before the key is handled.
  /// - Returns: whether the shown notice changed.
  public mutating func keyWasPressed() -> Bool {
    let before = visibleNotice
    transientNotice = nil
    return visibleNotice != before
  }
}
