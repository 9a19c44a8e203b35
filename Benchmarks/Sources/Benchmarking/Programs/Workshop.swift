import FoundationEssentials
import Glibc

/// The working folder and the installed programs.
///
/// The folder is created and removed by the caller.
public final class Workshop {
  let folder: String
  /// The folder of the benchmark scripts.
  private let scripts: String
  private let searchPath: String
  private var launches = 0

  public init(folder: String, scripts: String) {
    self.folder = folder
    self.scripts = scripts
    searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  }

  /// The path of a program, or nil if it is not installed.
  func find(_ program: String) -> String? {
    searchPath.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  func path(_ name: String) -> String { folder + "/" + name }

  func script(_ name: String) -> String { scripts + "/" + name }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let path = path(name)
    let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else {
      throw BenchmarkError("cannot write \(path)")
    }
    return path
  }

  /// An environment with a separate home, and a new state directory per run, so that each starts at the top.
  func environment(for subject: Subject) -> [String: String] {
    launches += 1
    let common = [
      "PATH": searchPath, "HOME": folder, "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC",
      "XDG_STATE_HOME": path("state/\(launches)"), "XDG_CONFIG_HOME": path("config"), "XDG_DATA_HOME": path("data"),
      "XDG_CACHE_HOME": path("cache"),
    ]
    return common.merging(subject.environment) { $1 }
  }

  /// Runs a shell command with the folder as home, and returns its output.
  @discardableResult
  func run(_ command: String) throws -> String {
    guard let pipe = popen("HOME=\(quoted(folder)); export HOME; exec </dev/null 2>&1; \(command)", "re") else {
      throw BenchmarkError("no shell")
    }
    var said: [UInt8] = []
    var byte = getc(pipe)
    while byte != EOF {
      said.append(UInt8(truncatingIfNeeded: byte))
      byte = getc(pipe)
    }
    let text = String(decoding: said, as: UTF8.self)
    guard pclose(pipe) == 0 else { throw BenchmarkError("“\(command.prefix(60))” failed: \(text.suffix(200))") }
    return text
  }

  /// Quotes a word for the shell.
  func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
