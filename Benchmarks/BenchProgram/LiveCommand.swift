import ArgumentParser
import Benchmarking

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: "Measures an account at a server, of which much is kept.")

  @OptionGroup var place: Place
  @Option(help: "How many posts are kept.") var posts = 100_000
  @Option(help: "How often the program is started.") var rounds = 15
  @Option(help: "How long it stands idle, in seconds.") var idle = 60

  func run() throws {
    let bench = LiveBench(
      tern: place.program("tern"), posts: posts, rounds: rounds, idleSeconds: idle, workshop: place.workshop,
      say: Place.say)
    print(try bench.run())
  }
}
