import Dispatch
import Glibc
import NcursesKit
import Synchronization

/// Turns off the terminal's echo while a secret is typed. Any signal that ends or stops the program first restores the
/// echo and discards typed input, so that the next reader of the terminal does not get it.
@MainActor
final class HiddenEcho {
  private let echo: EchoSwitch
  private let endings = EndingSignals()
  private var stopSources: [any DispatchSourceSignal] = []
  /// Whether ^Z may stop the program. If SIGTSTP was ignored before, there is no shell that could continue it.
  private let canStop: Bool

  /// nil if the state of the terminal cannot be read.
  /// - Parameter prompt: printed again when the program continues after being stopped.
  init?(prompt: String) {
    guard let echo = EchoSwitch() else { return nil }
    self.echo = echo
    canStop = signal(SIGTSTP, SIG_IGN) == nil
    endings.listen(to: Signals.endings) { signal in
      echo.show(forgettingInput: true)
      _ = try? StandardStream.error.write("\n")
      Signals.raiseWithDefaultAction(signal)
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
    // A shell may have changed the terminal while the program was stopped by another process.
    listen(to: SIGCONT) { echo.hide() }
    echo.hide()
  }

  func restore() {
    echo.end()
    // While waiting for the server's response, signals have their default effect again.
    endings.end()
    for source in stopSources { source.cancel() }
    stopSources = []
    if canStop { signal(SIGTSTP, SIG_DFL) }
  }

  private func listen(to number: Int32, _ handle: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: echo.queue)
    source.setEventHandler(handler: handle)
    source.resume()
    stopSources.append(source)
  }
}

/// Switches the echo of standard input.
private final class EchoSwitch: Sendable {
  let queue = DispatchQueue(label: "tern.echo")
  private let before: termios
  private let hidden: termios
  /// Whether the echo has been restored for good.
  private let isRestored = Mutex(false)

  /// nil if the state of the terminal cannot be read.
  init?() {
    var state = termios()
    guard tcgetattr(STDIN_FILENO, &state) == 0 else { return nil }
    before = state
    state.c_lflag &= ~tcflag_t(ECHO)
    // The quit key would end the program without restoring the terminal. 0 disables it (_POSIX_VDISABLE).
    withUnsafeMutableBytes(of: &state.c_cc) { keys in
      if keys.indices.contains(Int(VQUIT)) { keys[Int(VQUIT)] = 0 }
    }
    hidden = state
  }

  func hide() {
    isRestored.withLock { if !$0 { Self.set(hidden, TCSANOW) } }
  }

  /// - Parameter forgettingInput: whether to discard typed input that has not been read.
  func show(forgettingInput: Bool) {
    isRestored.withLock { if !$0 { Self.set(before, forgettingInput ? TCSAFLUSH : TCSANOW) } }
  }

  func end() {
    show(forgettingInput: false)
    isRestored.withLock { $0 = true }
  }

  private static func set(_ state: termios, _ action: Int32) {
    var state = state
    tcsetattr(STDIN_FILENO, action, &state)
  }
}
