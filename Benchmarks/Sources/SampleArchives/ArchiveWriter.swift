/// Writes an archive file by file.
struct ArchiveWriter<Sink: ArchiveSink> {
  private(set) var sink: Sink
  private(set) var census: WordCensus
  private let archive: SampleArchive
  private let composer: TweetComposer
  private let vocabulary = SampleVocabulary()
  private var notes: [Tweet] = []

  init(_ archive: SampleArchive, _ sink: Sink) {
    self.archive = archive
    self.sink = sink
    census = WordCensus(vocabulary)
    composer = TweetComposer(count: archive.tweets, seed: archive.seed, vocabulary: vocabulary)
  }

  mutating func write() throws(SampleArchiveError) {
    for (path, text) in ArchivePages.all(of: archive) { try file(path, Array(text.utf8)) }
    for part in 0..<max(1, (archive.tweets + archive.tweetsInFile - 1) / archive.tweetsInFile) {
      try writeTweets(
        part * archive.tweetsInFile..<min(archive.tweets, (part + 1) * archive.tweetsInFile),
        to: part == 0 ? "data/tweets.js" : "data/tweets-part\(part).js", variable: "tweets.part\(part)")
    }
    try writeNotes()
    try writeLikes()
    try writeDeleted()
    for number in 0..<archive.pictures {
      try file("data/tweets_media/\(1000 + number)-Q\(number).jpg", Self.picture(number))
    }
    try sink.close()
  }
}

extension ArchiveWriter {
  mutating func writeTweets(
    _ numbers: Range<Int>, to path: String, variable: String
  ) throws(SampleArchiveError) {
    try sink.begin(path)
    var writer = TweetWriter()
    var order = Misorder(numbers, seed: archive.seed)
    var separator = "window.YTD.\(variable) = [\n"
    while let number = order.next() {
      let tweet = composer.tweet(number)
      writer.append(separator)
      separator = ",\n"
      writer.write(tweet)
      census.count(tweet, in: .tweets)
      if tweet.longText != nil { notes.append(tweet) }
      try writer.flush(to: &sink, above: 1 << 18)
    }
    writer.append(numbers.isEmpty ? separator + "]\n" : "\n]\n")
    try writer.flush(to: &sink, above: 0)
    try sink.end()
  }

  private mutating func file(_ path: String, _ bytes: [UInt8]) throws(SampleArchiveError) {
    try sink.begin(path)
    try sink.write(bytes)
    try sink.end()
  }

  private mutating func writeNotes() throws(SampleArchiveError) {
    var text = ByteText()
    text.append("window.YTD.note_tweet.part0 = [")
    for (index, tweet) in notes.enumerated() {
      text.append(index == 0 ? "\n" : ",\n")
      text.append("  {\n    \"noteTweet\" : {\n      \"noteTweetId\" : \"")
      // The ID differs from that of the tweet; the beginning of the text matches it to its tweet.
      text.append(tweet.id - 1 << 22)
      text.append("\",\n      \"updatedAt\" : \"")
      tweet.moment.appendISO(to: &text)
      text.append("\",\n      \"lifecycle\" : {\n        \"value\" : \"Published\"\n      },\n      \"createdAt\" : \"")
      tweet.moment.appendISO(to: &text)
      text.append(
        "\",\n      \"core\" : {\n        \"styletags\" : [ ],\n        \"urls\" : [ ],\n        \"text\" : \"")
      text.append(tweet.longText ?? [])
      text.append(
        "\",\n        \"mentions\" : [ ],\n        \"cashtags\" : [ ],\n        \"hashtags\" : [ ]\n      }\n")
      text.append("    }\n  }")
    }
    text.append("\n]\n")
    try file("data/note-tweet.js", text.bytes)
  }

  private mutating func writeLikes() throws(SampleArchiveError) {
    var text = ByteText()
    text.append("window.YTD.like.part0 = [")
    let others = TweetComposer(count: archive.likes, seed: archive.seed &+ 1, vocabulary: vocabulary)
    for number in 0..<archive.likes {
      let tweet = others.tweet(number)
      census.count(tweet, in: .likes)
      text.append(number == 0 ? "\n" : ",\n")
      text.append("  {\n    \"like\" : {\n      \"tweetId\" : \"")
      text.append(tweet.id)
      text.append("\",\n      \"fullText\" : \"")
      text.append(tweet.text.json)
      text.append("\",\n      \"expandedUrl\" : \"https://twitter.com/i/web/status/")
      text.append(tweet.id)
      text.append("\"\n    }\n  }")
    }
    text.append("\n]\n")
    try file("data/like.js", text.bytes)
  }

  private mutating func writeDeleted() throws(SampleArchiveError) {
    var writer = TweetWriter()
    writer.append("window.YTD.deleted_tweets.part0 = [")
    let others = TweetComposer(count: archive.deletedTweets, seed: archive.seed &+ 2, vocabulary: vocabulary)
    for number in 0..<archive.deletedTweets {
      let tweet = others.tweet(number)
      census.count(tweet, in: .deleted)
      writer.append(number == 0 ? "\n" : ",\n")
      writer.write(tweet, deletedAt: TweetMoment(milliseconds: tweet.moment.milliseconds + 86_400_000))
    }
    writer.append("\n]\n")
    try file("data/deleted-tweets.js", writer.text.bytes)
  }

  /// Bytes with the header of a photo that cannot be compressed.
  private static func picture(_ number: Int) -> [UInt8] {
    var generator = SampleGenerator(seed: UInt64(number))
    return [0xFF, 0xD8, 0xFF, 0xE0] + (0..<50_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      + [0xFF, 0xD9]
  }
}
