/// How long a post is as its server counts (`PostLengthRule`), with its warning.
public struct PostLength: Hashable, Sendable {
  public var characters: Int
  /// From where on the text is too much; nil where it is not.
  public var overflow: String.Index?

  public init(_ text: String, warning: String = "", limits: PostLimits) {
    var pieces = PiecedText(look: PieceLength.init)
    pieces.update(text)
    self.init(text, pieces.pieces.lazy.map { (bytes: $0.length, length: $0.finding) }, warning: warning, limits: limits)
  }

  /// - Parameter pieces: of the text, each with how many bytes of UTF-8 it has, and what it counts.
  public init(
    _ text: String, _ pieces: some Sequence<(bytes: Int, length: PieceLength)>, warning: String = "", limits: PostLimits
  ) {
    var counter = PostCounter(characters: limits.rule.length(ofWarning: warning), limits: limits)
    var byte = 0
    for (bytes, length) in pieces {
      let count = length.characters(limits)
      if overflow == nil, counter.characters + count > limits.characters {
        let start = text.utf8.index(text.startIndex, offsetBy: byte)
        let piece = String(text[start..<text.utf8.index(start, offsetBy: bytes)])
        var precise = counter
        precise.count(piece)
        overflow = precise.overflow.map { text.utf8.index(start, offsetBy: piece.utf8Offset(of: $0)) }
      }
      counter.characters += count
      byte += bytes
    }
    characters = counter.characters
  }
}

/// What a piece of a text counts, whatever the server's rule and whatever an address counts as.
public struct PieceLength: Hashable, Sendable {
  /// By Mastodon's rule, without the addresses.
  private let rest: Int
  private let addresses: Int
  private let graphemes: Int
  private let codePoints: Int

  public init(_ piece: String) {
    var limits = PostLimits()
    limits.charactersPerAddress = 0
    var counter = PostCounter(characters: 0, limits: limits)
    counter.count(piece)
    (rest, addresses) = (counter.characters, counter.addresses)
    (graphemes, codePoints) = (piece.count, piece.unicodeScalars.count)
  }

  func characters(_ limits: PostLimits) -> Int {
    switch limits.rule {
    case .mastodon: rest + addresses * limits.charactersPerAddress
    case .graphemes: graphemes
    case .codePoints, .codePointsOfText: codePoints
    }
  }
}

/// Counts a text from its beginning.
struct PostCounter {
  var characters: Int
  private(set) var addresses = 0
  let limits: PostLimits
  /// From where on what was counted last is too much; nil where it is not.
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
        // What remains is ASCII.
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
