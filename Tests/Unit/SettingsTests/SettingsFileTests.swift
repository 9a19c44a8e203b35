import FolderSupport
import Settings
import TerminalKit
import Testing

@Suite struct SettingsFileTests {
  private func file(_ path: String) -> SettingsFile { SettingsFile(path: path, commands: SampleCommands.all) }

  @Test func `A missing file is no fault`() throws {
    let folder = TemporaryFolder()
    #expect(file(folder.path(of: "config.toml")).read() == SettingsParseResult(isMissing: true))
    #expect(file(folder.path(of: "no/folder/config.toml")).read() == SettingsParseResult(isMissing: true))
  }

  @MainActor @Test func `Each explanation fits into three lines of a screen of 80 columns`() async {
    for setting in await file("/dev/null").settings() {
      #expect(TextLayout.wrap(StyledText(setting.explanation), width: 76).count <= 3, "\(setting.name)")
    }
  }

  @Test func `A file is read`() throws {
    let folder = TemporaryFolder()
    try folder.write("theme = \"dark\"\n", to: "config.toml")
    #expect(file(folder.path(of: "config.toml")).read().settings.theme == "dark")
  }

  @Test func `An unreadable file leaves the current settings`() throws {
    let folder = TemporaryFolder()
    var current = UserSettings()
    current.theme = "light"
    let aFolder = file(folder.path).read(fallback: current)
    #expect(aFolder.settings == current)
    #expect(aFolder.faults == [SettingsFault(at: nil, "Is a directory")])
    try folder.write(String(repeating: "#", count: 1 << 20 + 1), to: "large.toml")
    #expect(file(folder.path(of: "large.toml")).read(fallback: current).faults.count == 1)
    #expect(file("/dev/zero").read(fallback: current).faults == [SettingsFault(at: nil, "Not a regular file")])
  }
}
