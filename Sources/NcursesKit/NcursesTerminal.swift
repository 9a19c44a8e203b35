import CNcurses
import Glibc
import TerminalKit

/// The terminal that the program runs in.
@MainActor
public final class NcursesTerminal {
  /// No screen is larger; what says so is wrong.
  static let maxCells: Int32 = 1_000
  /// In cells.
  private static let maxTitle = 80
  /// How long the end waits for an answer that has not come.
  private static let lastPatience = Duration.milliseconds(200)

  let window: UnsafeMutablePointer<WINDOW>
  private let screen: OpaquePointer
  let output: CursesOutput
  var painter: CanvasPainter
  private var reader: InputReader
  private let paste: TerminalMode?
  private let mouse: TerminalMode?
  private let title: TerminalMode?
  private var usesMouse: Bool
  /// What the terminal's title says; nil as long as it is the one that was found.
  private var shownTitle: String?
  private var hasOwnTitle = false
  /// Whether there is somebody who could bring a stopped program back.
  private let canStop: Bool
  private let usesColor: Bool
  let showsAll = Locale.isUTF8
  private(set) var isOpen = true
  /// Whether the terminal is likely to understand a question, and to say nothing where it does not.
  let answersQuestions: Bool
  var pictures = TerminalPictures()

  /// What the signs are made of that are drawn from now on.
  public var signs = GlyphSet.unicode

  /// How many colours pictures can have; 0: none.
  public var pictureColors: Int { painter.pictureColors }

  /// Whether the terminal can show characters beyond ASCII, and is to.
  public var showsSymbols: Bool { showsAll && signs == .unicode }

  /// The background that the terminal has named; nil until it has, and where it names none.
  public private(set) var background: RGB?

  /// Where keys come from: the event loop waits for it to become readable.
  public let input: Int32

  /// SIGTSTP is ignored from then on: curses would give back what it knows of alone. Whoever listens to it calls `suspend`.
  ///
  /// Opens the terminal. Keys come from the controlling terminal where standard input is something else.
  /// - Parameters:
  ///   - usesColor: whether it may be in colour.
  ///   - usesMouse: whether the terminal is to tell of its mouse, where it has one.
  public init(usesColor: Bool, theme: Theme = .dark, usesMouse: Bool) throws(TerminalError) {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    // A browser that is opened shall not inherit it: e.
    guard isatty(STDOUT_FILENO) == 1,
      let inputFile = isatty(STDIN_FILENO) == 1 ? tern_stdin() : fopen("/dev/tty", "re")
    else { throw .noTerminal }
    input = fileno(inputFile)
    self.usesColor = usesColor
    CrashGuard.remember(terminal: STDOUT_FILENO)
    Self.boundSize(of: STDOUT_FILENO)
    // Before curses starts: it would send what begins a screen even where there can be none.
    try Self.requireScreen(name, on: STDOUT_FILENO)
    guard let output = CursesOutput(to: STDOUT_FILENO) else { throw .noTerminal }
    self.output = output
    canStop = signal(SIGTSTP, SIG_IGN) == nil
    guard let screen = newterm(nil, output.file, inputFile), let window = tern_stdscr() else {
      throw .unknown(name: name)
    }
    self.screen = screen
    self.window = window
    answersQuestions = TerminalMode.isXtermLike
    (paste, mouse, title) = (.bracketedPaste(), .mouse(), .title())
    self.usesMouse = usesMouse
    CrashGuard.install(modes: [paste, usesMouse ? mouse : nil].compactMap(\.self))
    raw()
    noecho()
    nonl()
    keypad(window, true)
    meta(window, true)
    idlok(window, true)
    // All keys are read before anything is drawn: curses need not look for more while it draws.
    typeahead(-1)
    painter = CanvasPainter(palette: Palette(usesColor: usesColor, theme: theme))
    reader = InputReader(from: input, keys: .ofTerminal())
    send(modes.flatMap(\.on))
  }

  /// Those that are on as long as the terminal is ours.
  private var modes: [TerminalMode] { [paste, usesMouse ? mouse : nil].compactMap(\.self) }

  public var size: Size {
    Size(width: Int(getmaxx(window)), height: Int(getmaxy(window)))
  }

  /// Has the colours be those of another theme.
  public func use(_ theme: Theme) {
    guard isOpen else { return }
    painter = CanvasPainter(palette: Palette(usesColor: usesColor, theme: theme))
    redraw()
  }

  /// Has the terminal tell of its mouse, or keep it to itself.
  public func useMouse(_ isUsed: Bool) {
    guard isOpen, isUsed != usesMouse else { return }
    send((isUsed ? mouse?.on : mouse?.off) ?? [])
    usesMouse = isUsed
    guardModes()
  }

  /// Has the title of the terminal's window say something, where it has one; nil gives back the one that was found.
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
    let line = signs == .ascii ? DecorationGlyphs.inASCII(whole) : whole
    send(Array("\u{1B}]2;".utf8) + (showsAll ? Array(line.utf8) : Locale.bytes(of: line)) + Array("\u{1B}\\".utf8))
  }

  /// Rings the bell, where the terminal has one.
  public func ring() {
    if Self.has("bel") { send([0x07]) }
  }

  /// Has a crash give back all that is switched on now.
  func guardModes() {
    // What ends a picture that is being sent comes first.
    CrashGuard.use([pictures.mode].compactMap(\.self) + modes + [hasOwnTitle ? title : nil].compactMap(\.self))
  }

  public func show(_ canvas: Canvas) {
    guard isOpen else { return }
    if canvas.pictures.isEmpty, pictures.stage.isEmpty { paint(canvas) } else { showWithPictures(canvas) }
  }

  /// What has come from the terminal since the last call; it does not wait.
  public func readEvents() -> [Event] {
    guard isOpen else { return [] }
    let events = reader.readAll()
    let answers = reader.takeAnswers()
    for answer in answers {
      if case .background(let color) = answer { background = color }
    }
    if !reader.expectsAnswer { CrashGuard.expectAnswer(from: nil) }
    takeOver(answers)
    return events
  }

  /// Asks the terminal for its background. It does not wait: what is answered `readEvents` reads.
  public func askForBackground() {
    guard isOpen, answersQuestions, !reader.expectsAnswer else { return }
    ask(TerminalResponse.question)
  }

  /// - Parameter question: ends with that for the attributes.
  func ask(_ question: [UInt8]) {
    reader.expectAnswer()
    CrashGuard.expectAnswer(from: input)
    send(question)
  }

  var expectsAnswer: Bool { reader.expectsAnswer }

  /// How long there may be nothing to read before it is to be read all the same; nil where that may be for ever.
  public var patience: Duration? { reader.patience }

  /// Whether there is nobody left at the other end.
  public var isGone: Bool {
    var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, 0) > 0 else { return false }
    return state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Takes the size that the terminal has now.
  public func resize() {
    var rows: Int32 = 0
    var columns: Int32 = 0
    guard isOpen, tern_window_size(STDOUT_FILENO, &rows, &columns) == 0 else { return }
    (rows, columns) = (min(rows, Self.maxCells), min(columns, Self.maxCells))
    forgetPictures(cellsMayDiffer: true)
    if rows != getmaxy(window) || columns != getmaxx(window) { resizeterm(rows, columns) }
  }

  /// Draws everything anew the next time: something else may have written to the terminal.
  public func redraw() {
    forgetPictures()
    send(modes.flatMap(\.on))
    painter.forget()
  }

  /// Stops the program until the person brings it back. The shell has the terminal meanwhile.
  public func suspend() {
    guard isOpen, canStop else { return redraw() }
    giveBack()
    JobControl.stop()
    // What the person has set meanwhile is what the terminal is given back as.
    def_shell_mode()
    resume()
  }

  /// Takes the terminal again after somebody else has had it.
  public func resume() {
    guard isOpen else { return }
    // Whoever is stopped without having been asked has given nothing back.
    cutSequence()
    reset_prog_mode()
    // The shell may have given it another one.
    if hasOwnTitle { shownTitle = nil }
    resize()
    redraw()
  }

  /// Lets another program have the terminal, and takes it again whatever that program has left it in.
  /// - Parameter body: returns when the program has ended.
  public func lend<Result>(_ body: () -> Result) -> Result {
    guard isOpen else { return body() }
    giveBack()
    defer { resume() }
    return body()
  }

  /// Gives the terminal back as it was.
  public func close() {
    guard isOpen else { return }
    giveBack()
    isOpen = false
    CrashGuard.end()
  }

  /// Reads what the terminal still has to say, so that no shell does.
  private func receiveAnswer() {
    let end = ContinuousClock.now + Self.lastPatience
    while reader.expectsAnswer, !isGone {
      let left = end - .now
      guard left > .zero else { break }
      var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, Int32((left / .milliseconds(1)).rounded(.up))) > 0 else { break }
      _ = readEvents()
    }
    reader.expectNothing()
    CrashGuard.expectAnswer(from: nil)
  }

  private func giveBack() {
    // What it is asked of pictures now would be answered to the shell.
    let wantsPictures = pictures.isWanted
    pictures.isWanted = false
    defer { pictures.isWanted = wantsPictures }
    forgetPictures()
    receiveAnswer()
    showTitle(nil)
    send(modes.flatMap(\.off))
    // Without a second screen to leave, the shell goes on in the last row.
    if !Self.has("rmcup") {
      wmove(window, getmaxy(window) - 1, 0)
      wclrtobot(window)
      wrefresh(window)
    }
    endwin()
  }

  /// Sends bytes that are none of curses' business; they move no cursor.
  func send(_ bytes: [UInt8]) {
    guard isOpen else { return }
    endSequence()
    output.send(bytes)
  }
}

/// Why the terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
  /// Standard output is none, or there is none to read keys from.
  case noTerminal
  case unknown(name: String)
  /// It cannot move the cursor, or what is on it cannot be erased.
  case cannotShowScreen(name: String)
}
