import Glibc
import SystemFiles
import TerminalKit

/// The file that holds a person's settings.
public struct SettingsFile: Sendable {
  private static let maxSize = 1 << 20

  public let path: String
  /// Where the person's own themes are.
  public let themes: ThemeFolder
  private let commands: [Command]

  /// - Parameter commands: those that can be given keys.
  public init(path: String, commands: [Command]) {
    self.path = path
    self.commands = commands
    themes = ThemeFolder(beside: path)
  }

  /// - Parameter held: the settings that hold so far. They stay where the file cannot be understood.
  public func read(holding held: UserSettings = .standard) -> SettingsParseResult {
    do throws(SystemError) {
      let bytes = try OpenFile(path, O_RDONLY).readToEnd(limit: Self.maxSize)
      let reader = SettingsReader(commands: commands, ownThemes: themes.names)
      return withTheme(reader.read(bytes, holding: held), holding: held)
    } catch {
      if [ENOENT, ENOTDIR].contains(error.code) { return SettingsParseResult(isMissing: true) }
      return SettingsParseResult(settings: held, faults: [SettingsFault(at: nil, error.reason)])
    }
  }

  /// A theme of the person's own; nil where there is none of that name, and where it cannot be read.
  public func theme(named name: String) -> Theme? {
    themes.names.contains(name) ? themes.read(name, holding: nil).theme : nil
  }

  /// Reads the theme, where it is one of the person's own.
  private func withTheme(_ reading: SettingsParseResult, holding held: UserSettings) -> SettingsParseResult {
    var reading = reading
    let name = reading.settings.theme
    reading.settings.ownTheme = nil
    if UserSettings.themes.contains(name) { return reading }
    let theme = themes.read(name, holding: held.theme == name ? held.ownTheme : nil)
    reading.settings.ownTheme = theme.theme
    reading.faults += theme.faults
    return reading
  }
}
