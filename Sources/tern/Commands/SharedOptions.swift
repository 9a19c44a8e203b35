import ArgumentParser

/// What every command takes.
struct SharedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The account to open.", valueName: "handle"))
  var account: String?

  @Option(help: ArgumentHelp("The timeline to open.", valueName: "name"))
  var timeline: String?

  @Option(help: ArgumentHelp("Where Tern keeps what it remembers.", valueName: "dir"))
  var stateDirectory: String?

  @Option(help: ArgumentHelp("Where Tern keeps what has been imported.", valueName: "dir"))
  var dataDirectory: String?

  @Option(help: ArgumentHelp("Write what happens to a file.", valueName: "file"))
  var log: String?

  @Flag(name: .customLong("no-demo"), help: "Leave the demo's accounts out.")
  var hidesDemo = false
}

/// The files to read.
struct PathArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files of posts, shown as one timeline. - is standard input, a folder is the archive in it.", valueName: "path"))
  var paths: [String] = []
}
