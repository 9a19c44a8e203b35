import Domain
import SystemFiles

/// Opens addresses with the programs that $BROWSER names, else with xdg-open. No shell ever sees an address.
struct BrowserLinkOpener: LinkOpener {
  private let commands: [[String]]

  /// - Parameter browser: $BROWSER: commands with colons between them; `%s` stands for the address.
  init(browser: String?) {
    let named = (browser ?? "").split(separator: ":").map { $0.split(separator: " ").map(String.init) }
    commands = named.filter { !$0.isEmpty } + [["xdg-open"]]
  }

  func open(_ url: String) throws(LinkError) {
    var reason = ""
    for command in commands {
      // It has nothing to do with Tern's terminal, and is not waited for.
      let start = ProgramStart(
        Self.arguments(of: command, url: url), place: .ownSession, streams: [.nothing, .nothing, .nothing])
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
