import FoundationEssentials
import SampleArchives

/// A temporary archive as a folder and as a ZIP.
struct ArchiveFiles {
  let folder: String
  let zip: String
  /// All tweets in a single file, the format of X until 2021.
  let olderFile: String
  let census: WordCensus

  private let parent: String
  private let archive: SampleArchive

  init(tweets: Int, _ workshop: Workshop) throws {
    parent = workshop.path("archives/\(tweets)")
    folder = parent + "/x"
    zip = parent + "/x.zip"
    olderFile = parent + "/older/tweet.js"
    archive = SampleArchive(tweets: tweets)
    var folderSink = FolderSink(folder: folder)
    census = try archive.write(to: &folderSink)
    var zipSink = try ZIPSink(path: zip)
    _ = try archive.write(to: &zipSink)
  }

  func makeOlderFile() throws {
    var sink = FolderSink(folder: parent + "/older")
    try archive.writeOlderFile(to: &sink, as: "tweet.js")
  }

  /// The files with tweets.
  var tweetFiles: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/data")) ?? []
    return names.filter { $0.hasPrefix("tweets") && $0.hasSuffix(".js") }.map { "\(folder)/data/\($0)" }
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: parent)
  }
}
