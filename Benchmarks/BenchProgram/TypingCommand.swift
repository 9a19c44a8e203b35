import ArgumentParser
import Benchmarking

struct TypingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "typing", abstract: "Measures keys that are typed in texts of several lengths.")

  @OptionGroup var place: Place
  @Option(help: "How many characters a text has.") var characters: [Int] = [0, 500, 5_000, 50_000]
  @Option(help: "How many keys are typed in each.") var presses = 300

  func run() throws {
    let bench = TypingBench(
      tern: place.program("tern"), lengths: characters, presses: presses, workshop: place.workshop, say: Place.say)
    print(try bench.run())
  }
}
