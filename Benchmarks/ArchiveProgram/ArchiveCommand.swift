import ArgumentParser
import Foundation
import SampleArchives

/// Makes an archive such as X hands out, of as many tweets as one likes. The words that it has, and in how many posts,
/// go to standard output.
@main
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "archive")

  @Argument(help: "Where it goes: a folder, or a file where its name ends in .zip.") var path: String
  @Option(help: "How many tweets it has.") var tweets = 10_000
  @Option(help: "The same seed makes the same archive.") var seed: UInt64 = 1

  func run() throws {
    let archive = SampleArchive(tweets: tweets, seed: seed)
    let census: WordCensus
    if path.hasSuffix(".zip") {
      var sink = try ZIPSink(path: path)
      census = try archive.write(to: &sink)
    } else {
      var sink = FolderSink(folder: path)
      census = try archive.write(to: &sink)
    }
    FileHandle.standardOutput.write(Data(census.table.utf8))
  }
}
