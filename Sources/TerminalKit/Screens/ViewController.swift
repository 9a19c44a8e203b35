/// One screen: draws itself and says what its keys do now.
@MainActor
public protocol ViewController: AnyObject {
  /// What the help is headed with: “Timeline”.
  var title: String { get }
  /// What can be done at this moment, the most useful first.
  var availableCommands: [AvailableCommand] { get }
  /// Takes printable keys while a person types into a field.
  var focusedField: TextField? { get }
  /// Takes the keys that edit, while a person writes a text in it.
  var focusedEditor: TextEditor? { get }
  /// What stands in the first line; nil where the screen draws its first lines itself.
  var header: ScreenHeader? { get }
  /// What is said below what is shown; nil where there is nothing to say.
  var notice: ScreenNotice? { get }
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
  /// Called when another pane takes the keys: no field stays open.
  func endEditing()
  /// Called after a key has gone into the focused field.
  func fieldDidChange()
  /// Called when nothing else is to be done: prepares what the next key may bring to the screen.
  func prefetchLayout()
  /// Draws what it is about: header, notice and bottom line are drawn by whoever gives it its place.
  func draw(on canvas: inout Canvas, in area: Rect)
}

extension ViewController {
  public var focusedField: TextField? { nil }
  public var focusedEditor: TextEditor? { nil }
  public var header: ScreenHeader? { nil }
  public var notice: ScreenNotice? { nil }
  public var bottomLine: BottomLine { .status("") }
  public func viewDidLoad() {}
  public func viewDidAppear() {}
  public func viewWillDisappear() {}
  public func settingsDidChange() {}
  public func willHandleKey() {}
  public func fieldDidChange() {}
  public func prefetchLayout() {}
  public func endEditing() {}
}

/// A screen that stands beside a list and shows where its header leads.
@MainActor
public protocol HeaderFollower: AnyObject {
  /// Called when the list has another header, and before the screen is first drawn beside it.
  func headerDidChange(_ header: ScreenHeader)
}

/// Something to know while a screen shows what it is about.
public struct ScreenNotice: Hashable, Sendable {
  public var text: String
  /// Whether it says what went wrong.
  public var isFailure: Bool

  public init(text: String, isFailure: Bool = false) {
    self.text = text
    self.isFailure = isFailure
  }
}

/// The left part of the bottom line.
@MainActor
public enum BottomLine {
  case status(String)
  /// The same, of which something gives way to no key.
  case lasting(LastingStatus)
  /// What a person types, after a word that says what for.
  case prompt(String, TextField)
}

extension BottomLine {
  /// What a screen has to say; nil where something is typed.
  var status: LastingStatus? {
    switch self {
    case .status(let text): LastingStatus(text: text, brief: "")
    case .lasting(let status): status
    case .prompt: nil
    }
  }
}

/// What a screen has to say that is to be seen at each size.
public struct LastingStatus: Hashable, Sendable {
  public var text: String
  /// In a few cells, for where there is no room for the text; empty where nothing has to stay.
  public var brief: String
  /// Whether something is wrong.
  public var isFailure: Bool

  public init(text: String, brief: String, isFailure: Bool = false) {
    (self.text, self.brief, self.isFailure) = (text, brief, isFailure)
  }
}
