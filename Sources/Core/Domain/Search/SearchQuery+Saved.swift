import FoundationEssentials

extension SearchQuery {
  /// The error in a query that is saved and evaluated on later days; nil if none.
  public static func error(inSaved text: String) -> SearchQueryError? {
    var fault: SearchQueryError?
    // A query with `today` may be contradictory on one day only.
    for day in [Self.longAgo, Self.farAhead] {
      do throws(SearchQueryError) {
        _ = try SearchQuery(text, now: day)
        return nil
      } catch {
        fault = fault ?? error
      }
    }
    return fault
  }

  /// The query for the posts of a user on the day of today in earlier years.
  public static func onThisDay(of user: Profile) -> String {
    let anniversary = "on:\(SearchField.anniversary)"
    return user.handle.isEmpty ? anniversary : "from:\(user.handle) \(anniversary)"
  }

  /// Whether a query is for the posts of one user, or of all, on the day of today in earlier years.
  public static func isOnThisDay(_ text: String) -> Bool {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    return words.last == "on:\(SearchField.anniversary)"
      && (words.count == 1 || words.count == 2 && words[0].hasPrefix("from:"))
  }

  /// 1970-01-11 and 2199-12-22.
  private static let longAgo = Date(timeIntervalSince1970: 864_000)
  private static let farAhead = Date(timeIntervalSince1970: 7_257_600_000)
}
