import ArgumentParser
import Settings

/// `tern config`: prints the default settings as a commented file.
struct ConfigCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Print all settings with their defaults, as a commented file.",
    subcommands: [ConfigCheckCommand.self])

  @MainActor
  func runOnMainActor() throws {
    try StandardStream.output.write(SettingsText(commands: AppCommands.all).text)
  }
}

/// `tern config check`: prints the faults of the settings file, one per line.
struct ConfigCheckCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the settings file; print each error with line and column.")

  @OptionGroup var option: SettingsOption

  @MainActor
  func runOnMainActor() throws {
    let settings = try ProgramSettings(option)
    let path = settings.file?.path ?? ""
    let lines = settings.parseResult.faults.map { "\($0.file ?? path): \($0)" }
    for line in lines.dropLast() { StandardError.printMessage(line) }
    if let last = lines.last { throw CommandFailure(.damagedData, last) }
    let state = settings.parseResult.isMissing ? "no such file; the defaults apply" : "no errors"
    try StandardStream.output.write("\(NonUTF8Paths.displayed(path)): \(state)\n")
  }
}
