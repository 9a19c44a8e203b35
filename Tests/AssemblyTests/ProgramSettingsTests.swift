import Domain
import Settings
import TerminalKit
import Testing

@testable import tern

@MainActor @Suite struct ProgramSettingsTests {
  @Test func `What tern config prints is read without a fault, and is what holds where nothing is set`() {
    let text = SettingsText(commands: AppCommands.all).text
    let reading = SettingsReader(commands: AppCommands.all).read(Array(text.utf8))
    #expect(reading == SettingsReading(settings: .standard))
    for command in AppCommands.all where !command.keys.isEmpty {
      #expect(text.contains("= \"\(command.id)\"\n"), "\(command.id) is not printed")
    }
  }

  @Test func `A notice says how many faults there are, and the first one`() {
    let one = SettingsFault(at: TextPosition(line: 4, column: 9), "there is no setting “thme”")
    #expect(SettingsNotice.text(of: [], path: "/a/config.toml") == nil)
    #expect(
      SettingsNotice.text(of: [one], path: "/a/config.toml")
        == "config.toml: line 4, column 9: there is no setting “thme” · tern config check")
    #expect(
      SettingsNotice.text(of: [one, one, one], path: "/a/config.toml")
        == "3 faults in config.toml, the first in line 4, column 9: there is no setting “thme” · tern config check")
    #expect(
      SettingsNotice.text(of: [SettingsFault(at: nil, "Permission denied")], path: "mine")
        == "mine: Permission denied · tern config check")
  }
}
