import ArgumentParser

/// `tern list [PATH…]`: posts as text or as JSON Lines.
struct ListCommand: MainActorCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Print posts, newest first.")

  @OptionGroup var file: PathArgument
  @OptionGroup var options: SharedOptions
  @OptionGroup var output: OutputOptions

  @MainActor
  func runOnMainActor() throws {
    try Listing(configuration: Configuration(options, paths: file.paths), limit: output.limit, format: output.format)
      .run()
  }
}
