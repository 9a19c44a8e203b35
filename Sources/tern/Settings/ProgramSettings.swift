import Settings
import SystemFiles

/// The settings that the program begins with, and the file that they come from.
struct ProgramSettings {
  /// nil where they come from none: the standard settings hold.
  var file: SettingsFile?
  var reading = SettingsParseResult()

  static let standard = ProgramSettings()

  private init() {}

  private init(file: SettingsFile) {
    self.file = file
    reading = file.read()
  }
}

extension ProgramSettings {
  /// Those of the file that the person names, which has to be there.
  init(named option: SettingsOption) throws(CommandFailure) {
    guard let path = option.path else {
      self.init()
      return
    }
    self.init(file: SettingsFile(path: path, commands: AppCommands.all))
    if reading.isMissing { throw CommandFailure(.noInput, "\(path): no such file") }
  }

  /// Those of the file that the person names, else of their own file, which may be missing.
  init(_ option: SettingsOption) throws(CommandFailure) {
    guard option.path == nil else {
      try self.init(named: option)
      return
    }
    let folder = UserDirectory.config(environment: Environment.variables)
    self.init(file: SettingsFile(path: folder + "/config.toml", commands: AppCommands.all))
  }
}
