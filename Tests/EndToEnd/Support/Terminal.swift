import Foundation
import ProgramSupport
import Testing

/// A real terminal for a test: a separate tmux with one window, in which a script starts Tern.
struct Terminal {
  let folder: TemporaryFolder
  /// Unique, because a tmux that was told to end may still respond for a moment.
  private let socket: String
  private static let environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"]

  /// Records the terminal settings before and after, and the status, then keeps the window open.
  private static let script = """
    stty -a >before
    echo 'here is the shell'
    "$TERN" "$@"
    echo $? >status
    stty -a >after
    echo 'the shell is back'
    exec cat

    """

  /// Starts Tern, runs the test, and closes the terminal.
  /// - Parameters:
  ///   - environment: added to a separate home, UTF-8 and a terminal with 256 colours; nil removes a variable.
  ///   - script: the script to run in the terminal; $TERN is the program, $@ the arguments.
  static func open(
    _ arguments: [String] = ["demo"], size: (width: Int, height: Int) = (80, 24), environment: [String: String?] = [:],
    script: String = script, folder: TemporaryFolder? = nil, body: (Terminal) async throws -> Void
  ) async throws {
    let terminal = Terminal(in: folder ?? TemporaryFolder())
    try await terminal.start(arguments, size: size, environment: environment, script: script)
    do {
      try await body(terminal)
    } catch {
      await terminal.close()
      throw error
    }
    await terminal.close()
  }

  private init(in folder: TemporaryFolder) {
    self.folder = folder
    socket = folder.path(of: "tmux-\(UInt32.random(in: 0 ... .max))")
  }

  private func start(
    _ arguments: [String], size: (width: Int, height: Int), environment: [String: String?], script: String
  ) async throws {
    try folder.write(script, to: "script")
    try folder.write(
      """
      set -g status off
      set -s escape-time 0
      set -s set-clipboard on
      set -g default-terminal screen-256color
      set -g remain-on-exit on

      """, to: "tmux.conf")
    var variables: [String: String?] = [
      "HOME": folder.path, "PATH": Self.environment["PATH"], "LANG": "C.UTF-8", "TERM": "screen-256color",
      "TZ": "UTC", "TERN": Tern.path, "SWIFT_BACKTRACE": "enable=no",
    ]
    variables.merge(environment) { _, new in new }
    let settings = variables.compactMap { name, value in value.map { "\(name)=\($0)" } }
    try await tmux(
      ["-u", "-f", folder.path(of: "tmux.conf"), "new-session", "-d", "-x", "\(size.width)", "-y", "\(size.height)"]
        + ["env", "-i"] + settings + ["sh", "script"] + arguments)
  }

  /// Ends tmux and everything in it.
  func close() async {
    _ = try? await tmux(["kill-server"])
  }

  @discardableResult
  func tmux(_ arguments: [String]) async throws -> String {
    let outcome = try await Tern.run(
      "/usr/bin/tmux", ["-S", socket] + arguments, environment: Self.environment, in: folder.path)
    guard outcome.status == .exited(0) else { throw Failure(arguments: arguments, errors: outcome.errors) }
    return outcome.output
  }
}

extension Terminal {
  /// A failed tmux command.
  struct Failure: Error {
    var arguments: [String]
    var errors: String
  }
}

// MARK: - Keys and screen

extension Terminal {
  /// Presses keys, given by their tmux names.
  func press(_ keys: String...) async throws {
    try await tmux(["send-keys"] + keys)
  }

  func type(_ text: String) async throws {
    try await tmux(["send-keys", "-l", text])
  }

  /// Sends bytes unchanged.
  func send(_ bytes: [UInt8]) async throws {
    try await tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Pastes text, bracketed if Tern has switched that mode on.
  func paste(_ text: String) async throws {
    try await tmux(["set-buffer", "--", text])
    try await tmux(["paste-buffer", "-p"])
  }

  func resize(to size: (width: Int, height: Int)) async throws {
    try await tmux(["resize-window", "-x", "\(size.width)", "-y", "\(size.height)"])
  }

  func screen() async throws -> String {
    try await tmux(["capture-pane", "-p"])
  }

  func colouredScreen() async throws -> String {
    try await tmux(["capture-pane", "-p", "-e"])
  }

  /// The value of a tmux format for the window.
  func query(_ format: String) async throws -> String {
    try await tmux(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen shows all strings.
  @discardableResult
  func see(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    try await see(sourceLocation: sourceLocation, "\(texts)") { screen in texts.allSatisfy(screen.contains) }
  }

  /// Waits until the screen satisfies a condition.
  @discardableResult
  func see(
    sourceLocation: SourceLocation = #_sourceLocation, _ what: String, where isThere: (String) -> Bool
  ) async throws -> String {
    var shown = ""
    let isSeen = try await becomesTrue {
      shown = try await screen()
      return isThere(shown)
    }
    try #require(isSeen, "\(what) is not on the screen:\n\(shown)", sourceLocation: sourceLocation)
    return shown
  }
}

// MARK: - The program

extension Terminal {
  /// The process of Tern started by the script.
  func process(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int32 {
    let shell = try await query("#{pane_pid}")
    var child: Int32?
    _ = try await becomesTrue {
      let children = try? String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
      child = children?.split(separator: " ").first.flatMap { Int32($0) }
      return child != nil
    }
    return try #require(child, "Tern is not running", sourceLocation: sourceLocation)
  }

  /// Waits until Tern has ended and checks that the terminal is restored.
  /// - Returns: the exit status as reported by the shell.
  func end(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int {
    try await see("here is the shell", "the shell is back", sourceLocation: sourceLocation)
    let before = try folder.text(of: "before")
    #expect(try folder.text(of: "after") == before, sourceLocation: sourceLocation)
    #expect(before.contains(" icanon "), "no terminal settings", sourceLocation: sourceLocation)
    let flags = try await query("alternate #{alternate_on} cursor #{cursor_flag} keypad #{keypad_flag}")
    #expect(flags == "alternate 0 cursor 1 keypad 0", sourceLocation: sourceLocation)
    let status = Int(try folder.text(of: "status").trimmingCharacters(in: .newlines))
    return try #require(status, sourceLocation: sourceLocation)
  }
}

/// Polls until a condition is true.
/// - Parameter polls: the maximum number of polls, 20 ms apart. Counted instead of timed, because with other tests
///   running this one may not be scheduled for seconds.
func becomesTrue(polls: Int = 1_000, _ condition: () async throws -> Bool) async throws -> Bool {
  for _ in 0..<polls {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(20))
  }
  return try await condition()
}
