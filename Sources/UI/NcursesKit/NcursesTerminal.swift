import CNcurses
import Glibc
import TerminalKit

/// The terminal of the process.
@MainActor
public final class NcursesTerminal {
  /// Maximum plausible number of rows or columns.
  static let maxCells: Int32 = 1_000
  /// In cells.
  private static let maxTitle = 80
  /// The time that closing waits for a missing response.
  private static let closeTimeout = Duration.milliseconds(200)

  let window: UnsafeMutablePointer<WINDOW>
  private let screen: OpaquePointer
  let output: CursesOutput
  var painter: CanvasPainter
  private var reader: InputReader
  private let paste: TerminalMode?
  private let mouse: TerminalMode?
  private let title: TerminalMode?
  private var usesMouse: Bool
  /// The current title; nil before the first change.
  private var shownTitle: String?
  private var hasOwnTitle = false
  /// Whether a shell can continue the stopped program.
  private let canStop: Bool
  private let usesColor: Bool
  let supportsUnicode = Locale.isUTF8
  private(set) var isOpen = true
  /// Whether the terminal probably supports queries, and ignores unknown ones.
  let supportsQueries: Bool
  var pictures = TerminalPictures()

  /// The glyphs for decorations.
  public var glyphSet = GlyphSet.unicode

  /// Number of colours available for pictures; 0 if none.
  public var pictureColors: Int { painter.pictureColors }

  /// Whether non-ASCII characters can be shown and are enabled.
  public var showsSymbols: Bool { supportsUnicode && glyphSet == .unicode }

  /// The background reported by the terminal; nil if unknown.
  public private(set) var background: RGB?

  /// The descriptor for input, for the event loop.
  public let input: Int32

  /// Opens the terminal. Input comes from the controlling terminal if standard input is not a terminal. SIGTSTP is
  /// ignored from then on, because curses would restore only its own modes; handlers must call `suspend`.
  /// - Parameters:
  ///   - usesColor: whether colours are enabled.
  ///   - usesMouse: whether mouse reports are enabled, if supported.
  public init(usesColor: Bool, theme: Theme = .dark, usesMouse: Bool) throws(TerminalError) {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    // "e" prevents child processes, such as a browser, from inheriting it.
    guard isatty(STDOUT_FILENO) == 1,
      let inputFile = isatty(STDIN_FILENO) == 1 ? tern_stdin() : fopen("/dev/tty", "re")
    else { throw .noTerminal }
    input = fileno(inputFile)
    self.usesColor = usesColor
    CrashGuard.saveSettings(terminal: STDOUT_FILENO)
    Self.limitSize(of: STDOUT_FILENO)
    // Checked first, because newterm would already send escape sequences.
    try Self.requireScreen(name, on: STDOUT_FILENO)
    guard let output = CursesOutput(to: STDOUT_FILENO) else { throw .noTerminal }
    self.output = output
    canStop = signal(SIGTSTP, SIG_IGN) == nil
    guard let screen = newterm(nil, output.file, inputFile), let window = tern_stdscr() else {
      throw .unknown(name: name)
    }
    self.screen = screen
    self.window = window
    supportsQueries = TerminalMode.isXtermLike
    (paste, mouse, title) = (.bracketedPaste(), .mouse(), .title())
    self.usesMouse = usesMouse
    CrashGuard.install(modes: [paste, usesMouse ? mouse : nil].compactMap(\.self))
    raw()
    noecho()
    nonl()
    keypad(window, true)
    meta(window, true)
    idlok(window, true)
    // All input is read before drawing, so curses need not check for more.
    typeahead(-1)
    painter = CanvasPainter(palette: Palette(usesColor: usesColor, theme: theme))
    reader = InputReader(from: input, keys: .ofTerminal())
    send(modes.flatMap(\.on))
  }

  /// The modes that are on while the terminal is in use.
  private var modes: [TerminalMode] { [paste, usesMouse ? mouse : nil].compactMap(\.self) }

  public var size: Size {
    Size(width: Int(getmaxx(window)), height: Int(getmaxy(window)))
  }

  /// Changes the theme and redraws.
  public func setTheme(_ theme: Theme) {
    guard isOpen else { return }
    painter = CanvasPainter(palette: Palette(usesColor: usesColor, theme: theme))
    redraw()
  }

  /// Enables or disables mouse reports.
  public func setMouseEnabled(_ isUsed: Bool) {
    guard isOpen, isUsed != usesMouse else { return }
    send((isUsed ? mouse?.on : mouse?.off) ?? [])
    usesMouse = isUsed
    guardModes()
  }

  /// Sets the window title if supported; nil restores the original one.
  public func showTitle(_ text: String?) {
    guard isOpen, let title, text != shownTitle || hasOwnTitle != (text != nil) else { return }
    if hasOwnTitle != (text != nil) {
      send(text == nil ? title.off : title.on)
      hasOwnTitle = text != nil
      guardModes()
    }
    shownTitle = text
    guard let text else { return }
    let whole = TextLayout.truncate(
      TextLayout.sanitized(text).split(whereSeparator: \.isNewline).joined(separator: " "), to: Self.maxTitle)
    let line = glyphSet == .ascii ? DecorationGlyphs.inASCII(whole) : whole
    send(
      Array("\u{1B}]2;".utf8) + (supportsUnicode ? Array(line.utf8) : Locale.bytes(of: line)) + Array("\u{1B}\\".utf8))
  }

  /// Rings the bell if supported.
  public func ringBell() {
    if Self.has("bel") { send([0x07]) }
  }

  /// Updates the modes that the crash guard switches off.
  func guardModes() {
    // The end of an incomplete picture must be sent first.
    CrashGuard.setModes([pictures.mode].compactMap(\.self) + modes + [hasOwnTitle ? title : nil].compactMap(\.self))
  }

  public func show(_ canvas: Canvas) {
    guard isOpen else { return }
    if canvas.pictures.isEmpty, pictures.display.isEmpty { paint(canvas) } else { showWithPictures(canvas) }
  }

  /// Reads all available events without blocking.
  public func readEvents() -> [Event] {
    guard isOpen else { return [] }
    let events = reader.readAll()
    let responses = reader.takeResponses()
    for response in responses {
      if case .background(let color) = response { background = color }
    }
    if !reader.expectsResponse { CrashGuard.expectResponse(from: nil) }
    process(responses)
    return events
  }

  /// Queries the background colour. Does not wait; `readEvents` processes the response.
  public func queryBackground() {
    guard isOpen, supportsQueries, !reader.expectsResponse else { return }
    sendQuery(TerminalResponse.backgroundQuery)
  }

  /// - Parameter query: must end with the query for the device attributes.
  func sendQuery(_ query: [UInt8]) {
    reader.expectResponse()
    CrashGuard.expectResponse(from: input)
    send(query)
  }

  var expectsResponse: Bool { reader.expectsResponse }

  /// Time after which `readEvents` must be called without new input; nil if not needed.
  public var readTimeout: Duration? { reader.readTimeout }

  /// Whether the terminal has been closed.
  public var isDisconnected: Bool {
    var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, 0) > 0 else { return false }
    return state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Adopts the terminal's current size.
  public func resize() {
    var rows: Int32 = 0
    var columns: Int32 = 0
    guard isOpen, tern_window_size(STDOUT_FILENO, &rows, &columns) == 0 else { return }
    (rows, columns) = (min(rows, Self.maxCells), min(columns, Self.maxCells))
    removePictures(cellsMayDiffer: true)
    if rows != getmaxy(window) || columns != getmaxx(window) { resizeterm(rows, columns) }
  }

  /// Makes the next `show` redraw everything, for example after output of another program.
  public func redraw() {
    removePictures()
    send(modes.flatMap(\.on))
    painter.forget()
  }

  /// Stops the program until the user continues it. Restores the terminal for the shell.
  public func suspend() {
    guard isOpen, canStop else { return redraw() }
    restoreTerminal()
    JobControl.stop()
    // Settings changed in the meantime are those to restore later.
    def_shell_mode()
    resume()
  }

  /// Sets up the terminal again after another program has used it.
  public func resume() {
    guard isOpen else { return }
    // After SIGSTOP a sequence may be incomplete.
    abortSequence()
    reset_prog_mode()
    // The shell may have changed the title.
    if hasOwnTitle { shownTitle = nil }
    resize()
    redraw()
  }

  /// Restores the terminal, runs another program, and sets the terminal up again.
  /// - Parameter body: returns after the program has ended.
  public func withTerminalReleased<Result>(_ body: () -> Result) -> Result {
    guard isOpen else { return body() }
    restoreTerminal()
    defer { resume() }
    return body()
  }

  /// Restores the terminal.
  public func close() {
    guard isOpen else { return }
    restoreTerminal()
    isOpen = false
    CrashGuard.end()
  }

  /// Consumes pending responses, which the shell would read otherwise.
  private func consumeResponse() {
    let end = ContinuousClock.now + Self.closeTimeout
    while reader.expectsResponse, !isDisconnected {
      let left = end - .now
      guard left > .zero else { break }
      var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, Int32((left / .milliseconds(1)).rounded(.up))) > 0 else { break }
      _ = readEvents()
    }
    reader.cancelExpectation()
    CrashGuard.expectResponse(from: nil)
  }

  private func restoreTerminal() {
    // Queries sent now would be answered to the shell.
    let wereEnabled = pictures.isEnabled
    pictures.isEnabled = false
    defer { pictures.isEnabled = wereEnabled }
    removePictures()
    consumeResponse()
    showTitle(nil)
    send(modes.flatMap(\.off))
    // Without an alternate screen the shell continues in the last row.
    if !Self.has("rmcup") {
      wmove(window, getmaxy(window) - 1, 0)
      wclrtobot(window)
      wrefresh(window)
    }
    endwin()
  }

  /// Sends bytes that bypass curses; they must not move the cursor.
  func send(_ bytes: [UInt8]) {
    guard isOpen else { return }
    finishSequence()
    output.send(bytes)
  }
}

/// The reason that a terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
  /// Standard output is not a terminal, or there is no terminal for input.
  case noTerminal
  case unknown(name: String)
  /// The terminal cannot move the cursor or erase text.
  case cannotShowScreen(name: String)
}
