import Domain
import Glibc

/// Opens addresses with the programs that $BROWSER names, else with xdg-open. No shell ever sees an address.
struct BrowserLinkOpener: LinkOpener {
  private let commands: [[String]]
  /// POSIX_SPAWN_SETSID of spawn.h, which Swift does not see.
  private static let setsid: Int16 = 0x80

  /// - Parameter browser: $BROWSER: commands with colons between them; `%s` stands for the address.
  init(browser: String?) {
    let named = (browser ?? "").split(separator: ":").map { $0.split(separator: " ").map(String.init) }
    commands = named.filter { !$0.isEmpty } + [["xdg-open"]]
  }

  func open(_ url: String) throws(LinkError) {
    var error = ENOENT
    for command in commands {
      error = Self.spawn(Self.arguments(of: command, url: url))
      if error == 0 { return }
    }
    throw .noBrowser(url: url, reason: "\(commands[0][0]): \(String(cString: strerror(error)))".escapingControls)
  }

  private static func arguments(of command: [String], url: String) -> [String] {
    guard command.contains(where: { $0.contains("%s") }) else { return command + [url] }
    return command.map { $0.replacing("%s", with: url) }
  }

  /// Starts a program that has nothing to do with Tern's terminal, and does not wait for it.
  /// - Returns: 0, or the number of the error.
  private static func spawn(_ arguments: [String]) -> Int32 {
    var process = pid_t()
    return ProgramStart.spawn(arguments, flags: setsid, process: &process) { files in
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
  }
}
