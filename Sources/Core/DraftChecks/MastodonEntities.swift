import Domain

/// The URLs and mentions that Mastodon counts as shorter.
///
/// - A URL starts with `http://` or `https://`, not after an ASCII letter or digit, `@`, `$`, `#`, `=` or `/`. Its host
///   ends in a top-level domain. Its path ends before white space, `<`, `>`, unbalanced parentheses and common final
///   punctuation.
/// - A mention has a name of ASCII letters, digits and `_`, with `.` and `-` inside; not after `=`, `/` or a letter,
///   nor before `@` or `://`. Its domain does not count.
struct MastodonEntities {
  enum Kind: Hashable {
    case address
    /// - length: of the name with its `@`, in characters.
    case mention(length: Int)
  }

  struct Entity: Hashable {
    let kind: Kind
    let range: Range<String.Index>
  }

  /// In order, without overlaps.
  let all: [Entity]

  init(in text: String) {
    let mayHaveAddresses = text.utf8.contains(UInt8(ascii: ":"))
    let mayHaveMentions = text.utf8.contains(UInt8(ascii: "@"))
    guard mayHaveAddresses || mayHaveMentions else {
      all = []
      return
    }
    let scalars = Array(text.unicodeScalars)
    let indices = Array(text.unicodeScalars.indices) + [text.endIndex]
    var found: [(kind: Kind, range: Range<Int>)] = []
    if mayHaveAddresses { found += AddressScanner(scalars).addresses.map { (.address, $0) } }
    if mayHaveMentions {
      found += MentionScanner(scalars).mentions.map { (.mention(length: $0.nameEnd - $0.range.lowerBound), $0.range) }
    }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    var end = 0
    var all: [Entity] = []
    for (kind, range) in found where range.lowerBound >= end {
      end = range.upperBound
      all.append(Entity(kind: kind, range: indices[range.lowerBound]..<indices[range.upperBound]))
    }
    self.all = all
  }
}

/// Finds mentions with a domain.
private struct MentionScanner {
  private static let maxServerLength = 253

  private let scalars: [Unicode.Scalar]

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  var mentions: [(range: Range<Int>, nameEnd: Int)] {
    var found: [(range: Range<Int>, nameEnd: Int)] = []
    var index = 0
    while let at = scalars[index...].firstIndex(of: "@") {
      index = at + 1
      if at > 0, scalars[at - 1] == "=" || scalars[at - 1] == "/" || scalars[at - 1].isWord { continue }
      guard let nameEnd = end(of: at + 1, \.isNameLetter) else { continue }
      index = nameEnd
      guard nameEnd < scalars.count, scalars[nameEnd] == "@", let end = end(of: nameEnd + 1, \.isWord) else { continue }
      index = end
      guard !isContinued(at: end), end - nameEnd - 1 <= Self.maxServerLength else { continue }
      found.append((at..<end, nameEnd))
    }
    return found
  }

  /// The end of a run of letters with `.` and `-` inside; nil if none.
  private func end(of start: Int, _ isLetter: (Unicode.Scalar) -> Bool) -> Int? {
    var end: Int?
    var index = start
    while index < scalars.count {
      if isLetter(scalars[index]) {
        index += 1
        end = index
      } else if end != nil, scalars[index] == "." || scalars[index] == "-" {
        index += 1
      } else {
        break
      }
    }
    return end
  }

  /// Whether the following character rules out a mention.
  private func isContinued(at end: Int) -> Bool {
    guard end < scalars.count else { return false }
    let next = scalars[end]
    return next == "@" || next == "＠" || scalars[end...].starts(with: "://".unicodeScalars)
  }
}

extension Unicode.Scalar {
  fileprivate var isNameLetter: Bool { isASCIIAlphanumeric || self == "_" }

  var isASCIIAlphanumeric: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
