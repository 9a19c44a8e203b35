import FolderSupport
import Settings
import TerminalKit
import Testing

@Suite struct SettingsFileTests {
  private func file(_ path: String) -> SettingsFile { SettingsFile(path: path, commands: SampleCommands.all) }

  @Test func `A file that is not there is no fault`() throws {
    let folder = try TemporaryFolder()
    #expect(file(folder.path(of: "config.toml")).read() == SettingsParseResult(isMissing: true))
    #expect(file(folder.path(of: "no/folder/config.toml")).read() == SettingsParseResult(isMissing: true))
  }

  @Test func `A file is read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("theme = \"dark\"\n", to: "config.toml")
    #expect(file(folder.path(of: "config.toml")).read().settings.theme == "dark")
  }

  @Test func `A file that cannot be read leaves the settings that hold`() throws {
    let folder = try TemporaryFolder()
    var held = UserSettings()
    held.theme = "light"
    let aFolder = file(folder.path).read(holding: held)
    #expect(aFolder.settings == held)
    #expect(aFolder.faults == [SettingsFault(at: nil, "Is a directory")])
    try folder.write(String(repeating: "#", count: 1 << 20 + 1), to: "large.toml")
    #expect(file(folder.path(of: "large.toml")).read(holding: held).faults.count == 1)
    #expect(file("/dev/zero").read(holding: held).faults == [SettingsFault(at: nil, "It is no regular file")])
  }
}
