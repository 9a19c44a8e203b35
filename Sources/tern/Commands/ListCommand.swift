import ArgumentParser

/// `tern list [PATH…]`: posts as text or as JSON Lines.
struct ListCommand: MainActorCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Print posts, newest first.")

  @OptionGroup var file: PathArgument
  @OptionGroup var options: SharedOptions
  @OptionGroup var output: OutputOptions

  @MainActor
  func runOnMainActor() throws {
    let configuration = Configuration(options, paths: file.paths, settings: try ProgramSettings(options.settings))
    try Listing(
      configuration: configuration.withoutUnnamedDemo, limit: output.limit, format: output.format,
      usesPager: output.usesPager, reveals: output.reveals
    ).run()
  }
}

/// `tern search QUERY…`: the posts that match, as `tern list` prints them.
struct SearchCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Print the posts that match, newest first.",
    discussion: """
      A query is words, "phrases", #TAG, @HANDLE (who is mentioned), from:HANDLE, to:HANDLE, since:DATE, until:DATE, \
      has:media, has:link, has:image, has:video, has:audio, has:poll, has:quote, is:repost, is:reply, is:thread, \
      is:edited, is:deleted, likes:>100, reposts:>10, lang:en, in:TIMELINE, OR between them, brackets around them, and - \
      before any of them. A date is 2015, 2015-03 or 2015-03-14. What the shell would read itself stands between quotation \
      marks: tern search '(#tea OR #coffee) likes:>100'. A query that begins with - stands behind --.
      """)

  @Argument(help: ArgumentHelp("What to look for.", valueName: "query"))
  var words: [String]

  @OptionGroup var options: SharedOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if options.timeline != nil { throw ValidationError("search looks through all timelines; leave out --timeline") }
  }

  @MainActor
  func runOnMainActor() throws {
    let configuration = Configuration(options, settings: try ProgramSettings(options.settings))
    try SearchListing(
      text: words.joined(separator: " ").escapingControls, configuration: configuration.withoutUnnamedDemo,
      limit: output.limit, format: output.format,
      usesPager: output.usesPager, reveals: output.reveals
    ).run()
  }
}
