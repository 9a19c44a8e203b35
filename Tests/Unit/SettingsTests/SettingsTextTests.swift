import Settings
import TerminalKit
import Testing

@Suite struct SettingsTextTests {
  private let text = SettingsText(commands: SampleCommands.all).text

  private func read(_ text: String) -> SettingsParseResult {
    SettingsReader(commands: SampleCommands.all).read(Array(text.utf8))
  }

  @Test func `The printed settings are valid and the defaults`() {
    #expect(read(text) == SettingsParseResult(settings: .standard))
    for name in [
      "theme", "density", "mouse", "time", "demo", "stream", "cache-posts", "cache-days", "cache-pictures",
      "fetch-pictures", "avatars", "paste-command", "undo-send",
      "credential-helper", "bell", "notify-command", "player",
    ] {
      #expect(text.contains("\n\(name) = "), "\(name) is not printed")
    }
    #expect(text.contains("\n[keys]\n"))
  }

  @Test func `Each printed key is a valid line`() {
    var isAmongCommands = false
    var count = 0
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# All commands") { isAmongCommands = true }
      guard isAmongCommands, line.hasPrefix("# \"") else { continue }
      count += 1
      #expect(read("[keys]\n" + line.dropFirst(2)).faults.isEmpty, "\(line)")
    }
    #expect(count == SampleCommands.all.flatMap(\.keys).count)
  }

  @Test func `Special characters in keys are escaped`() {
    let odd = Command("odd", "odd", keys: [KeySequence([.character("\"")]), KeySequence([.character("\\")])])
    let text = SettingsText(commands: [odd]).text
    #expect(text.contains(#"# "\"" = "odd""#) && text.contains(#"# "\\" = "odd""#))
  }
}
