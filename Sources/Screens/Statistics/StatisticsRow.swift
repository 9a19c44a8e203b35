import Domain
import TerminalKit
import TimelineStatistics

/// A row of the statistics: a summary, a bar chart, a list of words, or a post.
public struct StatisticsRow: Hashable, Sendable {
  /// A bar of a chart.
  public struct Bar: Hashable, Sendable {
    /// “2015”, “2015-07”; for a gap its length, “4 months”.
    public var label: String
    /// nil for a gap: several labels in a row without posts.
    public var count: Int?
  }

  public enum Content: Hashable, Sendable {
    case sentences([String])
    /// The posts by weekday, Monday first, and hour, with denser characters for more posts.
    case week([[Int]])
    /// Each bar is followed by its number. The highest number has the longest bar.
    case bars([Bar])
    case words([PostStatistics.Word])
    /// “1,204 likes”, “Ada · 2015-03-14”, and the start of the text.
    case post(count: String, about: String, text: String)
  }

  public var id: String
  /// The heading above the row.
  public var heading: String?
  public var content: Content
}

extension StatisticsRow: CellRow {
  /// In cells.
  private static let maxBarWidth = 50
  /// The opened post shows the whole text.
  private static let maxTextLines = 2

  @MainActor
  public func lines(width: Int) -> [StyledText] {
    let width = max(1, width)
    return switch content {
    case .sentences(let sentences): sentences.flatMap { TextLayout.wrap(StyledText($0), width: width) }
    case .bars(let bars): Self.lines(of: bars, width: width)
    case .week(let week): Self.lines(of: week, width: width)
    case .words(let words): TextLayout.wrap(Self.line(of: words), width: width)
    case .post(let count, let about, let text):
      TextLayout.wrap(
        StyledText([.init(count, .bold), .init(about.isEmpty ? "" : "  \(about)", .muted)]), width: width)
        + Self.excerpt(of: text, width: width)
    }
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  /// From few to many posts.
  private static let shades = ["░", "▒", "▓", "█"]

  /// A line for each weekday, with one or two cells for each hour.
  @MainActor
  private static func lines(of week: [[Int]], width: Int) -> [StyledText] {
    let labelWidth = 4
    let hourWidth = width >= labelWidth + 48 ? 2 : 1
    let highest = max(1, week.joined().max() ?? 1)
    let hours = stride(from: 0, to: 24, by: 6).map { TextLayout.pad("\($0)", to: 6 * hourWidth) }.joined()
    let heading = StyledText(String(repeating: " ", count: labelWidth) + hours, .muted)
    let rows = zip(weekdays, week).map { weekday, counts in
      let cells = counts.map { count in
        let shade = count == 0 ? " " : shades[min(shades.count - 1, count * shades.count / (highest + 1))]
        return String(repeating: shade, count: hourWidth)
      }
      return StyledText(TextLayout.pad(weekday, to: labelWidth), .muted) + StyledText(cells.joined(), .accent)
    }
    return ([heading] + rows).map { TextLayout.truncate($0, to: width) }
  }

  /// “2015 ━━━━ 1,204”, “… 4 months without posts”.
  @MainActor
  private static func lines(of bars: [Bar], width: Int) -> [StyledText] {
    let counts = bars.compactMap(\.count)
    let highest = max(1, counts.max() ?? 1)
    let labels = bars.map { $0.count == nil ? 0 : TextLayout.width(of: $0.label) }.max() ?? 0
    let numbersWidth = counts.map { LoadingProgress.grouped($0).count }.max() ?? 0
    let barWidth = min(maxBarWidth, width - labels - numbersWidth - 2)
    return bars.map { bar in
      guard let count = bar.count else {
        return TextLayout.truncate(StyledText("… \(bar.label) without posts", .muted), to: width)
      }
      // Any count above zero is visible. Lines leave gaps between the bars.
      let length = barWidth < 4 ? 0 : max(count > 0 ? 1 : 0, Int(Double(count) / Double(highest) * Double(barWidth)))
      let drawn = String(repeating: "━", count: length) + (length == 0 ? "" : " ")
      return TextLayout.truncate(
        StyledText("\(TextLayout.pad(bar.label, to: labels)) ", .muted) + StyledText(drawn, .accent)
          + StyledText(LoadingProgress.grouped(count)), to: width)
    }
  }

  private static func line(of words: [PostStatistics.Word]) -> StyledText {
    var line = StyledText()
    for (index, word) in words.enumerated() {
      // Keep a word and its number in one line.
      line =
        line + StyledText(index == 0 ? "" : " · ", .muted) + StyledText(word.text, .bold)
        + StyledText("\u{A0}\(LoadingProgress.grouped(word.count))", .muted)
    }
    return line
  }

  @MainActor
  private static func excerpt(of text: String, width: Int) -> [StyledText] {
    let lines = TextLayout.wrap(StyledText(text), width: width)
    guard lines.count > maxTextLines else { return lines }
    let last = lines[maxTextLines - 1] + StyledText(" ") + lines[maxTextLines]
    return lines.prefix(maxTextLines - 1) + [TextLayout.truncate(last, to: width)]
  }
}
