import ArgumentParser
import Benchmarking

struct BesideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beside", abstract: "Compare Tern with similar programs.")

  @OptionGroup var folders: BenchmarkFolders
  @Option(help: "Posts per timeline.") var posts: [Int] = [1000, 100_000]
  @Option(help: "Number of starts of each program.") var rounds = 15
  @Option(help: "Program to measure. Default: all.") var only: [String] = []
  @Option(help: "Idle time in seconds.") var idle = 30

  func run() {
    let benchmark = Benchmark(
      tern: folders.program("tern"), bare: folders.program("BareCurses"), lengths: posts, rounds: rounds, only: only,
      idleSeconds: idle, workshop: folders.workshop, printProgress: BenchmarkFolders.printProgress)
    print(benchmark.run())
  }
}
