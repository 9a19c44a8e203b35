import Domain
import FoundationEssentials

/// Statistics in words and bars: a pure function, for the screen and for the command line.
public enum StatisticsText {
  /// Years without posts stand among the others as long as that are no more.
  private static let maxYears = 100
  /// What is cut is not laid out.
  private static let maxText = 500

  /// A row for each part that has something to say, in their order, and the post that it names.
  /// - Parameter owner: who needs no name beside their own posts.
  public static func rows(of statistics: PostStatistics, owner: Profile) -> [(row: StatisticsRow, post: Post?)] {
    var rows: [(StatisticsRow, Post?)] = [
      (StatisticsRow(id: "summary", content: .sentences([summary(of: statistics)])), nil)
    ]
    let years = bars(of: statistics.years)
    if !years.isEmpty {
      rows.append((StatisticsRow(id: "years", heading: "Posts a year", content: .bars(years)), nil))
      let hours = statistics.hours.enumerated().map { StatisticsRow.Bar(label: two($0), count: $1) }
      rows.append((StatisticsRow(id: "hours", heading: "Posts an hour of the day", content: .bars(hours)), nil))
    }
    if !statistics.words.isEmpty {
      rows.append((StatisticsRow(id: "words", heading: "Words", content: .words(statistics.words)), nil))
    }
    func add(_ posts: [Post], _ heading: String, _ id: String, count: (Post) -> String) {
      for (index, post) in posts.enumerated() {
        rows.append(
          (
            StatisticsRow(
              id: "\(id) \(index)", heading: index == 0 ? heading : nil,
              content: .post(count: count(post), about: about(post, owner), text: beginning(of: post))), post
          ))
      }
    }
    add(statistics.mostLiked, "Most liked", "liked") { words($0.counts?.likes ?? 0, "like") }
    add(statistics.mostAnswered, "Most answered", "answered") { words($0.counts?.replies ?? 0, "answer") }
    add(statistics.onThisDay, "On this day", "day") { $0.shownDate.map(LocalTime.year) ?? "" }
    return rows
  }

  /// “1,204 posts from 2009-03-14 to 2024-11-02, 120 of them reposts.”
  private static func summary(of statistics: PostStatistics) -> String {
    var words = words(statistics.posts, "post")
    if let dates = statistics.dates {
      let (first, last) = (LocalTime.day(dates.lowerBound), LocalTime.day(dates.upperBound))
      words += first == last ? " of \(first)" : " from \(first) to \(last)"
    }
    switch statistics.reposts {
    case 0: break
    case 1: words += ", 1 of them a repost"
    default: words += ", \(LoadingProgress.grouped(statistics.reposts)) of them reposts"
    }
    return words + "."
  }

  private static func bars(of years: [Int: Int]) -> [StatisticsRow.Bar] {
    guard let first = years.keys.min(), let last = years.keys.max() else { return [] }
    let shown = last - first < maxYears ? Array(first...last) : years.keys.sorted().suffix(maxYears)
    return shown.map { StatisticsRow.Bar(label: "\($0)", count: years[$0] ?? 0) }
  }

  private static func about(_ post: Post, _ owner: Profile) -> String {
    let author = post.author.flatMap { $0.isSame(as: owner) ? nil : $0.nameAndHandle }
    return [author, post.shownDate.map(LocalTime.minute)].compactMap(\.self).joined(separator: " · ")
  }

  private static func beginning(of post: Post) -> String {
    let text = post.text.plain.prefix(maxText).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // What is folded elsewhere is folded here.
    return post.warning.map { "Warning: \($0)" } ?? (text.isEmpty ? "no text" : text)
  }

  private static func words(_ count: Int, _ noun: String) -> String {
    "\(LoadingProgress.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
