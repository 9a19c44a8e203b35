import ArgumentParser
import Benchmarking

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: "Measure an account at a server with a large cache.")

  @OptionGroup var folders: BenchmarkFolders
  @Option(help: "Number of cached posts.") var posts = 100_000
  @Option(help: "Number of starts.") var rounds = 15
  @Option(help: "Idle time in seconds.") var idle = 60

  func run() throws {
    let bench = LiveBench(
      tern: folders.program("tern"), posts: posts, rounds: rounds, idleSeconds: idle, workshop: folders.workshop,
      printProgress: BenchmarkFolders.printProgress)
    print(try bench.run())
  }
}
