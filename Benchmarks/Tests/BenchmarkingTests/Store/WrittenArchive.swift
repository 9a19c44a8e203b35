import Foundation
import SampleArchives

/// A generated archive, read back as JSON.
struct WrittenArchive {
  let sink: MemorySink
  let census: WordCensus

  init(_ archive: SampleArchive) throws {
    var sink = MemorySink()
    census = try archive.write(to: &sink)
    self.sink = sink
  }

  /// The tweets of all parts in order.
  func tweets() throws -> [[String: Any]] {
    try sink.paths.filter { $0.hasPrefix("data/tweets") && $0.hasSuffix(".js") }.flatMap { path in
      try entries(of: path).compactMap { $0["tweet"] as? [String: Any] }
    }
  }

  func entries(of path: String) throws -> [[String: Any]] {
    let text = String(decoding: sink.files[path] ?? [], as: UTF8.self)
    let json = text.drop { $0 != "=" }.dropFirst()
    return try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]] ?? []
  }

  /// The texts of tweets, deleted tweets and likes.
  func texts() throws -> [String] {
    let deleted = try entries(of: "data/deleted-tweets.js").compactMap { $0["tweet"] as? [String: Any] }
    let likes = try entries(of: "data/like.js").compactMap { $0["like"] as? [String: Any] }
    return try (tweets() + deleted).compactMap { $0["full_text"] as? String }
      + likes.compactMap { $0["fullText"] as? String }
  }
}
