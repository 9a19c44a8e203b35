import TerminalKit

/// A screen that notes what happens to it.
@MainActor
final class FakeScreen: ViewController {
  let title: String
  var availableCommands: [AvailableCommand] {
    get {
      timesAsked += 1
      return current
    }
    set {
      current = newValue
      needsDisplay?()
    }
  }
  var header: ScreenHeader?
  var focusedField: TextField? { didSet { needsDisplay?() } }
  var focusedEditor: TextEditor? { didSet { needsDisplay?() } }
  var bottomLine = BottomLine.status("")
  var needsDisplay: (@MainActor () -> Void)?
  /// “load”, “appear”, “disappear”, in order.
  private(set) var events: [String] = []
  private(set) var areas: [Rect] = []
  /// What answers to the mouse.
  var answers: [MouseRegion] = []
  private(set) var fieldChanges = 0
  private(set) var keysAnnounced = 0
  /// How often somebody wanted to know what it offers.
  private(set) var timesAsked = 0
  private var current: [AvailableCommand] = []
  private let note: (String) -> Void

  init(_ title: String = "Fake", note: @escaping (String) -> Void = { _ in }) {
    self.title = title
    self.note = note
  }

  func viewDidLoad() { happened("load") }
  func viewDidAppear() { happened("appear") }
  func viewWillDisappear() { happened("disappear") }
  private(set) var editsEnded = 0

  func endEditing() { editsEnded += 1 }
  func willHandleKey() { keysAnnounced += 1 }
  func fieldDidChange() { fieldChanges += 1 }

  func draw(on canvas: inout Canvas, in area: Rect) {
    areas.append(area)
    canvas.fill(area, with: ".")
    focusedEditor?.draw(on: &canvas, in: area, isFocused: true)
    for region in answers { canvas.addRegion(region.area, region.answer) }
  }

  private func happened(_ event: String) {
    events.append(event)
    note("\(title) \(event)")
  }
}
