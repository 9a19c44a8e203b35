import ArgumentParser

/// `tern list [PATH…]`: posts as text or as JSON Lines.
struct ListCommand: MainActorCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, jsonl
  }

  static let configuration = CommandConfiguration(commandName: "list", abstract: "Print posts, newest first.")

  @OptionGroup var file: PathArgument
  @OptionGroup var options: SharedOptions

  // Else a number below zero would be taken for an option.
  @Option(parsing: .unconditional, help: ArgumentHelp("How many posts at the most.", valueName: "n"))
  var limit: Int?

  @Option(help: "text or jsonl.")
  var format = Format.text

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number of posts, not \(limit)") }
  }

  @MainActor
  func runOnMainActor() throws {
    try Listing(configuration: Configuration(options, paths: file.paths), limit: limit, format: format).run()
  }
}
