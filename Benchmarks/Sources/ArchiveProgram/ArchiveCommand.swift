import ArgumentParser
import Foundation
import SampleArchives

/// Generates an archive in the format of X. Prints its words with the number of posts that contain them.
@main
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "archive")

  @Argument(help: "Output: a folder, or a file if the name ends in .zip.") var path: String
  @Option(help: "Number of tweets.") var tweets = 10_000
  @Option(help: "Seed; the same seed gives the same archive.") var seed: UInt64 = 1

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
