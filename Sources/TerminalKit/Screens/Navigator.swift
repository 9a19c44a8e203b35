/// Holds the stack of screens, gives what comes from the terminal to the one in front, and draws it with the bottom
/// line.
@MainActor
public final class Navigator {
  /// Smaller than this, nothing can be read: one line says so.
  public nonisolated static let smallestSize = Size(width: 20, height: 5)

  /// Called when the screen looks different now.
  public var needsDisplay: (@MainActor () -> Void)?
  /// What keys do on every screen, after what they do on the one in front.
  public var globalBindings: [KeyBinding] = []

  /// The first screen and those in front of it, one after another.
  public private(set) var screens: [any ViewController] = []
  private var menu: KeyMenu?
  /// What the bottom line says until the next key: why nothing has happened.
  private var remark: String?
  private var size = Size(width: 80, height: 24)

  public init() {}

  /// The screen in front.
  public var top: (any ViewController)? { screens.last }

  /// Whether the next key chooses from a small menu.
  public var isMenuOpen: Bool { menu != nil }

  public var isAtRoot: Bool { screens.count <= 1 }

  /// Makes a screen the first and only one.
  public func setRoot(_ viewController: any ViewController) {
    menu = nil
    screens.last?.viewWillDisappear()
    screens = []
    push(viewController)
  }

  public func push(_ viewController: any ViewController) {
    menu = nil
    screens.last?.viewWillDisappear()
    screens.append(viewController)
    if viewController.needsDisplay == nil {
      viewController.needsDisplay = { [weak self] in self?.needsDisplay?() }
      viewController.viewDidLoad()
    }
    viewController.viewDidAppear()
    needsDisplay?()
  }

  /// Goes back to the screen before; the first one stays.
  public func pop() {
    guard screens.count > 1 else { return }
    menu = nil
    screens.removeLast().viewWillDisappear()
    screens.last?.viewDidAppear()
    needsDisplay?()
  }

  /// What every key does at this moment, each key once.
  public var liveBindings: [KeyBinding] {
    (menu.map { $0.bindings + [closingMenu] } ?? bindingsOfScreen).withoutTakenKeys
  }

  public func handle(_ event: Event) {
    switch event {
    case .key(let key): handle(key)
    case .paste(let text): paste(text)
    case .resize(let size):
      self.size = size
      needsDisplay?()
    // No screen has a use for these yet.
    case .mouse, .focus: break
    }
  }

  public func handle(_ key: Key) {
    defer { needsDisplay?() }
    remark = nil
    if size.isTooSmall {
      if [.character("q"), .control("c")].contains(key) { perform(globalBindings.binding(for: key)) }
      return
    }
    if let menu {
      self.menu = nil
      // What is no text goes on beside the menu: ^C quits there, too.
      perform(menu.bindings.binding(for: key) ?? globalBindings.compactMap(\.withoutPrintableKeys).binding(for: key))
      return
    }
    top?.willHandleKey()
    if let top, top.focusedField?.handle(key) == true { return top.fieldDidChange() }
    perform(bindingsOfScreen.binding(for: key))
  }

  /// The screen in front with the bottom line, at this size.
  public func draw(size: Size) -> Canvas {
    self.size = size
    var canvas = Canvas(size: size)
    guard !size.isTooSmall else {
      let needed = "\(Self.smallestSize.width)×\(Self.smallestSize.height)"
      let sentences = ["\(needed) needed · q quit", "\(needed) · q quit", "\(needed) · q"]
      canvas.draw(sentences.first { $0.count <= size.width } ?? needed, row: 0, column: 0)
      return canvas
    }
    if top == nil { canvas.draw("Opening…", row: 0, column: 1, style: .muted) }
    top?.draw(on: &canvas, in: canvas.bounds.inset(bottom: 1))
    menu?.draw(on: &canvas, above: size.height - 1)
    let prompt = (remark ?? menu?.title).map(BottomLine.status) ?? top?.bottomLine ?? .status("")
    BottomLineView(content: prompt, bindings: liveBindings).draw(on: &canvas, row: size.height - 1)
    return canvas
  }
}

extension Navigator {
  /// What is pasted is text and nothing else: it goes into the field that a person types into, or nowhere.
  private func paste(_ text: String) {
    guard !size.isTooSmall else { return }
    defer { needsDisplay?() }
    remark = nil
    guard menu == nil, let top, let field = top.focusedField else {
      remark = "No field here to paste into"
      return
    }
    top.willHandleKey()
    field.paste(text)
    top.fieldDidChange()
  }

  /// The first one that has a key says what it does.
  private var bindingsOfScreen: [KeyBinding] {
    guard let top else { return globalBindings }
    guard top.focusedField != nil else { return top.keyBindings + backBindings + globalBindings }
    // In a field, printable keys are text and nothing else.
    return (top.keyBindings + globalBindings).compactMap(\.withoutPrintableKeys)
  }

  private func perform(_ binding: KeyBinding?) {
    switch binding?.effect {
    case .perform(let action): action()
    case .menu(let bindings): menu = KeyMenu(title: binding?.title ?? "", bindings: bindings)
    case nil: break
    }
  }

  private var closingMenu: KeyBinding {
    KeyBinding(.escape, title: "close", hint: "close") { [weak self] in self?.menu = nil }
  }

  private var backBindings: [KeyBinding] {
    guard !isAtRoot else { return [] }
    return [
      KeyBinding(.escape, .character("q"), .backspace, title: "back", hint: "back") { [weak self] in self?.pop() }
    ]
  }
}

extension KeyBinding {
  /// The binding with those of its keys that are not text; nil where none is left.
  fileprivate var withoutPrintableKeys: KeyBinding? {
    keeping { if case .character = $0 { false } else { true } }
  }

  /// The binding with some of its keys; nil where none is left.
  fileprivate func keeping(_ isKept: (Key) -> Bool) -> KeyBinding? {
    let kept = keys.filter(isKept)
    return kept.isEmpty ? nil : KeyBinding(keys: kept, title: title, shortTitle: shortTitle, hint: hint, effect: effect)
  }
}

extension [KeyBinding] {
  /// A key does what the first binding says that has it: no other may offer it.
  @MainActor fileprivate var withoutTakenKeys: [KeyBinding] {
    var taken: Set<Key> = []
    return compactMap { binding in binding.keeping { taken.insert($0).inserted } }
  }
}

extension Size {
  var isTooSmall: Bool {
    width < Navigator.smallestSize.width || height < Navigator.smallestSize.height
  }
}
