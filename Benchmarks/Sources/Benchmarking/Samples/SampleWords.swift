import SampleArchives

/// The words of the sample posts.
enum SampleWords {
  static let authors: [(handle: String, name: String)] = [
    ("grace", "Grace"), ("katherine", "Katherine"), ("alan", "Alan"), ("yeongsil", "장영실"), ("hedy", "Hedy"),
    ("annie@stars.example", "Annie of the Stars"), ("seki", "関 孝和"), ("mary", "Mary 🦕"), ("carl", "Carl"),
    ("sophie@numbers.example", "Sophie"), ("emmy", "Emmy"), ("the_keeper_of_the_lamp", "The Keeper of the Lamp"),
  ]

  static func text(index: Int, using generator: inout SampleGenerator) -> String {
    let length = Int.random(in: 12...270, using: &generator)
    let isJapanese = Int.random(in: 0..<12, using: &generator) == 0
    let source = isJapanese ? japanese : english
    var words: [String] = []
    var count = 0
    while count < length {
      let word = source[Int.random(in: 0..<source.count, using: &generator)]
      // Japanese has no spaces between words.
      count += word.count + (isJapanese ? 0 : 1)
      words.append(word)
    }
    var text = words.joined(separator: isJapanese ? "" : " ")
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: text = String(text.prefix(230)) + " https://example.com/\(index)/notes"
    case 1: text = String(text.prefix(260)) + [" 🌊", " 👩‍🚀", " 🇯🇵 ❤️", " 👍🏽"][index % 4]
    default: text = String(text.prefix(272))
    }
    return text
  }

  private static let english = """
    the tern flies south again and nobody has told it how far that is so it keeps a list of harbours with good fish \
    one of them has moved since last year said the lighthouse which has not a letter came by sea today mostly water \
    we have counted every wave twice to be sure both times there was one more this is what a long season looks like \
    from above wind easterly hope moderate ice later please send tea
    """.split(separator: " ").map(String.init)

  private static let japanese = [
    "海は", "静かで", "鳥は", "南へ", "飛ぶ。", "灯台は", "今日も", "同じ所に", "立っている。", "手紙が", "届いた。", "波を", "数えた。",
  ]
}
