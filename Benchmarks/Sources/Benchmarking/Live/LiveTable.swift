/// The measurements as two Markdown tables: times and memory with targets, and the requests of a start.
struct LiveTable {
  let figures: LiveFigures

  var markdown: String {
    let asked = figures.traffic.map { row in
      [row.name, Cell.milliseconds(row.start), row.traffic.requests.grouped, row.traffic.bytes.grouped]
    }
    return Cell.table(["", "", "to reach", "reached"], texts: 1, lines.map(\.row)) + "\n"
      + Cell.table(["", "first post", "requests", "bytes of answers"], texts: 1, asked)
  }

  private static func atMost(_ limit: Double, _ unit: String) -> Target {
    Target(bound: .atMost(limit), text: "≤ \(Cell.number(limit)) \(unit)")
  }

  private var lines: [StoreLine] {
    let starts = LiveFigures.Network.allCases.map { network in
      let median = figures.starts[network]?.median
      return StoreLine(
        name: "full screen, network \(network.rawValue)", cells: [Cell.milliseconds(median)], values: [median],
        target: Self.atMost(30, "ms"))
    }
    return starts + [
      StoreLine("`j`, whole answer", [figures.next], Self.atMost(3, "ms")),
      StoreLine("Home of three accounts, full screen", [figures.startOfThree], Self.atMost(30, "ms")),
      StoreLine("Home of three accounts, `j`", [figures.nextOfThree], Self.atMost(3, "ms")),
      StoreLine("`j` under 1,000 events a second", [figures.nextUnderLoad]),
      StoreLine("from a server’s event to the screen", [figures.event]),
      wakeUps("wake-ups a minute, stream = false", false, 0),
      // The server sends a heartbeat every 15 seconds.
      wakeUps("wake-ups a minute, stream = true", true, 4),
      StoreLine("memory after the keys", bytes: [figures.memory]),
      StoreLine("memory after an hour of a busy stream", bytes: [figures.memoryAfterHour], Self.atMost(60, "MB")),
    ]
  }

  private func wakeUps(_ name: String, _ streams: Bool, _ limit: Double) -> StoreLine {
    let value = figures.wakeUps[streams]
    return StoreLine(
      name: name, cells: [Cell.whole(value)], values: [value],
      target: Target(bound: .atMost(limit), text: "≤ \(Int(limit))"))
  }
}
