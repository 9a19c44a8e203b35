/// One screen: draws itself and says what its keys do now.
@MainActor
public protocol ViewController: AnyObject {
  /// What the help is headed with: “Timeline”.
  var title: String { get }
  /// What the title of the terminal's window says beside the program's name: “Home · @ada@demo”. Other people's text may
  /// stand in it.
  var windowTitle: String { get }
  /// What can be done at this moment, the most useful first.
  var offers: [Offer] { get }
  /// Takes printable keys while a person types into a field.
  var focusedField: TextField? { get }
  /// The left part of the bottom line.
  var bottomLine: BottomLine { get }
  /// Set by the navigator: what tells it that this screen looks different now.
  var needsDisplay: (@MainActor () -> Void)? { get set }

  /// Called once, before it is first drawn.
  func viewDidLoad()
  /// Called each time it comes to the front.
  func viewDidAppear()
  /// Called each time another screen covers or replaces it.
  func viewWillDisappear()
  /// Called when what the person has set holds from now on: keys have other names, say.
  func settingsDidChange()
  /// Called before a key is handled. What it changes on the screen, `needsDisplay` is told.
  func willHandleKey()
  /// Called after a key has gone into the focused field.
  func fieldDidChange()
  /// Draws everything but the bottom line.
  func draw(on canvas: inout Canvas, in area: Rect)
}

extension ViewController {
  public var windowTitle: String { title }
  public var focusedField: TextField? { nil }
  public var bottomLine: BottomLine { .status("") }
  public func viewDidLoad() {}
  public func viewDidAppear() {}
  public func viewWillDisappear() {}
  public func settingsDidChange() {}
  public func willHandleKey() {}
  public func fieldDidChange() {}
}

/// The left part of the bottom line.
@MainActor
public enum BottomLine {
  case status(String)
  /// What a person types, after a word that says what for.
  case prompt(String, TextField)
}
