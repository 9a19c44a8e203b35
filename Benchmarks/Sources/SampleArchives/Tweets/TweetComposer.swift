/// Generates tweets. The same seed and number give the same tweet.
struct TweetComposer {
  let count: Int
  let seed: UInt64
  let vocabulary: SampleVocabulary

  private static let textLimit = 240
  private static let repostLimit = 139

  /// The tweet with this number of newer ones.
  func tweet(_ number: Int) -> Tweet {
    var generator = SampleGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(number))
    var tweet = Tweet()
    (tweet.id, tweet.moment) = name(number, &generator)
    tweet.source = generator.below(12)
    switch generator.below(100) {
    case ..<20: repost(into: &tweet, &generator)
    case ..<55:
      mention(in: &tweet, &generator)
      tweet.reply = Tweet.Reply(
        person: tweet.mentions[0].person, id: tweet.id - (generator.number(in: 60_000...6_000_000) << 22))
      body(of: &tweet, words: generator.number(in: 2...22), &generator)
    case ..<57: long(into: &tweet, &generator)
    default:
      body(of: &tweet, words: generator.number(in: 4...28), &generator)
      if number + 1 < count, generator.chance(10) {
        var older = SampleGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(number + 1))
        tweet.reply = Tweet.Reply(person: SampleAuthor.owner, id: name(number + 1, &older).id)
      }
    }
    if !tweet.isRepost {
      tweet.likes = Int(1 / max(0.0002, generator.fraction())) - 1
      tweet.reposts = tweet.likes / 5
    }
    if generator.below(100) == 0 { tweet.original = tweet.id - (30_000 << 22) }
    tweet.hasPlace = generator.below(200) == 0
    return tweet
  }

  /// Distributes the times evenly, each different from its neighbours.
  private func name(_ number: Int, _ generator: inout SampleGenerator) -> (id: Int, moment: TweetMoment) {
    let gap = Double(TweetMoment.last - TweetMoment.first) / Double(count)
    let age = (Double(number) + generator.fraction() * 0.98) * gap
    let moment = TweetMoment(milliseconds: TweetMoment.last - Int(age))
    return (moment.id(telling: generator.next()), moment)
  }
}

extension Tweet {
  /// Determined by the text only, as in archives of X.
  var isRepost: Bool { text.json.starts(with: "RT @".utf8) }
}

extension TweetComposer {
  private func repost(into tweet: inout Tweet, _ generator: inout SampleGenerator) {
    tweet.text.append("RT ")
    mention(in: &tweet, &generator)
    tweet.text.append(": ")
    let words = generator.number(in: 6...32)
    for _ in 0..<words {
      let number = SampleVocabulary.any(using: &generator)
      let word = vocabulary.words[number]
      if tweet.text.length + word.length > Self.repostLimit {
        // X cuts texts in the middle of a word.
        tweet.text.append(beginningOf: word)
        tweet.text.append("…")
        return
      }
      tweet.text.append(word, number: number)
      tweet.text.append(" ")
    }
  }

  private func mention(in tweet: inout Tweet, _ generator: inout SampleGenerator) {
    let person = SampleAuthor.all[generator.below(1 + generator.below(SampleAuthor.count))]
    let start = tweet.text.length
    tweet.text.append("@" + person.handle)
    tweet.mentions.append(Tweet.Mention(person: person, range: start..<tweet.text.length))
  }

  /// Makes a text that is too long for a tweet: it ends with an ellipsis, and the rest is in another file. The rest has
  /// no vocabulary words, so that searches find the same posts with and without that file.
  private func long(into tweet: inout Tweet, _ generator: inout SampleGenerator) {
    latin(into: &tweet, words: 60, &generator)
    let more = (0..<generator.number(in: 40...200)).map { _ in
      "q" + vocabulary.words[SampleVocabulary.any(using: &generator)].folded
    }
    tweet.longText = tweet.text.json + Array((" " + more.joined(separator: " ") + ".").utf8)
    tweet.text.append("…")
  }

  private func body(of tweet: inout Tweet, words: Int, _ generator: inout SampleGenerator) {
    if !tweet.mentions.isEmpty { tweet.text.append(" ") }
    switch generator.below(200) {
    case ..<10: foreign(.japanese, into: &tweet, words: words / 2 + 1, &generator)
    case ..<12: foreign(.korean, into: &tweet, words: words / 2 + 1, &generator)
    case ..<14: foreign(.thai, into: &tweet, words: words / 3 + 1, &generator)
    default: latin(into: &tweet, words: words, &generator)
    }
    if generator.chance(10) { hashtag(in: &tweet, &generator) }
    if generator.chance(8) { tweet.text.append(Self.emoji[generator.below(Self.emoji.count)]) }
    if generator.chance(25) {
      let id = tweet.id
      let link = link(in: &tweet, &generator) {
        $0.chance(12)
          ? "twitter.com/\(SampleAuthor.all[$0.below(SampleAuthor.count)].handle)/status/\(id - Int($0.next() >> 20))"
          : "example.com/q\($0.below(100_000))/\($0.below(1000))"
      }
      tweet.links.append(link)
    }
    if generator.chance(12) {
      let link = link(in: &tweet, &generator) { _ in "pic.twitter.com/" }
      let isVideo = generator.chance(15)
      let photos = generator.chance(25) ? generator.number(in: 2...4) : 1
      tweet.media = Tweet.Media(link: link, kinds: isVideo ? [.video] : Array(repeating: .photo, count: photos))
    }
  }

  private func latin(into tweet: inout Tweet, words: Int, _ generator: inout SampleGenerator) {
    tweet.language = ["en", "en", "en", "de", "es"][generator.below(5)]
    var beginsSentence = true
    for index in 0..<words {
      let number = SampleVocabulary.any(using: &generator)
      guard tweet.text.length + vocabulary.words[number].length < Self.textLimit else { break }
      tweet.text.append(vocabulary.words[number], number: number, capitalized: beginsSentence)
      beginsSentence = false
      let isLast = index == words - 1
      switch generator.below(60) {
      case ..<4:
        tweet.text.append(isLast ? "." : ". ")
        beginsSentence = true
      case 4: tweet.text.append(" &amp; ")
      case 5: tweet.text.append(" &gt; ")
      case 6:
        tweet.text.appendNewline()
        tweet.text.appendNewline()
      case 7:
        tweet.text.appendQuote()
        tweet.text.append(" ")
      case 8...11: tweet.text.append(isLast ? "!" : ", ")
      default: if !isLast { tweet.text.append(" ") }
      }
    }
  }

  private func foreign(
    _ script: ForeignScript, into tweet: inout Tweet, words: Int, _ generator: inout SampleGenerator
  ) {
    tweet.language = script.language
    for index in 0..<words where tweet.text.length < Self.textLimit / 2 {
      // The first words are more frequent here, too.
      let number = script.firstWord + generator.below(1 + generator.below(script.words.count))
      tweet.text.append(vocabulary.words[number], number: number)
      if generator.chance(70) {
        tweet.text.append(script.space + script.particles[generator.below(script.particles.count)])
      }
      tweet.text.append(index % 4 == 3 ? script.end : script.space)
    }
  }

  private func hashtag(in tweet: inout Tweet, _ generator: inout SampleGenerator) {
    tweet.text.append(" ")
    let start = tweet.text.length
    let number = SampleVocabulary.any(using: &generator)
    tweet.text.append("#")
    tweet.text.append(vocabulary.words[number], number: number)
    tweet.hashtags.append(
      Tweet.Hashtag(word: vocabulary.words[number].written, range: start..<tweet.text.length))
  }

  private func link(
    in tweet: inout Tweet, _ generator: inout SampleGenerator, to target: (inout SampleGenerator) -> String
  ) -> Tweet.Link {
    if tweet.text.length > 0 { tweet.text.append(" ") }
    let letters = Array("QXZ0123456789")
    let code = "Q" + String((0..<9).map { _ in letters[generator.below(letters.count)] })
    let start = tweet.text.length
    tweet.text.append("https://t.co/" + code)
    return Tweet.Link(
      code: code, target: target(&generator), range: start..<tweet.text.length)
  }

  private static let emoji = [" 🌊", " 👩‍🚀", " 🇯🇵 ❤️", " 👍🏽", " 🤷‍♂️", " 😂😂"]
}
