/// Manages the screens, dispatches events to the focused one, and draws the visible panes and the bottom line.
@MainActor
public final class Navigator {
  /// The minimum size of the terminal. Below it, only a message is drawn.
  public nonisolated static let smallestSize = Size(width: 20, height: 5)

  /// The maximum number of cached key assignments. Enough for the screens in use, and for posts with and without links
  /// or content warning.
  static let maxAssignments = 8

  /// Called when the screen must be redrawn.
  public var needsDisplay: (@MainActor () -> Void)?
  /// Called when the root screens change.
  public var rootsDidChange: (@MainActor () -> Void)?
  /// Commands of every screen, listed after those of the top screen.
  public var globalCommands: [AvailableCommand] = []
  /// Commands of every screen that offers them, after its own.
  public var sharedCommands: @MainActor () -> [AvailableCommand] = { [] }
  /// Commands with precedence over those of the top screen.
  public var precedingCommands: @MainActor () -> [AvailableCommand] = { [] }
  /// Commands that change the pane layout.
  public var layoutCommands: @MainActor () -> [AvailableCommand] = { [] }
  /// Commands of every screen without a focused field or editor, after the other ones of the screen.
  public var settingsCommands: @MainActor () -> [AvailableCommand] = { [] }
  /// Commands of every screen that cannot be used now, after those of the top screen.
  public var unavailableGlobalCommands: @MainActor () -> [UnavailableCommand] = { [] }
  /// The current keymap, for screens that show keys.
  public let currentKeymap: Observed<Keymap>

  /// All screens and their arrangement.
  private(set) lazy var stack = ScreenStack { [weak self] in self?.screenNeedsDisplay($0) }
  private let panes = PaneDrawing()
  let hints = HintDrawing()
  /// The top screen of the last draw; nil if a menu or a field had the focus. While it stays on top, the hints are
  /// updated only after each frame.
  weak var hintedScreen: (any ViewController)?
  /// Whether the caller calls `prefetchLayout` after each flushed frame. Deferred work then runs there, otherwise
  /// immediately.
  public var deferWorkUntilFlushed = false
  /// The work that runs after the next flushed frame, or before the next event, in order.
  var deferredWork: [@MainActor () -> Void] = []
  /// Whether an event is being handled. A redraw follows.
  private(set) var isHandling = false
  /// The open menu or palette, in front of an unchanged screen.
  var menu: Menu? {
    didSet {
      regions = []
      bindings = nil
    }
  }
  /// The commands chosen in the palette, the last one first.
  var recentCommands: [Command] = []
  /// Loads the destinations for the palette asynchronously. Called when it opens.
  public var findDestinations: (@MainActor (_ found: @escaping @MainActor ([MenuEntry]) -> Void) -> Void)?
  /// The text in the bottom line until the next key, for example why a key had no effect.
  var remark: Remark?
  /// The keys and pasted text that wait for a screen, in order.
  var waitingInput: [Event] = []
  /// The IDs of the active calls of `holdKeys()`.
  var keyHolds: Set<Int> = []
  var lastKeyHold = 0
  /// Whether keys or pasted text were ignored because the screen is too small to show what is written.
  var hasIgnoredInput = false
  /// The text above the bottom line until the next key, on all screens.
  var banner: String?
  /// The text that follows it.
  var nextBanner: String?
  /// The warning or failure above the bottom line until it is dismissed or withdrawn, on all screens.
  var lastingBanner: ScreenNotice?
  /// Whether it was announced after the text that is shown until the next key.
  var isLastingNewest = false
  /// The mouse regions of the last draw.
  private(set) var regions: [MouseRegion] = []
  /// The date of the first change of an age that was drawn last, as the time since 1970; nil without ages.
  public private(set) var nextAgeChange: Duration?
  /// The IDs of the commands whose keys the content with the focus names, as of the last draw.
  var namedCommands: Set<String> = []
  /// The active drag.
  var drag: Drag?
  /// The active bindings, cached for the bottom line and the next key until something changes.
  var bindings: [KeyBinding]?
  /// Recent key assignments, newest first, cached because the same commands are usually offered again.
  var assignments: [KeyAssignment] = []

  public init(keymap: Keymap = .standard) {
    currentKeymap = Observed(keymap)
  }

  public var keymap: Keymap { currentKeymap.value }

  /// Replaces the keymap, closes the menu unless it is the palette, and redraws all screens.
  public func setKeymap(_ keymap: Keymap) {
    // The banner may name keys of the previous keymap.
    if keymap != self.keymap { (banner, nextBanner, lastingBanner) = (nil, nil, nil) }
    currentKeymap.value = keymap
    assignments = []
    panes.invalidateAll()
    if menu?.isPalette == true { menu?.update() } else { menu = nil }
    contentDidChange()
  }

  /// The note on the opening view, for example why opening takes long. Not shown once there is a screen.
  public var openingNote = "" {
    didSet { if openingNote != oldValue, top == nil { contentDidChange() } }
  }

  var size: Size { stack.size }

  /// The root screen and those pushed on it, in order.
  public var screens: [any ViewController] { stack.screens }

  /// All screens, visible or not.
  public var allScreens: [any ViewController] { stack.all }

  /// The screen with the keyboard focus.
  public var top: (any ViewController)? { stack.top }

  /// Whether a menu or the palette is open.
  public var isMenuOpen: Bool { menu != nil }

  public var isAtRoot: Bool { stack.isAtRoot }

  /// Makes a screen the only root.
  public func setRoot(_ viewController: any ViewController) {
    change { $0.setRoots([viewController], focused: 0, isSplit: false) }
    rootsDidChange?()
  }

  /// Pushes a screen on the stack.
  public func push(_ viewController: any ViewController) {
    change { $0.push(viewController) }
  }

  /// Returns to the previous screen; ignored on the root screen.
  public func pop() {
    guard !isAtRoot else { return }
    change { $0.pop() }
  }

  /// Changes the screen stack. Closes the menu.
  func change(_ change: (ScreenStack) -> Void) {
    menu = nil
    drag = nil
    change(stack)
    contentDidChange()
  }

  /// The field that gets printable keys; nil if none is focused.
  public var focusedField: TextField? { menu == nil ? top?.focusedField : menu?.field }

  /// The editor that gets editing keys; nil if none is focused.
  public var focusedEditor: TextEditor? { focusedField == nil ? top?.focusedEditor : nil }

  public func handle(_ event: Event) {
    runDeferredWork()
    isHandling = true
    defer { isHandling = false }
    handleWaitingInput()
    guard mustWait(event) else { return apply(event) }
    if waitingInput.count < Self.maxWaitingInput { waitingInput.append(event) }
    // It is handled when the next frame is drawn, if the screen has opened.
    contentDidChange()
  }

  /// Handles an event without waiting for a screen that opens.
  func apply(_ event: Event) {
    switch event {
    case .key(let key): handle(key)
    case .paste(let text): paste(text)
    case .undecodable(let encoding): insertReplacement(encoding: encoding)
    case .resize(let size):
      stack.resize(to: size)
      reportIgnoredInput()
      contentDidChange()
    case .mouse(let mouse): handle(mouse)
    // Focus changes of the window are not used yet.
    case .focus: break
    }
  }

  public func handle(_ key: Key) {
    defer { focusedContentDidChange() }
    remark = nil
    (banner, nextBanner) = (nextBanner, nil)
    drag = nil
    if menu == nil, !size.isTooSmall, top?.capture(key) == true { return }
    // Terminals send the same bytes for Alt with a key and for Escape followed by that key.
    if let typed = key.withoutAlt, !isBound(key) {
      handle(.escape)
      return handle(typed)
    }
    // Without an extended keyboard protocol, terminals send the same bytes for Enter and Shift-Enter.
    if key == .modified(.enter, .shift), activeBindings.binding(for: key) == nil { return handle(.enter) }
    if size.isTooSmall { return quit(by: key) }
    if let menu { return handle(key, in: menu) }
    willHandleKey()
    if focusedField?.handle(key, whenChanged: fieldDidChange) == true { return }
    if focusedEditor?.handle(key) == true { return }
    if let binding = activeBindings.binding(for: key) {
      perform(binding, after: [key])
    } else {
      showUnboundKey(KeySequence([key]))
    }
  }

  /// Removes the remark about the previous key, and notifies the top screen.
  func willHandleKey() {
    remark = nil
    if menu == nil { top?.willHandleKey() }
  }

  func fieldDidChange() {
    if let menu { menu.fieldDidChange() } else { top?.fieldDidChange() }
  }

  /// Handles the keys that waited for a screen, then draws the visible panes and the bottom line.
  public func draw(size: Size) -> Canvas {
    stack.resize(to: size)
    handleWaitingInput()
    var canvas = Canvas(size: size)
    guard !size.isTooSmall else {
      canvas.draw(tooSmallMessage(width: size.width), row: 0, column: 0)
      regions = []
      nextAgeChange = nil
      return canvas
    }
    if top == nil { OpeningView(note: openingNote).draw(on: &canvas) }
    let announced = visibleBanner.map { BannerView($0, size: size) }
    let area = canvas.bounds.inset(bottom: 1 + (announced?.height ?? 0))
    panes.draw(stack, on: &canvas, in: area) { [weak self] in self?.perform($0, in: $1) }
    namedCommands = menu == nil ? canvas.namedCommands : []
    announced?.draw(on: &canvas, above: size.height - 1)
    if let menu { draw(menu, on: &canvas) }
    // The available commands may depend on the drawn size.
    bindings = nil
    removeOutdatedRemark()
    prepareHints()
    BottomLineView(content: bottomLine, hints: hints).draw(on: &canvas, row: size.height - 1)
    regions = canvas.takeRegions()
    nextAgeChange = canvas.nextAgeChange
    return canvas
  }

  /// Updates the ages on the visible screens.
  public func agesDidChange() {
    for screen in visibleScreens { screen.agesDidChange() }
  }
}

extension Navigator {
  func contentDidChange() {
    stack.updateSidebarHeader()
    bindings = nil
    needsDisplay?()
  }

  /// Redraws the top screen; other panes are not redrawn.
  func focusedContentDidChange() {
    if let top { panes.invalidate(top) }
    contentDidChange()
  }

  func screenNeedsDisplay(_ screen: any ViewController) {
    panes.invalidate(screen)
    contentDidChange()
  }
}

extension Size {
  var isTooSmall: Bool {
    width < Navigator.smallestSize.width || height < Navigator.smallestSize.height
  }
}
