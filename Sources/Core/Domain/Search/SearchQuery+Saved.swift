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

  /// 1970-01-11 and 2199-12-22.
  private static let longAgo = Date(timeIntervalSince1970: 864_000)
  private static let farAhead = Date(timeIntervalSince1970: 7_257_600_000)
}
