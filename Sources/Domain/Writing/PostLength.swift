/// What a text counts as where posts may not be longer than so many characters, as Mastodon counts: each address of the
/// web as one number, the server of somebody who is mentioned not at all, and the warning with the text
/// (app/validators/status_length_validator.rb).
public struct PostLength: Hashable, Sendable {
  /// In characters as people see them.
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
    var counter = PostCounter(characters: warning.count, limits: limits)
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

/// What a piece of a text counts, whatever an address counts as.
public struct PieceLength: Hashable, Sendable {
  /// Without the addresses.
  private var rest: Int
  private var addresses: Int

  public init(_ piece: String) {
    var limits = PostLimits()
    limits.charactersPerAddress = 0
    var counter = PostCounter(characters: 0, limits: limits)
    counter.count(piece)
    (rest, addresses) = (counter.characters, counter.addresses)
  }

  func characters(_ limits: PostLimits) -> Int { rest + addresses * limits.charactersPerAddress }
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
    var start = text.startIndex
    for run in LinkDetector.runs(in: text) {
      let end = text.utf8.index(start, offsetBy: run.plain.utf8.count)
      switch run {
      case .text: countMentionsShort(in: text[start..<end])
      case .link:
        addresses += 1
        add(limits.charactersPerAddress, at: start)
      }
      start = end
    }
  }

  private mutating func add(_ count: Int, at index: String.Index) {
    if overflow == nil, characters + count > limits.characters { overflow = index }
    characters += count
  }

  private mutating func countMentionsShort(in text: Substring) {
    var server: Range<String.Index>?
    var last: Character?
    for (index, character) in zip(text.indices, text) {
      if character == "@", !(last?.continuesHandle ?? false) { server = MentionScanner.server(at: index, in: text) }
      if server?.contains(index) != true { add(1, at: index) }
      last = character
    }
  }
}

extension String {
  func utf8Offset(of index: Index) -> Int { utf8.distance(from: startIndex, to: index) }
}
