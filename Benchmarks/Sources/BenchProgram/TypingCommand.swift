import ArgumentParser
import Benchmarking

struct TypingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "typing", abstract: "Measure typing in texts of several lengths.")

  @OptionGroup var folders: BenchmarkFolders
  @Option(help: "Characters per text.") var characters: [Int] = [0, 500, 5_000, 50_000]
  @Option(help: "Keys typed in each text.") var presses = 300

  func run() throws {
    let bench = TypingBench(
      tern: folders.program("tern"), lengths: characters, presses: presses, workshop: folders.workshop,
      printProgress: BenchmarkFolders.printProgress)
    print(try bench.run())
  }
}
