import Dispatch
import Glibc
import NcursesKit
import Synchronization

/// A terminal that does not show what is typed. Whatever ends the program or stops it has it shown again first, and
/// leaves nothing of what was typed to whoever reads the terminal next.
@MainActor
final class HiddenEcho {
  private let echo: EchoSwitch
  private let endings = EndingSignals()
  private var stops: [any DispatchSourceSignal] = []
  /// Whether the terminal's key stops the program: where it was ignored before, nobody could bring it back.
  private let canStop: Bool

  /// nil where the terminal cannot do that.
  /// - Parameter prompt: said once more when the program goes on after it was stopped.
  init?(prompt: String) {
    guard let echo = EchoSwitch() else { return nil }
    self.echo = echo
    canStop = signal(SIGTSTP, SIG_IGN) == nil
    endings.listen(to: Signals.endings) { signal in
      echo.show(forgettingInput: true)
      _ = try? StandardStream.error.write("\n")
      Signals.raiseByDefault(signal)
    }
    if canStop {
      listen(to: SIGTSTP) {
        echo.show(forgettingInput: true)
        _ = try? StandardStream.error.write("\n")
        JobControl.stop()
        echo.hide()
        _ = try? StandardStream.error.write(prompt)
      }
    }
    // The shell may have set the terminal as it likes while the program was stopped from outside.
    listen(to: SIGCONT) { echo.hide() }
    echo.hide()
  }

  func restore() {
    echo.end()
    // Whoever waits for the server's answer after that may end that as well, or stop it.
    endings.end()
    for source in stops { source.cancel() }
    stops = []
    if canStop { signal(SIGTSTP, SIG_DFL) }
  }

  private func listen(to number: Int32, _ handle: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: echo.queue)
    source.setEventHandler(handler: handle)
    source.resume()
    stops.append(source)
  }
}

/// Whether standard input, a terminal, shows what is typed.
private final class EchoSwitch: Sendable {
  let queue = DispatchQueue(label: "tern.echo")
  private let before: termios
  private let hidden: termios
  /// Whether it stays as it was before.
  private let isOver = Mutex(false)

  /// nil where the terminal cannot do that.
  init?() {
    var state = termios()
    guard tcgetattr(STDIN_FILENO, &state) == 0 else { return nil }
    before = state
    state.c_lflag &= ~tcflag_t(ECHO)
    // This key would end the program behind its back: the terminal would stay as it is. 0 is no key (_POSIX_VDISABLE).
    withUnsafeMutableBytes(of: &state.c_cc) { keys in
      if keys.indices.contains(Int(VQUIT)) { keys[Int(VQUIT)] = 0 }
    }
    hidden = state
  }

  func hide() {
    isOver.withLock { if !$0 { Self.set(hidden, TCSANOW) } }
  }

  /// - Parameter forgettingInput: whether nobody is to read what has been typed so far.
  func show(forgettingInput: Bool) {
    isOver.withLock { if !$0 { Self.set(before, forgettingInput ? TCSAFLUSH : TCSANOW) } }
  }

  func end() {
    show(forgettingInput: false)
    isOver.withLock { $0 = true }
  }

  private static func set(_ state: termios, _ action: Int32) {
    var state = state
    tcsetattr(STDIN_FILENO, action, &state)
  }
}
