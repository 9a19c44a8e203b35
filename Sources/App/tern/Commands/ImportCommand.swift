import ArgumentParser
import Domain
import Glibc
import Runtime
import Store
import SystemFiles

/// `tern import PATH…`: imports downloaded archives into the store.
struct ImportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import archives of X or Mastodon as you downloaded them.",
    discussion: """
      Each archive becomes an account. Importing one again adds and updates posts. Direct messages are never read. \
      - is standard input; an archive from there is stored in a temporary file while it is read. Progress is printed on \
      standard error, a summary on standard output. An interrupt keeps the posts imported so far.
      """)

  @Argument(
    help: ArgumentHelp(
      "Archive (ZIP, tar.gz or folder) or file of posts.", valueName: "path"
    ), completion: .file())
  var paths: [String]

  @Option(
    name: .customLong("as"), parsing: .unconditional,
    help: ArgumentHelp("Your name for the account.", valueName: "name"))
  var name: String?

  @Flag(help: "Let this archive win, even if it looks older than what is stored.")
  var newest = false

  @Flag(help: "Import pictures, videos and audio too.")
  var media = false

  @Option(
    help: ArgumentHelp(
      "Space for media per account, such as 500M or 2G. Pictures are imported first.", valueName: "size"))
  var mediaLimit = ByteCount(bytes: 1_000_000_000)

  @OptionGroup var options: StoreOptions

  func validate() throws {
    if name != nil, paths.count > 1 { throw ValidationError("--as names one account; import one path at a time") }
  }

  @MainActor
  func runOnMainActor() throws {
    let store = PostStore(directory: options.directory)
    let name = try name.map(AccountNaming.name)
    let run = ImportRun(
      store: store, name: name, isNewest: newest, clock: SystemClock(),
      media: media ? .init(directory: options.directory, limit: mediaLimit.bytes) : nil)
    var failure: CommandFailure?
    // A failing path does not stop the others; the first failure decides the exit status.
    for path in paths {
      do {
        try run.importArchive(at: path)
      } catch let latest as CommandFailure {
        StandardError.printMessage(latest.message)
        failure = failure ?? latest
      }
    }
    run.end()
    if let failure { Glibc.exit(failure.status.rawValue) }
  }
}

extension ByteCount: ExpressibleByArgument {
  init?(argument: String) {
    self.init(argument)
  }

  var defaultValueDescription: String { "\(bytes / 1_000_000_000)G" }
}

/// The option that names the data directory.
struct StoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Data directory: imported and cached posts.", valueName: "dir"), completion: .directory)
  var dataDirectory: String?

  var directory: String { dataDirectory ?? UserDirectory.data(environment: Environment.variables) }
}
