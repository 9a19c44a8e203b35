/// The content of one row of a `CellList`.
public protocol CellRow: Hashable {
  /// Unique in its list.
  var id: String { get }
  /// Indentation in cells.
  var indent: Int { get }
  /// Whether a dot marks the first line.
  var isMarked: Bool { get }
  /// Whether a thin bar marks the row as the subject of the list.
  var isSubject: Bool { get }
  /// A heading above the row, across the list, for example a day.
  var heading: String? { get }
  /// The position in a tree of rows; nil outside of trees.
  var branch: Branch? { get }
  /// Whether a click opens links of the row even if it is not selected.
  var opensLinksUnselected: Bool { get }
  /// The date at which the age in the row changes, as the time since 1970; nil without an age.
  var nextAgeChange: Duration? { get }
  /// The column in the first line where text is typed while the row is selected; nil if none is.
  func fieldColumn(width: Int) -> Int?

  /// Lays out the row in lines of at most `width` cells; returns at least one line.
  @MainActor func lines(width: Int) -> [StyledText]

  /// Lays out the row with its pictures; by default without any.
  /// - Parameter pictureHeight: the maximum height of a picture in lines; 0 for no pictures.
  @MainActor func layout(width: Int, pictureHeight: Int) -> RowLayout
}

extension CellRow {
  @MainActor public func layout(width: Int, pictureHeight: Int) -> RowLayout { RowLayout(lines: lines(width: width)) }

  public var indent: Int { branch.map { 2 * ($0.ancestorsContinue.count + 1) } ?? 0 }
  public var isMarked: Bool { false }
  public var isSubject: Bool { false }
  public var heading: String? { nil }
  public var branch: Branch? { nil }
  public var opensLinksUnselected: Bool { false }
  public var nextAgeChange: Duration? { nil }
  public func fieldColumn(width: Int) -> Int? { nil }
}

/// The position of a row in a tree that is listed from top to bottom.
public struct Branch: Hashable, Sendable {
  /// For each ancestor, outermost first: whether it has further siblings below.
  var ancestorsContinue: [Bool]
  /// Whether the row is the last of its siblings.
  public var isLast: Bool

  public init(ancestorsContinue: [Bool], isLast: Bool) {
    self.ancestorsContinue = ancestorsContinue
    self.isLast = isLast
  }

  /// The branches of rows below a common root.
  /// - Parameter levels: the depth of each row, from 0.
  public static func branches(ofLevels levels: [Int]) -> [Branch] {
    var follows: [Bool] = []
    let reversed = levels.reversed().map { level -> Branch in
      let known = follows + Array(repeating: false, count: max(0, level + 1 - follows.count))
      follows = known[..<level] + [true]
      return Branch(ancestorsContinue: Array(known[..<level]), isLast: !known[level])
    }
    return reversed.reversed()
  }

  /// The tree lines next to a line of the row in `width` cells; the innermost levels if there are too many.
  func lines(at kind: LineKind, width: Int) -> String {
    let own =
      switch kind {
      case .above: "│ "
      case .first: isLast ? "└ " : "├ "
      case .further: isLast ? "  " : "│ "
      }
    return (ancestorsContinue.map { $0 ? "│ " : "  " } + [own]).suffix(width / 2).joined()
  }

  enum LineKind {
    case above, first, further
  }
}

/// The layout of a row, cached for the last space. Shared by lists that show an equal row. The type is not generic
/// because generic lookups are too slow for properties that are read hundreds of times a key.
@MainActor
final class ListCell {
  let isMarked: Bool
  let isSubject: Bool
  let branch: Branch?
  let opensLinksUnselected: Bool
  let nextAgeChange: Duration?
  private let requestedIndent: Int
  private let heading: String?
  private let layOut: (_ width: Int, _ pictureHeight: Int) -> RowLayout
  /// The space of the cached layout.
  private var space = RowSpace(width: 0)
  private var renderedLines: [Canvas.RenderedLine] = []
  private var pictureSpaces: [PictureSpace] = []
  private var cachedHeading: (width: Int, renderedLine: Canvas.RenderedLine)?

  init(_ row: some CellRow) {
    (isMarked, isSubject, branch) = (row.isMarked, row.isSubject, row.branch)
    opensLinksUnselected = row.opensLinksUnselected
    nextAgeChange = row.nextAgeChange
    (requestedIndent, heading) = (row.indent, row.heading)
    layOut = { row.layout(width: $0, pictureHeight: $1) }
  }

  /// The indentation, at most a quarter of the width.
  func indent(width: Int) -> Int { min(requestedIndent, width / 4) }

  /// - Parameter spacing: empty lines between the heading and the row.
  func height(in space: RowSpace, spacing: Int) -> Int {
    lines(in: space).count + headingHeight(spacing: spacing)
  }

  /// The heading as a line across the list: "── 19 November ─────"; nil if the row has none.
  func renderedHeading(width: Int) -> Canvas.RenderedLine? {
    guard let heading else { return nil }
    if let cachedHeading, cachedHeading.width == width { return cachedHeading.renderedLine }
    let line = TextLayout.truncate(StyledText("── \(TextLayout.sanitized(heading)) ", .muted), to: width)
    let rest = String(repeating: "─", count: max(0, width - TextLayout.width(of: line.plain)))
    let renderedLine = Canvas.RenderedLine(line + StyledText(rest, .rule), width: width)
    cachedHeading = (width, renderedLine)
    return renderedLine
  }

  /// - Parameter spacing: empty lines between the heading and the row.
  func headingHeight(spacing: Int) -> Int { heading == nil ? 0 : 1 + spacing }

  func lines(in space: RowSpace) -> [Canvas.RenderedLine] {
    if space == self.space { return renderedLines }
    let lineWidth = space.width - indent(width: space.width)
    let layout = layOut(lineWidth, space.pictureHeight)
    renderedLines = layout.lines.map { Canvas.RenderedLine($0, width: lineWidth) }
    pictureSpaces = layout.pictures
    self.space = space
    return renderedLines
  }

  func pictures(in space: RowSpace) -> [PictureSpace] {
    _ = lines(in: space)
    return pictureSpaces
  }
}
