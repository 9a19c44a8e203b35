import ArgumentParser
import DataLayer
import Domain
import Store

/// `tern import PATH…`: takes what people have downloaded into Tern's store.
struct ImportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take archives into the store.",
    discussion: "Each becomes an account. To import one again adds what is new.")

  @Argument(
    help: ArgumentHelp(
      "An archive of X or Mastodon as it was downloaded (ZIP, tar.gz or folder), or a file of posts.", valueName: "path"
    ))
  var paths: [String]

  @OptionGroup var options: StoreOptions

  @MainActor
  func runOnMainActor() throws {
    let store = PostStore(directory: options.directory)
    let run = ImportRun(store: store, clock: SystemClock())
    for path in paths { try run.importArchive(at: path) }
    run.end()
  }
}

/// Where the store is.
struct StoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where Tern keeps what has been imported.", valueName: "dir"))
  var dataDirectory: String?

  var directory: String { dataDirectory ?? StoreDirectory.path(environment: Environment.variables) }
}
