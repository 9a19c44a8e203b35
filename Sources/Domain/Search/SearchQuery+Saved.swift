import FoundationEssentials

extension SearchQuery {
  /// What is wrong about a query that is kept for whatever day it is asked on; nil where nothing is.
  public static func fault(ofKept text: String) -> SearchQueryError? {
    var fault: SearchQueryError?
    // What `today` makes impossible on one day it does not on every other.
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
