import Foundation
import ProgramSupport
import SampleArchives
import Testing

struct SampleArchiveTests {
  private let written: WrittenArchive

  init() throws {
    written = try WrittenArchive(SampleArchive(tweets: 2000, tweetsInFile: 900))
  }

  @Test func `The seed determines the bytes`() throws {
    let again = try WrittenArchive(SampleArchive(tweets: 2000, tweetsInFile: 900))
    let other = try WrittenArchive(SampleArchive(tweets: 2000, seed: 2, tweetsInFile: 900))
    #expect(again.sink.files == written.sink.files)
    #expect(again.census.table == written.census.table)
    #expect(other.sink.files["data/tweets.js"] != written.sink.files["data/tweets.js"])
  }

  @Test func `The archive has the requested number of unique tweets, in parts`() throws {
    let ids = try written.tweets().compactMap { $0["id"] as? String }
    #expect(ids.count == 2000)
    #expect(Set(ids).count == 2000)
    #expect(
      written.sink.paths.filter { $0.hasPrefix("data/tweets") && $0.hasSuffix(".js") } == [
        "data/tweets.js", "data/tweets-part1.js", "data/tweets-part2.js",
      ])
    #expect(
      String(decoding: written.sink.files["data/tweets-part2.js"] ?? [], as: UTF8.self)
        .hasPrefix("window.YTD.tweets.part2 = [\n  {\n    \"tweet\": {\n      \"edit_info\": {\n"))
    #expect(try written.entries(of: "data/like.js").count == 20)
    #expect(try written.entries(of: "data/deleted-tweets.js").count == 2)
    #expect(written.census.total == 2022)
    #expect(written.sink.isClosed)
  }

  @Test func `Tweets are sorted from newest to oldest, except a few pairs`() throws {
    let ids = try written.tweets().compactMap { ($0["id"] as? String).flatMap(Int.init) }
    let inversions = zip(ids, ids.dropFirst()).count { $0 < $1 }
    #expect((40...200).contains(inversions))
    #expect(zip(ids, ids.sorted(by: >)).count { $0 != $1 } == 2 * inversions)
  }

  @Test func `Numbers are strings, and times match the IDs`() throws {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "EEE MMM dd HH:mm:ss Z yyyy"
    for tweet in try written.tweets() {
      #expect(tweet["favorite_count"] is String && tweet["retweet_count"] is String)
      #expect(tweet["id"] as? String == tweet["id_str"] as? String)
      let id = try #require((tweet["id"] as? String).flatMap(Int.init))
      let date = try #require((tweet["created_at"] as? String).flatMap(format.date))
      #expect(Int(date.timeIntervalSince1970) == (id >> 22 + 1_288_834_974_657) / 1000)
    }
  }

  @Test func `Entity ranges count code points of the escaped text`() throws {
    var counts: [String: Int] = [:]
    for tweet in try written.tweets() {
      let text = Array(try #require(tweet["full_text"] as? String).unicodeScalars)
      #expect((tweet["display_text_range"] as? [String])?.last == String(text.count))
      let entities = try #require(tweet["entities"] as? [String: Any])
      for (kind, name, sign) in [
        ("user_mentions", "screen_name", "@"), ("hashtags", "text", "#"), ("urls", "url", ""), ("media", "url", ""),
      ] {
        for entity in entities[kind] as? [[String: Any]] ?? [] {
          let range = try #require(entity["indices"] as? [String]).compactMap { Int($0) }
          let part = String(String.UnicodeScalarView(text[range[0]..<range[1]]))
          #expect(part == sign + (entity[name] as? String ?? "?"))
          counts[kind, default: 0] += 1
        }
      }
    }
    #expect(counts.values.allSatisfy { $0 > 100 } && counts.count == 4)
  }

  @Test func `There are reposts, replies, pictures, locations, edits and long texts`() throws {
    let tweets = try written.tweets()
    #expect((300...500).contains(tweets.count { ($0["full_text"] as? String)?.hasPrefix("RT @q") == true }))
    #expect((600...900).contains(tweets.count { $0["in_reply_to_status_id"] != nil }))
    #expect((100...300).contains(tweets.count { $0["extended_entities"] != nil }))
    #expect(tweets.contains { $0["geo"] != nil })
    #expect(tweets.contains { ($0["edit_info"] as? [String: Any])?["edit"] != nil })
    let notes = try written.entries(of: "data/note-tweet.js")
    #expect(
      notes.count
        == tweets.count {
          ($0["full_text"] as? String)?.hasPrefix("RT") == false
            && ($0["full_text"] as? String)?.hasSuffix("…") == true
        })
    #expect(notes.count > 20)
  }

  @Test func `About one in twenty original tweets is Japanese; some are Korean or Thai`() throws {
    let languages = Dictionary(grouping: try written.tweets()) { $0["lang"] as? String ?? "" }.mapValues(\.count)
    #expect((50...110).contains(languages["ja"] ?? 0))
    #expect((languages["ko"] ?? 0) > 5 && (languages["th"] ?? 0) > 5)
  }

  @Test func `Direct messages and email address are only in their own files`() {
    for (path, bytes) in written.sink.files {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains(SampleArchive.secret) == (path == "data/direct-messages.js"))
      #expect(text.contains(SampleArchive.address) == (path == "data/account.js"))
    }
  }

  @Test func `The older format is a single file`() throws {
    var sink = MemorySink()
    try SampleArchive(tweets: 2000, tweetsInFile: 900).writeOlderFile(to: &sink, as: "tweet.js")
    let text = String(decoding: sink.files["tweet.js"] ?? [], as: UTF8.self)
    #expect(text.hasPrefix("window.YTD.tweet.part0 = [\n"))
    let entries = try JSONSerialization.jsonObject(with: Data(text.drop { $0 != "=" }.dropFirst().utf8)) as? [Any]
    #expect(entries?.count == 2000)
  }

  @Test func `Tern reads the folder`() async throws {
    let folder = TemporaryFolder()
    var sink = FolderSink(folder: folder.path(of: "archive"))
    _ = try SampleArchive(tweets: 300).write(to: &sink)
    let outcome = try await Tern.run(["list", "--format", "jsonl", folder.path(of: "archive/data/tweets.js")])
    #expect(outcome.output.split(separator: "\n").count == 300)
    #expect(outcome.errors.isEmpty)
  }

  @Test func `The ZIP contains the same files`() throws {
    let folder = TemporaryFolder()
    let path = folder.path(of: "x.zip")
    var sink = try ZIPSink(path: path)
    _ = try SampleArchive(tweets: 2000, tweetsInFile: 900).write(to: &sink)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let files = try ZIPFile(Array(bytes)).files
    #expect(files == written.sink.files)
  }
}
