/// Emphasis that the author has given to a part of the text.
public struct Emphasis: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Strong importance: `<strong>`, `<b>`, a heading.
  public static let strong = Emphasis(rawValue: 1)
  /// Stress: `<em>`, `<i>`.
  public static let emphasized = Emphasis(rawValue: 2)
  /// Source code: `<code>`, `<pre>`.
  public static let code = Emphasis(rawValue: 4)
}

/// A range of text with one emphasis.
public struct EmphasizedRange: Hashable, Sendable {
  /// In UTF-8 bytes of the plain text.
  public var start: Int
  /// In UTF-8 bytes.
  public var length: Int
  public var emphasis: Emphasis

  public init(start: Int, length: Int, _ emphasis: Emphasis) {
    self.start = start
    self.length = length
    self.emphasis = emphasis
  }

  public var end: Int { start + length }

  /// The same range, shifted towards the end of the text.
  public func shifted(by bytes: Int) -> EmphasizedRange {
    EmphasizedRange(start: start + bytes, length: length, emphasis)
  }
}

extension PostText {
  /// A run, or a part of one, with the same emphasis throughout.
  public struct Piece: Hashable, Sendable {
    public var run: Run
    public var emphasis: Emphasis
  }

  /// The runs, with plain ones split where their emphasis changes. A link has the emphasis of its start. Ranges that do
  /// not fit the text are ignored.
  public var pieces: [Piece] {
    guard !emphasis.isEmpty else { return runs.map { Piece(run: $0, emphasis: []) } }
    var pieces: [Piece] = []
    var rest = emphasis[...]
    var start = 0
    for run in runs {
      let end = start + run.plain.utf8.count
      while let first = rest.first, first.end <= start { rest.removeFirst() }
      switch run {
      case .text(let text): pieces += Self.pieces(of: text, at: start, rest)
      case .link:
        let isEmphasized = rest.first.map { $0.start <= start && start < $0.end } ?? false
        pieces.append(Piece(run: run, emphasis: isEmphasized ? rest.first?.emphasis ?? [] : []))
      }
      start = end
    }
    return pieces
  }

  private static func pieces(
    of text: String, at start: Int, _ ranges: ArraySlice<EmphasizedRange>
  ) -> [Piece] {
    var pieces: [Piece] = []
    var index = text.startIndex
    func add(upTo end: String.Index, _ emphasis: Emphasis) {
      guard index < end else { return }
      pieces.append(Piece(run: .text(String(text[index..<end])), emphasis: emphasis))
      index = end
    }
    let count = text.utf8.count
    for range in ranges {
      guard range.start < start + count else { break }
      // Ignore a bound inside a character.
      guard let lower = text.scalarIndex(atByte: max(0, range.start - start)),
        let upper = text.scalarIndex(atByte: min(count, range.end - start)), index <= lower, lower <= upper
      else { continue }
      add(upTo: lower, [])
      add(upTo: upper, range.emphasis)
    }
    add(upTo: text.endIndex, [])
    return pieces
  }
}

extension String {
  fileprivate func scalarIndex(atByte offset: Int) -> Index? {
    guard let index = utf8.index(startIndex, offsetBy: offset, limitedBy: endIndex) else { return nil }
    return index.samePosition(in: unicodeScalars)
  }
}
