import Domain
import Settings
import TerminalKit
import Testing

@testable import tern

@MainActor @Suite struct ProgramSettingsTests {
  @Test func `What tern config prints is read without a fault, and is what holds where nothing is set`() {
    let text = SettingsText(commands: AppCommands.all).text
    let reading = SettingsReader(commands: AppCommands.all).read(Array(text.utf8))
    #expect(reading == SettingsParseResult(settings: .standard))
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
    let other = SettingsFault(at: TextPosition(line: 1, column: 1), "no colour", in: "/a/themes/night.toml")
    #expect(
      SettingsNotice.text(of: [other], path: "/a/config.toml")
        == "night.toml: line 1, column 1: no colour · tern config check")
    #expect(
      SettingsNotice.text(of: [one, other, other], path: "/a/config.toml")
        == "3 faults in config.toml and night.toml, the first in line 4, column 9: there is no setting “thme”"
        + " · tern config check")
  }

  @Test
  func `What a terminal has said of its background decides where the person has not, and what was remembered then`() {
    var settings = UserSettings.standard
    let (white, black) = (RGB(0xFFFFFF), RGB(0x000000))
    // $COLORFGBG comes before what is remembered, and may be set where the tests run.
    if let isLight = Environment.isBackgroundLight {
      #expect(ThemeChoice.theme(of: settings, remembered: white) == Theme.suiting(isLight: isLight))
    } else {
      #expect(ThemeChoice.theme(of: settings) == .dark)
      #expect(ThemeChoice.theme(of: settings, remembered: white) == .light)
    }
    #expect(ThemeChoice.theme(of: settings, answered: black, remembered: white) == .dark)
    settings.theme = "high-contrast"
    #expect(ThemeChoice.theme(of: settings, answered: white) == .highContrast)
    settings.theme = "terminal"
    #expect(ThemeChoice.theme(of: settings, answered: black) == .terminal)
    #expect(ThemeChoice.theme(of: settings, answered: white) == .terminalOnLight)
    settings.theme = "night"
    settings.ownTheme = Theme(name: "night")
    #expect(ThemeChoice.theme(of: settings, answered: white) == Theme(name: "night"))
    // A theme of one's own that cannot be read leaves the standard one.
    settings.ownTheme = nil
    #expect(ThemeChoice.theme(of: settings, answered: white) == .light)
  }
}
