import ArgumentParser
import Benchmarking
import Foundation

/// The folders of a benchmark.
struct BenchmarkFolders: ParsableArguments {
  @Argument(help: "Folder of the built programs.") var programs: String
  @Argument(help: "Empty working folder.") var folder: String
  @Option(help: "Folder of the scripts.") var scripts = "Benchmarks/Scripts"

  var workshop: Workshop { Workshop(folder: folder, scripts: scripts) }

  func program(_ name: String) -> String { programs + "/" + name }

  static func printProgress(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
