import Testing

@testable import Benchmarking

struct ResultTableTests {
  @Test func `Missing measurements are shown as a dash`() {
    let table = ResultTable(rows: [Row(name: "tern", length: "1,000", figures: Figures(start: Sample([12.3])))])
    #expect(
      table.markdown == """
        |  | posts | full screen | `j` | `j`, whole answer | page down | `G` |
        | --- | --- | --: | --: | --: | --: | --: |
        | tern | 1,000 | 12 ms | – | – | – | – |

        |  | posts | bytes a `j` | where it scrolls | bytes a page | memory | wake-ups a minute |
        | --- | --- | --: | --: | --: | --: | --: |
        | tern | 1,000 | – | – | – | – | – |

        """)
  }

  @Test func `Numbers are rounded to significant digits`() {
    var figures = Figures(start: Sample([9.96]))
    figures.scroll = Figures.Key([
      KeyResponse(first: .microseconds(4), last: .microseconds(1250), bytes: 1234),
      KeyResponse(first: .microseconds(470), last: .milliseconds(1500), bytes: 1234),
    ])
    figures.memory = 24_500_000
    figures.wakeUps = 0
    let table = ResultTable(rows: [Row(name: "tern", length: "64", figures: figures)]).markdown
    #expect(table.contains("| tern | 64 | 10.0 ms | 0.00 / 0.47 ms | 1.3 / 1,500 ms | – | – |"))
    #expect(table.contains("| tern | 64 | – | 1,234 | – | 25 MB | 0 |"))
  }
}
