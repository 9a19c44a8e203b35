import Domain
import SystemFiles

/// Opens links with the commands in $BROWSER, otherwise with xdg-open. No shell is involved, so nothing in a URL is
/// expanded.
struct BrowserLinkOpener: LinkOpener {
  private let commands: [[String]]

  /// - Parameter browser: the value of $BROWSER: commands separated by colons. `%s` is replaced by the URL.
  init(browser: String?) {
    let named = (browser ?? "").split(separator: ":").map { $0.split(separator: " ").map(String.init) }
    commands = named.filter { !$0.isEmpty } + [["xdg-open"]]
  }

  /// Opens a URL with the first command that starts.
  func open(_ url: String) throws(LinkError) {
    var reason = ""
    for command in commands {
      // Detached from Tern's terminal. Tern does not wait for it to end.
      let start = ProgramStart(
        Self.arguments(of: command, url: url), processGroup: .newSession, streams: [.nothing, .nothing, .nothing])
      do throws(ProgramStartError) {
        _ = try start.start()
        return
      } catch {
        reason = error.reason
      }
    }
    throw .noBrowser(url: url, reason: "\(commands[0][0]): \(reason)".escapingControls)
  }

  private static func arguments(of command: [String], url: String) -> [String] {
    guard command.contains(where: { $0.contains("%s") }) else { return command + [url] }
    return command.map { $0.replacing("%s", with: url) }
  }
}
