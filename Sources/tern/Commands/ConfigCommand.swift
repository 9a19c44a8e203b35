import ArgumentParser
import Settings

/// `tern config`: the standard settings, as a file with comments.
struct ConfigCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Print the standard settings, as a file with comments.",
    subcommands: [ConfigCheckCommand.self])

  @MainActor
  func runOnMainActor() throws {
    try StandardStream.output.write(SettingsText(commands: AppCommands.all).text)
  }
}

/// `tern config check`: what is wrong with a person's settings, one fault a line.
struct ConfigCheckCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say what is wrong with your settings.")

  @OptionGroup var option: SettingsOption

  @MainActor
  func runOnMainActor() throws {
    let settings = try ProgramSettings(option)
    let path = settings.file?.path ?? ""
    let lines = settings.reading.faults.map { "\($0.file ?? path): \($0)" }
    for line in lines.dropLast() { StandardError.say(line) }
    if let last = lines.last { throw CommandFailure(.damagedData, last) }
    let state = settings.reading.isMissing ? "there is no such file, so the standard settings hold" : "all is well"
    try StandardStream.output.write("\(path): \(state)\n")
  }
}
