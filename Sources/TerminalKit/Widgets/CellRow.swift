/// What a list of cells needs to know of one of them.
public protocol CellRow: Hashable {
  /// Tells the row from all others of its list.
  var id: String { get }
  /// How many cells it is set in from the left.
  var indent: Int { get }
  /// Whether a dot beside its first line marks it.
  var isMarked: Bool { get }
  /// Whether a thin bar beside it tells that it is what the list is about.
  var isSubject: Bool { get }
  /// What stands above it, across the list: where something else begins, as a day does.
  var heading: String? { get }
  /// How it hangs on those above it; nil where it stands by itself.
  var branch: Branch? { get }
  /// A picture below its lines, which stands there where the row is as wide as it.
  var image: CellImage? { get }
  /// Whether its links open at a click also where it is not the selected row.
  var opensLinksUnselected: Bool { get }

  /// The row as lines of at most `width` cells; at least one.
  @MainActor func lines(width: Int) -> [StyledText]
}

extension CellRow {
  public var indent: Int { branch.map { 2 * ($0.goingOn.count + 1) } ?? 0 }
  public var isMarked: Bool { false }
  public var isSubject: Bool { false }
  public var heading: String? { nil }
  public var branch: Branch? { nil }
  public var opensLinksUnselected: Bool { false }
  public var image: CellImage? { nil }
}

/// Where a row hangs in a tree that is listed from top to bottom.
public struct Branch: Hashable, Sendable {
  /// For each row that it hangs on, from the outermost on: whether there are more rows on the same level below.
  public var goingOn: [Bool]
  /// Whether no row of its own level follows.
  public var isLast: Bool

  public init(goingOn: [Bool], isLast: Bool) {
    self.goingOn = goingOn
    self.isLast = isLast
  }

  /// The branches of rows that hang on a row above all of them.
  /// - Parameter levels: how deep each of them hangs, from 0.
  public static func branches(ofLevels levels: [Int]) -> [Branch] {
    var follows: [Bool] = []
    let reversed = levels.reversed().map { level -> Branch in
      let known = follows + Array(repeating: false, count: max(0, level + 1 - follows.count))
      follows = known[..<level] + [true]
      return Branch(goingOn: Array(known[..<level]), isLast: !known[level])
    }
    return reversed.reversed()
  }

  /// The lines of the tree beside a line of the row, in so many cells; where that is too little, the innermost.
  func lines(at place: Place, width: Int) -> String {
    let own =
      switch place {
      case .above: "│ "
      case .first: isLast ? "└ " : "├ "
      case .further: isLast ? "  " : "│ "
      }
    return (goingOn.map { $0 ? "│ " : "  " } + [own]).suffix(width / 2).joined()
  }

  enum Place {
    case above, first, further
  }
}

/// What is drawn of a row of a list, and the lines that it was drawn with last: laid out once for as long as it says the
/// same. Lists that show the same row share it. It knows not which kind of row it is of: what is generic is looked up each
/// time that it is asked, and rows are asked hundreds of times a key.
@MainActor
final class ListCell {
  let isMarked: Bool
  let isSubject: Bool
  let branch: Branch?
  let opensLinksUnselected: Bool
  private let wantedIndent: Int
  private let heading: String?
  private let image: CellImage?
  private let layOut: (_ width: Int) -> [StyledText]
  /// For a list of this width.
  private var width = 0
  private var strips: [Canvas.Strip] = []
  private var headingLine: (width: Int, strip: Canvas.Strip)?

  init(_ row: some CellRow) {
    (isMarked, isSubject, branch) = (row.isMarked, row.isSubject, row.branch)
    opensLinksUnselected = row.opensLinksUnselected
    (wantedIndent, heading, image) = (row.indent, row.heading, row.image)
    layOut = { row.lines(width: $0) }
  }

  /// How far the row is set in: a narrow screen keeps most of its cells for text.
  func indent(width: Int) -> Int { min(wantedIndent, width / 4) }

  /// - Parameter spacing: empty lines between a heading and what is below it.
  func height(width: Int, spacing: Int) -> Int { lines(width: width).count + headingHeight(spacing: spacing) }

  /// The heading as a line across the list: “── 19 November ─────”; nil where the row has none.
  func headingStrip(width: Int) -> Canvas.Strip? {
    guard let heading else { return nil }
    if let headingLine, headingLine.width == width { return headingLine.strip }
    let words = TextLayout.truncate(StyledText("── \(TextLayout.sanitized(heading)) ", .muted), to: width)
    let rest = String(repeating: "─", count: max(0, width - TextLayout.width(of: words.plain)))
    let strip = Canvas.Strip(words + StyledText(rest, .rule), width: width)
    headingLine = (width, strip)
    return strip
  }

  /// - Parameter spacing: empty lines between a heading and what is below it.
  func headingHeight(spacing: Int) -> Int { heading == nil ? 0 : 1 + spacing }

  /// - Parameter width: of the list.
  func lines(width: Int) -> [Canvas.Strip] {
    if width == self.width { return strips }
    let room = width - indent(width: width)
    strips = layOut(room).map { Canvas.Strip($0, width: room) }
    if let image, image.size.width <= room { strips += [Canvas.Strip(StyledText(), width: room)] + image.strips }
    self.width = width
    return strips
  }
}
