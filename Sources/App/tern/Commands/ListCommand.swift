import ArgumentParser

/// `tern list [PATH…]`: prints posts as text or JSON Lines.
struct ListCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print posts, newest first.",
    discussion: """
      Files of any size are printed while they are read. Posts of the demo are printed only if --account names a demo \
      account. On a terminal, links can be followed and the output goes through a pager. A slow account is waited for, \
      a rate limit is not.
      """)

  @OptionGroup var file: PathArgument
  @OptionGroup var options: SharedOptions
  @OptionGroup var output: OutputOptions

  @Flag(
    name: .customLong("follow"),
    help: "Print the newest posts, oldest first, then new ones as they arrive. Mastodon accounts only.")
  var follows = false

  func validate() throws {
    if follows, !file.paths.isEmpty { throw ValidationError("--follow prints the posts of an account, not of a PATH") }
    if follows, options.isOffline { throw ValidationError("--follow and --offline cannot be combined") }
  }

  @MainActor
  func runOnMainActor() throws {
    let configuration = Configuration(options, paths: file.paths, settings: try ProgramSettings(options.settings))
    if follows {
      return try FollowListing(
        configuration: configuration.excludingUnnamedDemo, limit: output.limit, format: output.format,
        reveals: output.reveals
      ).run()
    }
    try Listing(
      configuration: configuration.excludingUnnamedDemo, limit: output.limit, format: output.format,
      usesPager: output.usesPager, reveals: output.reveals
    ).run()
  }
}

/// `tern search QUERY…`: prints matching posts in the format of `tern list`.
struct SearchCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Print matching posts of all accounts, newest first.",
    discussion: """
      A query consists of words, "phrases", #TAG, @HANDLE (mentioned), from:HANDLE, to:HANDLE, since:DATE, until:DATE, after:DATE, before:DATE, \
      on:DATE, on:this-day, has:media, has:link, has:image, has:video, has:audio, has:poll, has:quote, is:repost, \
      is:reply, is:thread, \
      is:edited, is:deleted, likes:>100, reposts:>10, lang:en and in:TIMELINE, combined with OR, parentheses, and - to \
      exclude. A date is 2015, 2015-03 or 2015-03-14. Quote the query for the shell: \
      tern search '(#tea OR #coffee) likes:>100'. Put -- before a query that begins with -.
      """)

  @Argument(help: ArgumentHelp("Words and conditions to search for.", valueName: "query"))
  var words: [String]

  @OptionGroup var options: SharedOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if options.timeline != nil { throw ValidationError("search covers all timelines; leave out --timeline") }
  }

  @MainActor
  func runOnMainActor() throws {
    let configuration = Configuration(options, settings: try ProgramSettings(options.settings))
    try SearchListing(
      text: words.joined(separator: " ").escapingControls, configuration: configuration.excludingUnnamedDemo,
      limit: output.limit, format: output.format,
      usesPager: output.usesPager, reveals: output.reveals
    ).run()
  }
}
