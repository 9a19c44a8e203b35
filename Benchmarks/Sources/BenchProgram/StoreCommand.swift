import ArgumentParser
import Benchmarking

struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Measure importing, reading and searching archives.")

  @OptionGroup var folders: BenchmarkFolders
  @Option(help: "Tweets per archive.") var posts: [Int] = [10_000, 100_000, 1_000_000]
  @Option(help: "Number of starts, and of presses of keys such as G.") var rounds = 15

  func run() throws {
    let bench = StoreBench(
      tern: folders.program("tern"), lengths: posts, rounds: rounds, workshop: folders.workshop,
      printProgress: BenchmarkFolders.printProgress)
    print(try bench.run())
  }
}
