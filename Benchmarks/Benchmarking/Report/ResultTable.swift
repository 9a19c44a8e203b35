/// The figures as two tables in Markdown: how long one waits, and what it costs.
public struct ResultTable: Sendable {
  public let rows: [Row]

  public init(rows: [Row]) {
    self.rows = rows
  }

  public var markdown: String {
    let waiting = Self.table(
      ["", "posts", "full screen", "`j`", "`j`, whole answer", "page down", "`G`"],
      rows.map { row in
        let figures = row.figures
        return [
          row.name, row.length, Self.milliseconds(figures.start.median), Self.pair(figures.scroll?.first),
          Self.pair(figures.scroll?.last), Self.pair(figures.page?.first), Self.pair(figures.end?.first),
        ]
      })
    let costs = Self.table(
      ["", "posts", "bytes a `j`", "where it scrolls", "bytes a page", "memory", "wake-ups a minute"],
      rows.map { row in
        let figures = row.figures
        return [
          row.name, row.length, Self.whole(figures.next?.bytes.median), Self.whole(figures.scroll?.bytes.median),
          Self.whole(figures.page?.bytes.median), Self.megabytes(figures.memory), Self.whole(figures.wakeUps),
        ]
      })
    return waiting + "\n" + costs
  }

  private static let absent = "–"

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let rule = ["---", "---"] + head.dropFirst(2).map { _ in "--:" }
    return ([head, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// The median and the 99th percentile.
  private static func pair(_ sample: Sample?) -> String {
    guard let median = sample?.median, let worst = sample?.percentile(99) else { return absent }
    return "\(number(median)) / \(number(worst)) ms"
  }

  private static func milliseconds(_ value: Double?) -> String { value.map { number($0) + " ms" } ?? absent }

  private static func whole(_ value: Double?) -> String { value.map { Int($0.rounded()).grouped } ?? absent }

  private static func megabytes(_ value: Int?) -> String {
    value.map { number(Double($0) / 1_000_000) + " MB" } ?? absent
  }

  /// With two digits that mean something, or more before the point.
  private static func number(_ value: Double) -> String {
    let places = value < 1 ? 2 : value < 10 ? 1 : 0
    let scale = [1, 10, 100][places]
    let scaled = Int((value * Double(scale)).rounded())
    guard places > 0 else { return String(scaled) }
    let digits = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: places - digits.count) + digits
  }
}
