/// The measurements as two Markdown tables: times, and costs.
public struct ResultTable: Sendable {
  public let rows: [Row]

  public init(rows: [Row]) {
    self.rows = rows
  }

  public var markdown: String {
    let waiting = Cell.table(
      ["", "posts", "full screen", "`j`", "`j`, whole answer", "page down", "`G`"], texts: 2,
      rows.map { row in
        let figures = row.figures
        return [
          row.name, row.length, Cell.milliseconds(figures.start.median), Cell.pair(figures.scroll?.first),
          Cell.pair(figures.scroll?.last), Cell.pair(figures.page?.first), Cell.pair(figures.end?.first),
        ]
      })
    let costs = Cell.table(
      ["", "posts", "bytes a `j`", "where it scrolls", "bytes a page", "memory", "wake-ups a minute"], texts: 2,
      rows.map { row in
        let figures = row.figures
        return [
          row.name, row.length, Cell.whole(figures.next?.bytes.median), Cell.whole(figures.scroll?.bytes.median),
          Cell.whole(figures.page?.bytes.median), Cell.megabytes(figures.memory), Cell.whole(figures.wakeUps),
        ]
      })
    return waiting + "\n" + costs
  }
}
