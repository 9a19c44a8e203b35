/// The rows of a CSV text (RFC 4180). A quoted cell may have line breaks.
struct CSVRows: Sequence, IteratorProtocol {
  struct Row: Hashable {
    /// The line of its beginning, from 1.
    let line: Int
    /// Those without quotes have no spaces at the edges.
    let cells: [String]
    /// Whether the row is well-formed: every quote is closed and the row is not too long.
    var isComplete = true
  }

  /// In characters. No file of an account has longer rows.
  private static let maxLength = 1 << 16

  private let text: Substring
  private var index: Substring.Index
  private var line = 1

  init(_ text: String) {
    self.text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    index = self.text.startIndex
  }

  /// The next row that is not blank.
  mutating func next() -> Row? {
    while index < text.endIndex {
      let row = nextRow()
      if !row.isComplete || row.cells.contains(where: { !$0.isEmpty }) { return row }
    }
    return nil
  }

  private mutating func nextRow() -> Row {
    let (start, firstLine) = (index, line)
    var reader = CellReader()
    var length = 0
    while index < text.endIndex {
      let character = text[index]
      index = text.index(after: index)
      length += 1
      if character.isLineEnd {
        line += 1
        if !reader.isQuoted { break }
      }
      if length > Self.maxLength {
        if reader.isQuoted { break }
        // The rest of the line is skipped.
      } else {
        reader.read(character, next: index < text.endIndex ? text[index] : nil)
      }
    }
    guard !reader.isQuoted else {
      // A stray quote must not hide the lines below.
      (index, line) = (start, firstLine)
      skipLine()
      return Row(line: firstLine, cells: [], isComplete: false)
    }
    return Row(line: firstLine, cells: reader.finishedCells, isComplete: length <= Self.maxLength)
  }

  private mutating func skipLine() {
    while index < text.endIndex {
      let isEnd = text[index].isLineEnd
      index = text.index(after: index)
      if isEnd {
        line += 1
        return
      }
    }
  }

  /// A line of a row. Cells with commas, quotes, line breaks or spaces at the edges are quoted.
  static func text(of cells: [String]) -> String {
    cells.map { cell in
      cell != cell.trimmed || cell.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
    }.joined(separator: ",") + "\n"
  }
}

extension CSVRows {
  /// Splits a row into cells.
  private struct CellReader {
    private var cells = [""]
    private var quotedCells: Set<Int> = []
    private(set) var isQuoted = false
    /// Whether the next character is the second one of an escaped quote.
    private var skipsNext = false
    /// Whether the cell began with a quote.
    private var wasQuoted = false

    var finishedCells: [String] {
      cells.enumerated().map { index, cell in quotedCells.contains(index) ? cell : cell.trimmed }
    }

    mutating func read(_ character: Character, next: Character?) {
      if skipsNext {
        skipsNext = false
        return
      }
      switch (character, isQuoted) {
      case ("\"", true) where next == "\"":
        skipsNext = true
        append(character)
      case ("\"", true): isQuoted = false
      case ("\"", false) where !wasQuoted && cells[cells.count - 1].allSatisfy(\.isWhitespace):
        isQuoted = true
        wasQuoted = true
        quotedCells.insert(cells.count - 1)
        cells[cells.count - 1] = ""
      case (",", false):
        cells.append("")
        wasQuoted = false
      case ("\r\n", true): append("\n")
      default: append(character)
      }
    }

    private mutating func append(_ character: Character) { cells[cells.count - 1].append(character) }
  }
}

extension Character {
  fileprivate var isLineEnd: Bool { self == "\n" || self == "\r\n" || self == "\r" }
}
