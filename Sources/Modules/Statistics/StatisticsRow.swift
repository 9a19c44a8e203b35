import Domain
import TerminalKit

/// A part of what posts come to: figures, or a post that is named.
public struct StatisticsRow: Hashable, Sendable {
  /// How much there is of something.
  public struct Bar: Hashable, Sendable {
    /// “2015”, “07”.
    public var label: String
    public var count: Int
  }

  public enum Content: Hashable, Sendable {
    case sentences([String])
    /// Their numbers stand beside them; the longest is that of the highest number.
    case bars([Bar])
    case words([PostStatistics.Word])
    /// “1,204 likes”, “Ada · 2015-03-14”, and how it begins.
    case post(count: String, about: String, text: String)
  }

  public var id: String
  /// What stands above it.
  public var heading: String?
  public var content: Content
}

extension StatisticsRow: CellRow {
  private static let maxBar = 50
  /// The rest is read where the post is opened.
  private static let maxTextLines = 2

  @MainActor
  public func lines(width: Int) -> [StyledText] {
    let width = max(1, width)
    return switch content {
    case .sentences(let sentences): sentences.flatMap { TextLayout.wrap(StyledText($0), width: width) }
    case .bars(let bars): Self.lines(of: bars, width: width)
    case .words(let words): TextLayout.wrap(Self.line(of: words), width: width)
    case .post(let count, let about, let text):
      TextLayout.wrap(
        StyledText([.init(count, .bold), .init(about.isEmpty ? "" : "  \(about)", .muted)]), width: width)
        + Self.beginning(of: text, width: width)
    }
  }

  /// “2015 ████▌  1,204”.
  @MainActor
  private static func lines(of bars: [Bar], width: Int) -> [StyledText] {
    let highest = max(1, bars.map(\.count).max() ?? 1)
    let labels = bars.map { TextLayout.width(of: $0.label) }.max() ?? 0
    let numbers = bars.map { LoadingProgress.grouped($0.count) }
    let numbersWidth = numbers.map(\.count).max() ?? 0
    let room = min(maxBar, width - labels - numbersWidth - 3)
    return zip(bars, numbers).map { bar, number in
      let label = TextLayout.pad(bar.label, to: labels)
      // What is there is seen, and be it little.
      let halves =
        room < 4 ? 0 : max(bar.count > 0 ? 1 : 0, Int(Double(bar.count) / Double(highest) * Double(2 * room)))
      let drawn = String(repeating: "█", count: halves / 2) + (halves % 2 == 1 ? "▌" : "")
      let gap = String(repeating: " ", count: max(0, room - (halves + 1) / 2))
      let padding = String(repeating: " ", count: numbersWidth - number.count)
      return TextLayout.truncate(
        StyledText("\(label) ", .muted) + StyledText(drawn, .accent)
          + StyledText("\(room < 4 ? "" : gap + " ")\(padding)\(number)"), to: width)
    }
  }

  private static func line(of words: [PostStatistics.Word]) -> StyledText {
    var line = StyledText()
    for (index, word) in words.enumerated() {
      // A word and its number stay together.
      line =
        line + StyledText(index == 0 ? "" : " · ", .muted) + StyledText(word.text, .bold)
        + StyledText("\u{A0}\(LoadingProgress.grouped(word.count))", .muted)
    }
    return line
  }

  @MainActor
  private static func beginning(of text: String, width: Int) -> [StyledText] {
    let lines = TextLayout.wrap(StyledText(text), width: width)
    guard lines.count > maxTextLines else { return lines }
    let last = lines[maxTextLines - 1] + StyledText(" ") + lines[maxTextLines]
    return lines.prefix(maxTextLines - 1) + [TextLayout.truncate(last, to: width)]
  }
}
