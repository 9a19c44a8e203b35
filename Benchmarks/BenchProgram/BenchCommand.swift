import ArgumentParser
import Benchmarking
import Foundation

/// Measures Tern beside other programs. Progress goes to standard error, the tables to standard output.
@main
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "bench")

  @Argument(help: "The program to measure.") var tern: String
  @Argument(help: "The least that a program on ncurses can be.") var bare: String
  @Argument(help: "The server of posts.") var server: String
  @Argument(help: "An empty folder to work in.") var folder: String
  @Option(help: "How many posts a timeline has.") var posts: [Int] = [1000, 100_000]
  @Option(help: "How often each program is started.") var rounds = 15
  @Option(help: "A program to measure; all of them, unless given.") var only: [String] = []
  @Option(help: "How long all of them stand idle.") var idle = 30

  func run() {
    let benchmark = Benchmark(
      tern: tern, bare: bare, lengths: posts, rounds: rounds, only: only, idleSeconds: idle,
      workshop: Workshop(folder: folder, mastodonServer: server)
    ) { line in
      FileHandle.standardError.write(Data((line + "\n").utf8))
    }
    print(benchmark.run())
  }
}
