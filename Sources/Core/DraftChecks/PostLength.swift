import Domain

/// The length of a post as its server counts it (`PostLengthRule`), including the content warning.
public struct PostLength: Hashable, Sendable {
  public var characters: Int
  /// The start of the text beyond the limit; nil if it fits.
  public var overflow: String.Index?

  public init(_ text: String, warning: String = "", limits: PostLimits) {
    var chunked = ChunkedText(analyze: ChunkLength.init)
    chunked.update(text)
    let chunks = chunked.chunks.lazy.map { (bytes: $0.length, length: $0.analysis) }
    self.init(text, chunks, warning: warning, limits: limits)
  }

  /// - Parameter chunks: the chunks of the text, each with its number of UTF-8 bytes and its length.
  public init(
    _ text: String, _ chunks: some Sequence<(bytes: Int, length: ChunkLength)>, warning: String = "", limits: PostLimits
  ) {
    var counter = PostCounter(characters: limits.rule.length(ofWarning: warning), limits: limits)
    var byte = 0
    for (bytes, length) in chunks {
      let count = length.characters(limits)
      if overflow == nil, counter.characters + count > limits.characters {
        let start = text.utf8.index(text.startIndex, offsetBy: byte)
        let chunk = String(text[start..<text.utf8.index(start, offsetBy: bytes)])
        var precise = counter
        precise.count(chunk)
        overflow = precise.overflow.map { text.utf8.index(start, offsetBy: chunk.utf8Offset(of: $0)) }
      }
      counter.characters += count
      byte += bytes
    }
    characters = counter.characters
  }
}

/// The length of a chunk under each rule, independent of the server's limits.
public struct ChunkLength: Hashable, Sendable {
  /// By Mastodon's rule, without URLs.
  private let rest: Int
  private let addresses: Int
  private let graphemes: Int
  private let codePoints: Int

  public init(_ chunk: String) {
    var limits = PostLimits()
    limits.charactersPerAddress = 0
    var counter = PostCounter(characters: 0, limits: limits)
    counter.count(chunk)
    (rest, addresses) = (counter.characters, counter.addresses)
    (graphemes, codePoints) = (chunk.count, chunk.unicodeScalars.count)
  }

  func characters(_ limits: PostLimits) -> Int {
    switch limits.rule {
    case .mastodon: rest + addresses * limits.charactersPerAddress
    case .graphemes: graphemes
    case .codePoints, .codePointsOfText: codePoints
    }
  }
}

/// Counts text from its start.
struct PostCounter {
  var characters: Int
  private(set) var addresses = 0
  let limits: PostLimits
  /// The start of what exceeds the limit in the text counted last; nil if it fits.
  private(set) var overflow: String.Index?

  init(characters: Int, limits: PostLimits) {
    (self.characters, self.limits) = (characters, limits)
  }

  mutating func count(_ text: String) {
    guard limits.rule == .mastodon else { return countInFull(text[...]) }
    var start = text.startIndex
    for entity in MastodonEntities(in: text).all {
      countInFull(text[start..<entity.range.lowerBound])
      switch entity.kind {
      case .address:
        addresses += 1
        add(limits.charactersPerAddress, at: entity.range.lowerBound)
      case .mention(let length):
        // The counted part is ASCII.
        let name = text.unicodeScalars[entity.range].indices.prefix(length)
        for index in name { add(1, at: index) }
      }
      start = entity.range.upperBound
    }
    countInFull(text[start...])
  }

  private mutating func add(_ count: Int, at index: String.Index) {
    if overflow == nil, characters + count > limits.characters { overflow = index }
    characters += count
  }

  private mutating func countInFull(_ text: Substring) {
    switch limits.rule {
    case .mastodon, .graphemes:
      for index in text.indices { add(1, at: index) }
    case .codePoints, .codePointsOfText:
      for index in text.indices { add(text[index].unicodeScalars.count, at: index) }
    }
  }
}

extension String {
  func utf8Offset(of index: Index) -> Int { utf8.distance(from: startIndex, to: index) }
}
