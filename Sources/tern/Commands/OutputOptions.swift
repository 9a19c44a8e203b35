import ArgumentParser

/// How posts are printed, and how many.
struct OutputOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, jsonl
  }

  // Else a number below zero would be taken for an option.
  @Option(parsing: .unconditional, help: ArgumentHelp("How many posts at the most.", valueName: "n"))
  var limit: Int?

  @Option(help: "text or jsonl.")
  var format = Format.text

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number of posts, not \(limit)") }
  }
}
