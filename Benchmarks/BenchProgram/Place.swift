import ArgumentParser
import Benchmarking
import Foundation

/// Where everything lies.
struct Place: ParsableArguments {
  @Argument(help: "The folder of the programs that were built.") var programs: String
  @Argument(help: "An empty folder to work in.") var folder: String
  @Option(help: "The folder of the scripts.") var scripts = "Benchmarks"

  var workshop: Workshop { Workshop(folder: folder, scripts: scripts) }

  func program(_ name: String) -> String { programs + "/" + name }

  static func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
