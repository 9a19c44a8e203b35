import Domain
import TimelineStatistics

/// Statistics as lines of JSON, as printed by `tern stats --format jsonl`. Each line has a `kind`.
public enum StatisticsLines {
  public static func json(_ statistics: PostStatistics) -> [String] {
    var lines = [
      line("summary") {
        $0.int("posts", statistics.posts)
        $0.int("reposts", statistics.reposts)
        $0.string("first", statistics.dates.map { Timestamp.format($0.lowerBound) })
        $0.string("last", statistics.dates.map { Timestamp.format($0.upperBound) })
      }
    ]
    lines += statistics.years.sorted { $0.key < $1.key }.map { year, count in
      line("year") {
        $0.int("year", year)
        $0.int("posts", count)
      }
    }
    lines += statistics.hours.enumerated().map { hour, count in
      line("hour") {
        $0.int("hour", hour)
        $0.int("posts", count)
      }
    }
    lines += statistics.words.map { word in
      line("word") {
        $0.string("word", word.text)
        $0.int("count", word.count)
      }
    }
    let named = [
      ("liked", statistics.mostLiked), ("answered", statistics.mostRepliedTo), ("day", statistics.onThisDay),
    ]
    for (kind, posts) in named {
      lines += posts.map { post in line(kind) { $0.object("post", post) { PostLine.write($1, to: &$0) } } }
    }
    return lines
  }

  private static func line(_ kind: String, _ body: (inout JSONLineWriter) -> Void) -> String {
    var line = JSONLineWriter()
    line.object { line in
      line.string("kind", kind)
      body(&line)
    }
    return line.text
  }
}
