import Settings
import SystemFiles

/// The settings at startup and the file they were read from.
struct ProgramSettings {
  /// nil if there is no file; the defaults apply.
  var file: SettingsFile?
  var parseResult = SettingsParseResult()

  static let standard = ProgramSettings()

  private init() {}

  private init(file: SettingsFile) {
    self.file = file
    parseResult = file.read()
  }
}

extension ProgramSettings {
  /// The settings in the file given on the command line, or the defaults.
  init(named option: SettingsOption) throws(CommandFailure) {
    guard let path = option.path else {
      self.init()
      return
    }
    self.init(file: SettingsFile(path: path, commands: AppCommands.all))
    if parseResult.isMissing { throw CommandFailure(.noInput, "\(path): no such file") }
  }

  /// The settings in the file given on the command line, otherwise in the user's own file, which may be missing.
  init(_ option: SettingsOption) throws(CommandFailure) {
    guard option.path == nil else {
      try self.init(named: option)
      return
    }
    let folder = UserDirectory.config(environment: Environment.variables)
    self.init(file: SettingsFile(path: folder + "/config.toml", commands: AppCommands.all))
  }
}
