import Network

/// Recognises answers that refuse a `limit`: GoToSocial “limit must be between 1 and 80” (internal/api/util/parsequery.go),
/// FastAPI and Laravel by the name of the field. Others take what is too much for the most that they give.
enum LimitRefusal {
  private static let phrases = ["limit", "per_page", "per page", "page size", "page_size"]
  /// Limits of another kind.
  private static let others = ["rate limit", "ratelimit", "rate_limit", "character limit", "limit of characters"]
  /// How much of an answer is read, in bytes.
  private static let longest = 4_096

  /// - Returns: the numbers that the server names; nil where it does not speak of a limit.
  static func numbers(in response: HTTPResponse) -> [Int]? {
    guard response.status == 400 || response.status == 422 else { return nil }
    let words = String(decoding: response.body.prefix(longest), as: UTF8.self).lowercased()
    guard phrases.contains(where: words.contains), !others.contains(where: words.contains) else { return nil }
    return words.split { !("0"..."9" ~= $0) }.compactMap { Int($0) }
  }
}

extension ServerFailure {
  /// How many entries the server may be asked for instead; nil where the answer is not about that.
  func pageLimit(below asked: Int) -> Int? {
    guard let limitNumbers else { return nil }
    let named = limitNumbers.filter { 1..<asked ~= $0 }.max() ?? 0
    let limit = named > 1 ? named : Self.smallPage
    return limit < asked ? limit : nil
  }

  /// What every server gives.
  private static let smallPage = 20
}
