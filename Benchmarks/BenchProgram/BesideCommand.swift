import ArgumentParser
import Benchmarking

struct BesideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beside", abstract: "Measures Tern beside other programs of its kind.")

  @OptionGroup var place: Place
  @Option(help: "How many posts a timeline has.") var posts: [Int] = [1000, 100_000]
  @Option(help: "How often each program is started.") var rounds = 15
  @Option(help: "A program to measure; all of them, unless given.") var only: [String] = []
  @Option(help: "How long all of them stand idle.") var idle = 30

  func run() {
    let benchmark = Benchmark(
      tern: place.program("tern"), bare: place.program("BareCurses"), lengths: posts, rounds: rounds, only: only,
      idleSeconds: idle, workshop: place.workshop, say: Place.say)
    print(benchmark.run())
  }
}
