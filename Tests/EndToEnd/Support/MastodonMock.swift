import FaultServer
import Foundation
import Glibc
import ProgramSupport

/// mastodon_mock, an independent implementation of the Mastodon API, on a port of its own. The accounts @ada, @grace,
/// @alan and @katherine follow each other and have written a few posts. It ends with this object, or with the tests.
final class MastodonMock: Sendable {
  let port: Int
  private let process: pid_t
  /// The write end of a pipe. The server ends when it is closed.
  private let line: Int32

  /// The Python of its environment, above the build folder; nil if not installed.
  private static let python: String? = {
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let environment = folder.appending(path: "mastodon_mock")
      let isComplete = FileManager.default.fileExists(atPath: environment.appending(path: "installed.txt").path)
      if isComplete { return environment.appending(path: "bin/python").path }
    }
    return nil
  }()

  static var isInstalled: Bool { python != nil }

  /// Serves until its standard input ends, so that it never outlives the tests.
  private static let script = """
    import os, runpy, sys, threading
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    runpy.run_module("mastodon_mock", run_name="__main__")

    """

  struct DidNotStart: Error {
    var output: String
  }

  /// Starts a server and waits until it responds.
  static func start(in folder: TemporaryFolder) async throws -> MastodonMock {
    let log = folder.path(of: "mastodon_mock.log")
    // A free port may be taken by another test in the meantime, so try several.
    for _ in 0..<5 {
      let server = try MastodonMock(port: try FaultServer.unusedPort(), log: log)
      let isThere = try await becomesTrue(polls: 6_000) {
        if server.hasEnded { return true }
        return await server.isResponding
      }
      if isThere, !server.hasEnded { return server }
    }
    throw DidNotStart(output: try String(contentsOfFile: log, encoding: .utf8))
  }

  private init(port: Int, log: String) throws {
    guard let python = Self.python else { throw DidNotStart(output: "make deps-tests installs it") }
    let pipe = log + ".pipe"
    guard mkfifo(pipe, 0o600) == 0 else { throw POSIXError(.EEXIST) }
    defer { unlink(pipe) }
    // Open for reading and writing, so that neither side waits for the other.
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

  /// The host as in handles.
  var host: String { "127.0.0.1:\(port)" }

  /// Kills the server.
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

  private var isResponding: Bool {
    get async { await LocalServer.ask(port, "GET", "/api/v1/instance")?.status == 200 }
  }
}

// MARK: - Requests

extension MastodonMock {
  /// - Parameter name: the account that sends the request; nil without signing in.
  func ask(_ method: String = "GET", _ path: String, by name: String? = nil, body: LocalServer.Body? = nil) async throws
    -> LocalServer.Response
  {
    let headers = name.map { ["Authorization": "Bearer \($0)_token"] } ?? [:]
    guard let response = await LocalServer.ask(port, method, path, headers: headers, body: body) else {
      throw POSIXError(.ECONNREFUSED)
    }
    return response
  }

  /// - Returns: the ID of the post.
  @discardableResult
  func post(_ text: String, by name: String) async throws -> String {
    let response = try await ask("POST", "/api/v1/statuses", by: name, body: .form([("status", text)]))
    guard let id = try response.object["id"] as? String else { throw POSIXError(.EBADMSG) }
    return id
  }

  /// The IDs of the posts of a timeline, in its order.
  func ids(of timeline: String, by name: String) async throws -> [String] {
    try await ask("GET", timeline, by: name).objects.compactMap { $0["id"] as? String }
  }

  /// Makes requests for a path fail.
  /// - Parameter times: the number of failing requests; nil for all until `stopFailing()`.
  func fail(_ path: String, by effect: String, times: Int? = 1) async throws {
    let count = times.map { #","count":\#($0)"# } ?? ""
    let rule = #"{"match":{"path":"\#(path)"},"effect":{"type":"\#(effect)"}\#(count)}"#
    let response = try await ask("POST", "/api/v1/_mock/faults", body: .json(rule))
    guard response.status == 200 else { throw POSIXError(.EINVAL) }
  }

  /// Responds to all requests again.
  func stopFailing() async throws {
    guard try await ask("DELETE", "/api/v1/_mock/faults").status == 200 else { throw POSIXError(.EINVAL) }
  }
}
