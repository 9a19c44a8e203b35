import ArgumentParser
import Domain
import Glibc
import Runtime
import Store
import SystemFiles

/// `tern import PATH…`: takes what people have downloaded into Tern's store.
struct ImportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take archives into the store.",
    discussion: "Each becomes an account. To import one again adds what is new.")

  @Argument(
    help: ArgumentHelp(
      "An archive of X or Mastodon as it was downloaded (ZIP, tar.gz or folder), or a file of posts.", valueName: "path"
    ), completion: .file())
  var paths: [String]

  @Option(
    name: .customLong("as"), parsing: .unconditional,
    help: ArgumentHelp("What you call the account from now on.", valueName: "name"))
  var name: String?

  @Flag(help: "What it says counts, however old it looks.")
  var newest = false

  @Flag(help: "Keep the pictures, films and sounds of posts as well.")
  var media = false

  @Option(
    help: ArgumentHelp("How much of these is kept of an account: 500M, 2G.", valueName: "size"))
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
    // One bad path stops no other; how the first of them went is how it all went.
    for path in paths {
      do {
        try run.importArchive(at: path)
      } catch let latest as CommandFailure {
        StandardError.say(latest.message)
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

/// Where the store is.
struct StoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where Tern keeps what has been imported.", valueName: "dir"), completion: .directory)
  var dataDirectory: String?

  var directory: String { dataDirectory ?? UserDirectory.data(environment: Environment.variables) }
}
