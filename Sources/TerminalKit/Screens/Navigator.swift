/// Leads from screen to screen, gives what comes from the terminal to the one that has the focus, and draws what there is
/// room for, with the bottom line.
@MainActor
public final class Navigator {
  /// Smaller than this, nothing can be read: one line says so.
  public nonisolated static let smallestSize = Size(width: 20, height: 5)

  /// A post with links or a warning offers other commands than one without, a screen others than the one before.
  static let maxAssignments = 8

  /// Called when the screen looks different now.
  public var needsDisplay: (@MainActor () -> Void)?
  /// Called when others are the first screens now, which all others stand in front of.
  public var firstScreensDidChange: (@MainActor () -> Void)?
  /// What can be done on every screen, after what can be done on the one in front.
  public var globalCommands: [AvailableCommand] = []
  /// What can be done before what the screen in front offers: its keys mean this.
  public var precedingCommands: @MainActor () -> [AvailableCommand] = { [] }
  /// What can be done about how screens share the width.
  public var layoutCommands: @MainActor () -> [AvailableCommand] = { [] }
  /// The keys that hold now, for screens that name them.
  public let currentKeymap: Observed<Keymap>

  /// Which screens there are, and which of them are to be seen.
  private(set) lazy var stack = ScreenStack { [weak self] in self?.screenNeedsDisplay($0) }
  private let panes = PaneDrawing()
  let hints = HintDrawing()
  /// The screen that the hints were last made for before something was drawn.
  weak var hintedScreen: (any ViewController)?
  /// Whether `prefetchLayout` is called each time that what has been drawn is on the screen: what an answer to a key does not
  /// need waits until then.
  public var deferWorkUntilFlushed = false
  /// What waits for that.
  var waiting: (@MainActor () -> Void)?
  /// Whether something from the terminal is being handled, and is drawn afterwards.
  private(set) var isHandling = false
  var menu: KeyMenu? {
    didSet { frontDidChange() }
  }
  /// Stands in front of the screen, which does not notice it, while a person looks for a command.
  var palette: CommandPalette? {
    didSet { frontDidChange() }
  }
  /// Where one can go to from every screen, for the palette. Asked when it is opened; what is found later comes later.
  public var findPlaces: (@MainActor (_ found: @escaping @MainActor ([PaletteEntry]) -> Void) -> Void)?
  /// What the bottom line says until the next key: why nothing has happened.
  var remark: String?
  /// What stands above the bottom line until the next key, whichever screen is in front.
  var announcement: (text: String, isFailure: Bool)?
  /// What the mouse does where, as it was drawn last.
  private(set) var regions: [MouseRegion] = []
  /// What a button is held down on.
  var drag: Drag?
  /// What keys do as long as nothing changes: made once a key, for the bottom line and for the key that comes next.
  var bindings: [KeyBinding]?
  /// Which keys have been given to what was offered lately, the newest first: mostly the same commands are offered again.
  var assignments: [KeyAssignment] = []

  public init(keymap: Keymap = .standard) {
    currentKeymap = Observed(keymap)
  }

  public var keymap: Keymap { currentKeymap.value }

  /// Has keys do from now on what another keymap says.
  public func use(_ keymap: Keymap) {
    currentKeymap.value = keymap
    assignments = []
    // It may name keys that are others now.
    announcement = nil
    panes.forgetAll()
    menu = nil
    palette?.show(paletteCommands)
    contentDidChange()
  }

  /// Why there is no screen yet, where that takes its time; it goes with the first screen.
  public var openingNote = "" {
    didSet { if openingNote != oldValue, top == nil { contentDidChange() } }
  }

  var size: Size { stack.size }

  /// The first screen and those in front of it, one after another.
  public var screens: [any ViewController] { stack.screens }

  /// Those that are there, to be seen or not.
  public var allScreens: [any ViewController] { stack.all }

  /// The screen that takes the keys.
  public var top: (any ViewController)? { stack.top }

  /// Whether the next key chooses from a small menu.
  public var isMenuOpen: Bool { menu != nil }

  public var isPaletteOpen: Bool { palette != nil }

  public var isAtRoot: Bool { stack.isAtRoot }

  /// Makes a screen the first and only one.
  public func setRoot(_ viewController: any ViewController) {
    change { $0.setRoots([viewController], focused: 0, isSplit: false) }
    firstScreensDidChange?()
  }

  /// Shows a screen in front of all others.
  public func push(_ viewController: any ViewController) {
    change { $0.push(viewController) }
  }

  /// Goes back to the screen before; the first one stays.
  public func pop() {
    guard !isAtRoot else { return }
    change { $0.pop() }
  }

  /// Changes which screens there are, or which of them takes the keys.
  func change(_ change: (ScreenStack) -> Void) {
    (menu, palette, drag) = (nil, nil, nil)
    change(stack)
    contentDidChange()
  }

  /// Takes printable keys while a person types.
  public var focusedField: TextField? { palette?.field ?? top?.focusedField }

  /// Takes the keys that edit while a person writes.
  public var focusedEditor: TextEditor? { focusedField == nil ? top?.focusedEditor : nil }

  public func handle(_ event: Event) {
    runDeferredWork()
    isHandling = true
    defer { isHandling = false }
    switch event {
    case .key(let key): handle(key)
    case .paste(let text): paste(text)
    case .undecodable(let encoding): insertReplacement(encoding: encoding)
    case .resize(let size):
      stack.resize(to: size)
      contentDidChange()
    case .mouse(let mouse): handle(mouse)
    // No screen has a use for it yet.
    case .focus: break
    }
  }

  public func handle(_ key: Key) {
    defer { focusedContentDidChange() }
    remark = nil
    announcement = nil
    drag = nil
    if let typed = key.withoutAlt, !meansSomething(key) {
      handle(.escape)
      return handle(typed)
    }
    // Plain terminals send the same for both.
    if key == .modified(.enter, .shift), activeBindings.binding(for: key) == nil { return handle(.enter) }
    if size.isTooSmall { return leave(by: key) }
    if let menu { return choose(key, from: menu) }
    willHandleKey()
    if focusedField?.handle(key) == true { return fieldDidChange() }
    if focusedEditor?.handle(key) == true { return }
    if let binding = activeBindings.binding(for: key) {
      perform(binding, after: [key])
    } else {
      showNothingHappened(KeySequence([key]))
    }
  }

  /// Takes back what was said of the key before.
  func willHandleKey() {
    remark = nil
    if palette == nil { top?.willHandleKey() }
  }

  /// What was drawn in front is not there any more, or something else is.
  private func frontDidChange() {
    regions = []
    bindings = nil
  }

  func fieldDidChange() {
    if let palette { palette.fieldDidChange() } else { top?.fieldDidChange() }
  }

  /// What there is room for at this size, with the bottom line.
  public func draw(size: Size) -> Canvas {
    stack.resize(to: size)
    var canvas = Canvas(size: size)
    guard !size.isTooSmall else {
      canvas.draw(sentenceWhereTooSmall(width: size.width), row: 0, column: 0)
      regions = []
      return canvas
    }
    if top == nil { OpeningView(note: openingNote).draw(on: &canvas) }
    let announced = announcement.map { AnnouncementView(text: $0.text, isFailure: $0.isFailure, size: size) }
    let area = canvas.bounds.inset(bottom: 1 + (announced?.height ?? 0))
    panes.draw(stack, on: &canvas, in: area) { [weak self] in self?.perform($0, in: $1) }
    announced?.draw(on: &canvas, above: size.height - 1)
    if let menu { draw(menu, on: &canvas) }
    if let palette { draw(palette, on: &canvas) }
    // Only now is it known what the screen has room for, and with it what can be done.
    bindings = nil
    prepareHints()
    BottomLineView(content: bottomLine, hints: hints).draw(on: &canvas, row: size.height - 1)
    regions = canvas.takeRegions()
    return canvas
  }
}

extension Navigator {
  func contentDidChange() {
    stack.followHeader()
    bindings = nil
    needsDisplay?()
  }

  /// What a key has changed is known to the screen that it went to, and need not be told.
  func focusedContentDidChange() {
    if let top { panes.forget(top) }
    contentDidChange()
  }

  func screenNeedsDisplay(_ screen: any ViewController) {
    panes.forget(screen)
    contentDidChange()
  }
}

extension Size {
  var isTooSmall: Bool {
    width < Navigator.smallestSize.width || height < Navigator.smallestSize.height
  }
}
