import FoundationEssentials
import SampleArchives

/// An archive as a folder and as a ZIP, for as long as this is needed.
struct ArchiveFiles {
  let folder: String
  let zip: String
  /// A single file of all tweets, as X wrote it until 2021.
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

  /// Where the tweets stand.
  var tweetFiles: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/data")) ?? []
    return names.filter { $0.hasPrefix("tweets") && $0.hasSuffix(".js") }.map { "\(folder)/data/\($0)" }
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: parent)
  }
}
