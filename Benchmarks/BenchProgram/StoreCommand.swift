import ArgumentParser
import Benchmarking

struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Measures the import of archives, and how they are read and searched afterwards.")

  @OptionGroup var place: Place
  @Option(help: "How many tweets an archive has.") var posts: [Int] = [10_000, 100_000, 1_000_000]
  @Option(help: "How often the program is started, and each of the keys pressed that go far.") var rounds = 15

  func run() throws {
    let bench = StoreBench(
      tern: place.program("tern"), lengths: posts, rounds: rounds, workshop: place.workshop, say: Place.say)
    print(try bench.run())
  }
}
