import Domain
import FoundationEssentials
import TimelineStatistics

/// Builds the rows of the statistics for the screen and the command line.
public enum StatisticsText {
  /// Years without posts are included in a range of up to this many years.
  private static let maxYears = 100
  private static let maxMonths = 24
  /// The maximum length of an excerpt in characters, so that long text is not laid out.
  private static let maxExcerptLength = 500

  /// The rows with content in display order, each with the post that it opens.
  /// - Parameters:
  ///   - owner: the author whose name is left out.
  ///   - time: returns the time of a post as text.
  public static func rows(
    of statistics: PostStatistics, owner: Profile, time: (Date) -> String
  ) -> [(row: StatisticsRow, post: Post?)] {
    var rows: [(StatisticsRow, Post?)] = [
      (StatisticsRow(id: "summary", content: .sentences([summary(of: statistics)])), nil)
    ]
    func add(_ posts: [Post], _ heading: String, _ id: String, count: (Post) -> String) {
      for (index, post) in posts.enumerated() {
        rows.append(
          (
            StatisticsRow(
              id: "\(id) \(index)", heading: index == 0 ? heading : nil,
              content: .post(count: count(post), about: about(post, owner, time), text: excerpt(of: post))), post
          ))
      }
    }
    add(statistics.onThisDay, "On this day", "day") { $0.shownDate.map(LocalTime.year) ?? "" }
    let years = bars(of: statistics.years)
    if !years.isEmpty {
      rows.append((StatisticsRow(id: "years", heading: "Posts per year", content: .bars(years)), nil))
      rows.append(
        (
          StatisticsRow(
            id: "months", heading: "Posts per month (last \(maxMonths))",
            content: .bars(bars(ofMonths: statistics.months))),
          nil
        )
      )
      rows.append((StatisticsRow(id: "week", heading: "Weekdays and hours", content: .week(statistics.week)), nil))
      let hours = statistics.hours.enumerated().map { StatisticsRow.Bar(label: twoDigits($0), count: $1) }
      rows.append((StatisticsRow(id: "hours", heading: "Posts by hour", content: .bars(hours)), nil))
    }
    if !statistics.words.isEmpty {
      rows.append((StatisticsRow(id: "words", heading: "Words", content: .words(statistics.words)), nil))
    }
    add(statistics.mostLiked, "Most liked", "liked") { count($0.counts?.likes ?? 0, "like", "likes") }
    add(statistics.mostRepliedTo, "Most replied to", "answered") {
      count($0.counts?.replies ?? 0, "reply", "replies")
    }
    return rows
  }

  /// “1,204 posts from 2009-03-14 to 2024-11-02, including 120 reposts.”
  private static func summary(of statistics: PostStatistics) -> String {
    var words = count(statistics.posts, "post", "posts")
    if let dates = statistics.dates {
      let (first, last) = (LocalTime.day(dates.lowerBound), LocalTime.day(dates.upperBound))
      words += first == last ? " of \(first)" : " from \(first) to \(last)"
    }
    if statistics.reposts > 0 { words += ", including \(count(statistics.reposts, "repost", "reposts"))" }
    return words + "."
  }

  private static func bars(of years: [Int: Int]) -> [StatisticsRow.Bar] {
    guard let first = years.keys.min(), let last = years.keys.max() else { return [] }
    let shown = last - first < maxYears ? Array(first...last) : years.keys.sorted().suffix(maxYears)
    return folded(shown.map { StatisticsRow.Bar(label: "\($0)", count: years[$0] ?? 0) }, "years")
  }

  /// Up to 24 months, ending with the last one that has posts.
  private static func bars(ofMonths months: [Int: Int]) -> [StatisticsRow.Bar] {
    guard let last = months.keys.max() else { return [] }
    let first = months.keys.filter { $0 > last - maxMonths }.min() ?? last
    let bars = (first...last).map { month in
      StatisticsRow.Bar(label: "\(month / 12)-\(twoDigits(month % 12 + 1))", count: months[month] ?? 0)
    }
    return folded(bars, "months")
  }

  /// Replaces several bars in a row without posts by one for the gap.
  private static func folded(_ bars: [StatisticsRow.Bar], _ units: String) -> [StatisticsRow.Bar] {
    bars.split { $0.count != 0 }.filter { $0.count > 1 }.reversed().reduce(into: bars) { bars, gap in
      bars.replaceSubrange(gap.indices, with: [StatisticsRow.Bar(label: "\(gap.count) \(units)", count: nil)])
    }
  }

  private static func about(_ post: Post, _ owner: Profile, _ time: (Date) -> String) -> String {
    let author = post.author.flatMap { $0.isSame(as: owner) ? nil : $0.nameAndHandle }
    return [author, post.shownDate.map(time)].compactMap(\.self).joined(separator: " · ")
  }

  private static func excerpt(of post: Post) -> String {
    let text = post.text.plain.prefix(maxExcerptLength).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // Show the content warning instead of the text.
    return post.warning.map { "Warning: \($0)" } ?? (text.isEmpty ? "no text" : text)
  }

  private static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(LoadingProgress.grouped(count)) \(count == 1 ? one : many)"
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
