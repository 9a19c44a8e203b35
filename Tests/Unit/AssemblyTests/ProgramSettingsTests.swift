import Domain
import Settings
import TerminalKit
import Testing

@testable import tern

@MainActor @Suite struct ProgramSettingsTests {
  @Test func `The output of tern config parses without faults and equals the defaults`() {
    let text = SettingsText(commands: AppCommands.all).text
    let reading = SettingsReader(commands: AppCommands.all).read(Array(text.utf8))
    #expect(reading == SettingsParseResult(settings: .standard))
    for command in AppCommands.all where !command.keys.isEmpty {
      #expect(text.contains("= \"\(command.id)\"\n"), "\(command.id) is not printed")
    }
  }

  @Test func `The notice has the number of faults and the first fault`() {
    let one = SettingsFault(at: TextPosition(line: 4, column: 9), "unknown setting “thme”")
    #expect(SettingsNotice.text(of: [], path: "/a/config.toml") == nil)
    #expect(
      SettingsNotice.text(of: [one], path: "/a/config.toml")
        == "config.toml: line 4, column 9: unknown setting “thme” · tern config check")
    #expect(
      SettingsNotice.text(of: [one, one, one], path: "/a/config.toml")
        == "3 errors in config.toml, the first in line 4, column 9: unknown setting “thme” · tern config check")
    #expect(
      SettingsNotice.text(of: [SettingsFault(at: nil, "Permission denied")], path: "mine")
        == "mine: Permission denied · tern config check")
    let other = SettingsFault(at: TextPosition(line: 1, column: 1), "no colour", in: "/a/themes/night.toml")
    #expect(
      SettingsNotice.text(of: [other], path: "/a/config.toml")
        == "night.toml: line 1, column 1: no colour · tern config check")
    #expect(
      SettingsNotice.text(of: [one, other, other], path: "/a/config.toml")
        == "3 errors in config.toml and night.toml, the first in line 4, column 9: unknown setting “thme”"
        + " · tern config check")
  }

  @Test
  func `The theme follows the reported background, then the saved one`() {
    var settings = UserSettings.standard
    let (white, black) = (RGB(0xFFFFFF), RGB(0x000000))
    // $COLORFGBG has precedence over the saved background and may be set where the tests run.
    if let isLight = Environment.isBackgroundLight {
      #expect(ThemeChoice.theme(of: settings, savedBackground: white) == Theme.defaultTheme(isLight: isLight))
    } else {
      #expect(ThemeChoice.theme(of: settings) == .dark)
      #expect(ThemeChoice.theme(of: settings, savedBackground: white) == .light)
    }
    #expect(ThemeChoice.theme(of: settings, reportedBackground: black, savedBackground: white) == .dark)
    settings.theme = "high-contrast"
    #expect(ThemeChoice.theme(of: settings, reportedBackground: white) == .highContrast)
    settings.theme = "terminal"
    #expect(ThemeChoice.theme(of: settings, reportedBackground: black) == .terminal)
    #expect(ThemeChoice.theme(of: settings, reportedBackground: white) == .terminalOnLight)
    settings.theme = "night"
    settings.customTheme = Theme(name: "night")
    #expect(ThemeChoice.theme(of: settings, reportedBackground: white) == Theme(name: "night"))
    // If a custom theme cannot be read, the default applies.
    settings.customTheme = nil
    #expect(ThemeChoice.theme(of: settings, reportedBackground: white) == .light)
  }
}
