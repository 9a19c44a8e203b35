import Glibc
import SystemFiles
import TerminalKit

public struct SettingsFile: Sendable {
  static let maxSize = 1 << 20

  public let path: String
  /// The folder of the user's own themes.
  public let themes: ThemeFolder
  let commands: [Command]

  /// - Parameter commands: the commands that can be assigned to keys.
  public init(path: String, commands: [Command]) {
    self.path = path
    self.commands = commands
    themes = ThemeFolder(beside: path)
  }

  /// - Parameter fallback: the settings to use if the file is unreadable or has invalid syntax.
  public func read(fallback: UserSettings = .standard) -> SettingsParseResult {
    do throws(SystemError) {
      let bytes = try OpenFile(path, O_RDONLY).readToEnd(limit: Self.maxSize)
      let reader = SettingsReader(commands: commands, customThemes: themes.names)
      return withTheme(reader.read(bytes, fallback: fallback), fallback: fallback)
    } catch {
      if [ENOENT, ENOTDIR].contains(error.code) { return SettingsParseResult(isMissing: true) }
      return SettingsParseResult(settings: fallback, faults: [SettingsFault(at: nil, error.reason)])
    }
  }

  /// One of the user's own themes; nil if it does not exist or cannot be read.
  public func theme(named name: String) -> Theme? {
    themes.names.contains(name) ? themes.read(name, fallback: nil).theme : nil
  }

  /// Reads the theme if it is one of the user's own.
  private func withTheme(_ result: SettingsParseResult, fallback: UserSettings) -> SettingsParseResult {
    var result = result
    let name = result.settings.theme
    result.settings.customTheme = nil
    if UserSettings.themes.contains(name) { return result }
    let theme = themes.read(name, fallback: fallback.theme == name ? fallback.customTheme : nil)
    result.settings.customTheme = theme.theme
    result.faults += theme.faults
    return result
  }
}
