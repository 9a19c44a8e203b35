import TerminalKit

/// A screen that records events.
@MainActor
final class FakeScreen: ViewController {
  let title: String
  var availableCommands: [AvailableCommand] {
    get {
      commandRequests += 1
      return current
    }
    set {
      current = newValue
      needsDisplay?()
    }
  }
  var unavailableCommands: [UnavailableCommand] = []
  var header: ScreenHeader?
  var focusedField: TextField? { didSet { needsDisplay?() } }
  var focusedEditor: TextEditor? { didSet { needsDisplay?() } }
  var bottomLine = BottomLine.status("")
  var needsDisplay: (@MainActor () -> Void)?
  /// "load", "appear", "disappear", in order.
  private(set) var events: [String] = []
  var capturesKeys = false { didSet { needsDisplay?() } }
  var isOpening = false { didSet { needsDisplay?() } }
  private(set) var areas: [Rect] = []
  /// The mouse regions to register.
  var regions: [MouseRegion] = []
  private(set) var fieldChanges = 0
  private(set) var willHandleKeyCalls = 0
  /// The number of times that its commands were requested.
  private(set) var commandRequests = 0
  private var current: [AvailableCommand] = []
  private let note: (String) -> Void

  init(_ title: String = "Fake", note: @escaping (String) -> Void = { _ in }) {
    self.title = title
    self.note = note
  }

  func viewDidLoad() { record("load") }
  func viewDidAppear() { record("appear") }
  func viewWillDisappear() { record("disappear") }
  private(set) var endEditingCalls = 0

  func endEditing() { endEditingCalls += 1 }
  func willHandleKey() { willHandleKeyCalls += 1 }
  func fieldDidChange() { fieldChanges += 1 }

  func draw(on canvas: inout Canvas, in area: Rect) {
    areas.append(area)
    canvas.fill(area, with: ".")
    focusedEditor?.draw(on: &canvas, in: area, isFocused: true)
    for region in regions { canvas.addRegion(region.area, region.action) }
  }

  private func record(_ event: String) {
    events.append(event)
    note("\(title) \(event)")
  }
}
