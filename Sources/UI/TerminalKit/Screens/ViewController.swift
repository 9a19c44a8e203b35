/// A screen.
@MainActor
public protocol ViewController: AnyObject {
  /// The heading of the help: “Timeline”.
  var title: String { get }
  /// The currently available commands, the most useful first.
  var availableCommands: [AvailableCommand] { get }
  /// Whether the navigator adds its shared commands, such as those to switch accounts.
  var offersSharedCommands: Bool { get }
  /// The commands that users may expect here but cannot use now. Their keys show the reason.
  var unavailableCommands: [UnavailableCommand] { get }
  /// The field that gets printable keys; nil if none is focused.
  var focusedField: TextField? { get }
  /// The editor that gets editing keys; nil if none is focused.
  var focusedEditor: TextEditor? { get }
  /// The first line; nil if the screen draws its own.
  var header: ScreenHeader? { get }
  /// A notice below the content, if any.
  var notice: ScreenNotice? { get }
  /// Whether the notice stays until the user dismisses it.
  var canDismissNotice: Bool { get }
  /// Hides such a notice.
  func dismissNotice()
  /// The left part of the bottom line.
  var bottomLine: BottomLine { get }
  /// Requests a redraw. Set by the navigator.
  var needsDisplay: (@MainActor () -> Void)? { get set }

  /// Whether the content that a key has opened is still loading and nothing is shown yet. Keys wait for it.
  var isOpening: Bool { get }

  /// Called once before the first draw.
  func viewDidLoad()
  /// Called each time the screen becomes visible.
  func viewDidAppear()
  /// Called each time another screen covers or replaces it.
  func viewWillDisappear()
  /// The text on the screen that is not saved; nil if nothing is lost when the program ends.
  var unsavedText: String? { get }
  /// Called after settings, for example keys, have changed.
  func settingsDidChange()
  /// Called when an age on the screen has changed.
  func agesDidChange()
  /// Called before a key is handled. Changes must be followed by `needsDisplay`.
  func willHandleKey()
  /// Whether the screen asks the user to press any key. Only its own commands are then available.
  var capturesKeys: Bool { get }
  /// Called before a key is handled, with the key. A screen that asks the user to press any key returns true; the key
  /// is then not handled otherwise.
  func capture(_ key: Key) -> Bool
  /// Called when another pane gets the focus. Closes open fields.
  func endEditing()
  /// Called after a key has changed the focused field.
  func fieldDidChange()
  /// Called when idle to prepare the layout for the next key.
  func prefetchLayout()
  /// Draws the content. Header, notice and bottom line are drawn by the container.
  func draw(on canvas: inout Canvas, in area: Rect)
}

extension ViewController {
  public var offersSharedCommands: Bool { false }
  public var unavailableCommands: [UnavailableCommand] { [] }
  public var focusedField: TextField? { nil }
  public var focusedEditor: TextEditor? { nil }
  public var header: ScreenHeader? { nil }
  public var notice: ScreenNotice? { nil }
  public var canDismissNotice: Bool { false }
  public var isOpening: Bool { false }
  public var capturesKeys: Bool { false }
  public func dismissNotice() {}
  public var bottomLine: BottomLine { .status("") }
  public func viewDidLoad() {}
  public func viewDidAppear() {}
  public func viewWillDisappear() {}
  public var unsavedText: String? { nil }
  public func settingsDidChange() {}
  public func agesDidChange() {}
  public func willHandleKey() {}
  public func capture(_ key: Key) -> Bool { false }
  public func fieldDidChange() {}
  public func prefetchLayout() {}
  public func endEditing() {}
}

/// A screen next to a list that shows the list's header, for example as a selection in the sidebar.
@MainActor
public protocol HeaderObserver: AnyObject {
  /// Called when the list's header has changed, and before the first draw next to the list.
  func headerDidChange(_ header: ScreenHeader)
}

/// A message shown together with the content.
public struct ScreenNotice: Hashable, Sendable {
  public var text: String
  public var severity: Severity

  public init(text: String, severity: Severity = .notice) {
    self.text = text
    self.severity = severity
  }
}

/// The left part of the bottom line.
@MainActor
public enum BottomLine {
  case status(String)
  /// A status with a brief form that is always visible.
  case persistent(PersistentStatus)
  /// A label and a field for input.
  case prompt(String, TextField)
}

extension BottomLine {
  /// The status; nil for a prompt.
  var status: PersistentStatus? {
    switch self {
    case .status(let text): PersistentStatus(text: text, brief: "")
    case .persistent(let status): status
    case .prompt: nil
    }
  }
}

/// A status that is visible at each screen size.
public struct PersistentStatus: Hashable, Sendable {
  public var text: String
  /// A short form for narrow screens; may be empty.
  public var brief: String
  /// Whether it reports an error.
  public var isFailure: Bool

  public init(text: String, brief: String, isFailure: Bool = false) {
    (self.text, self.brief, self.isFailure) = (text, brief, isFailure)
  }
}
