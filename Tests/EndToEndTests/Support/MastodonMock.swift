import FaultServer
import Foundation
import Glibc
import ProgramSupport

/// A server of Mastodon's API that others have written, mastodon_mock, at a port of its own. @ada, @grace, @alan and
/// @katherine are there, follow each other and have written a few posts. It ends with this, or with the tests.
final class MastodonMock: Sendable {
  let port: Int
  private let process: pid_t
  /// The server ends when this end of a pipe is closed.
  private let line: Int32

  /// Its environment of Python's, beside the folder that all is built into; nil where nobody has installed it.
  private static let python: String? = {
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let environment = folder.appending(path: "mastodon_mock")
      let isWhole = FileManager.default.fileExists(atPath: environment.appending(path: "installed.txt").path)
      if isWhole { return environment.appending(path: "bin/python").path }
    }
    return nil
  }()

  static var isInstalled: Bool { python != nil }

  /// Serves until nobody holds the other end of its standard input, so that it outlives no test, however that ends.
  private static let script = """
    import os, runpy, sys, threading
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    runpy.run_module("mastodon_mock", run_name="__main__")

    """

  struct DidNotStart: Error {
    var said: String
  }

  /// Waits until it answers.
  static func start(in folder: TemporaryFolder) async throws -> MastodonMock {
    let log = folder.path(of: "mastodon_mock.log")
    // A port that is free now may be taken by another test the next moment.
    for _ in 0..<5 {
      let server = try MastodonMock(port: try FaultServer.unusedPort(), log: log)
      let isThere = try await comesTrue(looks: 6_000) {
        if server.hasEnded { return true }
        return await server.answers
      }
      if isThere, !server.hasEnded { return server }
    }
    throw DidNotStart(said: try String(contentsOfFile: log, encoding: .utf8))
  }

  private init(port: Int, log: String) throws {
    guard let python = Self.python else { throw DidNotStart(said: "make deps-tests installs it") }
    let pipe = log + ".pipe"
    guard mkfifo(pipe, 0o600) == 0 else { throw POSIXError(.EEXIST) }
    defer { unlink(pipe) }
    // For both, so that nobody waits for the other to open it.
    let line = open(pipe, O_RDWR | O_CLOEXEC)
    guard line >= 0 else { throw POSIXError(.ENXIO) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, pipe, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    let arguments =
      [python, "-c", Self.script, "serve", "--in-memory", "--demo", "--host", "127.0.0.1"]
      + ["--port", "\(port)", "--log-level", "warning"]
    let words = arguments.map { strdup($0) } + [nil]
    let settings = ["PATH=/usr/bin:/bin", "HOME=/nowhere", "TZ=UTC", "PYTHONDONTWRITEBYTECODE=1"]
    let environment = settings.map { strdup($0) } + [nil]
    defer { for text in words + environment { free(text) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, python, &actions, nil, words, environment)
    guard failure == 0 else {
      close(line)
      throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO)
    }
    (self.port, self.process, self.line) = (port, process, line)
  }

  deinit {
    stop()
    waitpid(process, nil, 0)
    close(line)
  }

  /// `http://127.0.0.1:PORT`.
  var origin: String { "http://127.0.0.1:\(port)" }

  /// As it stands in handles.
  var host: String { "127.0.0.1:\(port)" }

  /// Ends it at once, in the midst of whatever it does.
  func stop() {
    guard !hasEnded else { return }
    kill(process, SIGKILL)
    var change = siginfo_t()
    waitid(P_PID, id_t(process), &change, WEXITED | WNOWAIT)
  }

  private var hasEnded: Bool {
    var change = siginfo_t()
    waitid(P_PID, id_t(process), &change, WEXITED | WNOHANG | WNOWAIT)
    return change.si_signo == SIGCHLD
  }

  private var answers: Bool {
    get async { await LocalServer.ask(port, "GET", "/api/v1/instance")?.status == 200 }
  }
}

// MARK: - What others do there

extension MastodonMock {
  /// - Parameter name: whose turn it is; nil for somebody who is not signed in.
  func ask(_ method: String = "GET", _ path: String, by name: String? = nil, body: LocalServer.Body? = nil) async throws
    -> LocalServer.Answer
  {
    let headers = name.map { ["Authorization": "Bearer \($0)_token"] } ?? [:]
    guard let answer = await LocalServer.ask(port, method, path, headers: headers, body: body) else {
      throw POSIXError(.ECONNREFUSED)
    }
    return answer
  }

  /// - Returns: its id.
  @discardableResult
  func post(_ text: String, by name: String) async throws -> String {
    let answer = try await ask("POST", "/api/v1/statuses", by: name, body: .form([("status", text)]))
    guard let id = try answer.object["id"] as? String else { throw POSIXError(.EBADMSG) }
    return id
  }

  /// The ids of a timeline's posts, in its order.
  func ids(of timeline: String, by name: String) async throws -> [String] {
    try await ask("GET", timeline, by: name).objects.compactMap { $0["id"] as? String }
  }

  /// What it does with questions for a path instead of answering them.
  /// - Parameter times: with so many of them; nil: with all, until `stopFailing`.
  func fail(_ path: String, by effect: String, times: Int? = 1) async throws {
    let count = times.map { #","count":\#($0)"# } ?? ""
    let rule = #"{"match":{"path":"\#(path)"},"effect":{"type":"\#(effect)"}\#(count)}"#
    let answer = try await ask("POST", "/api/v1/_mock/faults", body: .json(rule))
    guard answer.status == 200 else { throw POSIXError(.EINVAL) }
  }

  /// From here on it answers everything.
  func stopFailing() async throws {
    guard try await ask("DELETE", "/api/v1/_mock/faults").status == 200 else { throw POSIXError(.EINVAL) }
  }
}
