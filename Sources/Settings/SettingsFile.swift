import Glibc
import SystemFiles
import TerminalKit

/// The file that holds a person's settings.
public struct SettingsFile: Sendable {
  private static let maxSize = 1 << 20

  public let path: String
  private let reader: SettingsReader

  /// - Parameter commands: those that can be given keys.
  public init(path: String, commands: [Command]) {
    self.path = path
    reader = SettingsReader(commands: commands)
  }

  /// - Parameter held: the settings that hold so far. They stay where the file cannot be understood.
  public func read(holding held: UserSettings = .standard) -> SettingsReading {
    do throws(SystemError) {
      return reader.read(try OpenFile(path, O_RDONLY).readToEnd(limit: Self.maxSize), holding: held)
    } catch {
      if [ENOENT, ENOTDIR].contains(error.code) { return SettingsReading(isMissing: true) }
      return SettingsReading(settings: held, faults: [SettingsFault(at: nil, error.reason)])
    }
  }
}
