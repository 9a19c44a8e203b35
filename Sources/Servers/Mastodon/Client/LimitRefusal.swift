import Network

/// Recognises responses that refuse a `limit`: GoToSocial “limit must be between 1 and 80”
/// (internal/api/util/parsequery.go), FastAPI and Laravel by the name of the field. Other servers cap a limit that is
/// too high.
enum LimitRefusal {
  private static let phrases = ["limit", "per_page", "per page", "page size", "page_size"]
  /// Other kinds of limits.
  private static let others = ["rate limit", "ratelimit", "rate_limit", "character limit", "limit of characters"]
  /// The examined part of a response, in bytes.
  private static let maxBytes = 4_096

  /// - Returns: the numbers in the message; nil if it does not mention a limit.
  static func numbers(in response: HTTPResponse) -> [Int]? {
    guard response.status == 400 || response.status == 422 else { return nil }
    let words = String(decoding: response.body.prefix(maxBytes), as: UTF8.self).lowercased()
    guard phrases.contains(where: words.contains), !others.contains(where: words.contains) else { return nil }
    return words.split { !("0"..."9" ~= $0) }.compactMap { Int($0) }
  }
}

extension ServerFailure {
  /// The page size to request instead; nil if the failure is not about the limit.
  func pageLimit(below requested: Int) -> Int? {
    guard let pageLimitNumbers else { return nil }
    let named = pageLimitNumbers.filter { 1..<requested ~= $0 }.max() ?? 0
    let limit = named > 1 ? named : Self.smallPage
    return limit < requested ? limit : nil
  }

  /// Supported by all servers.
  private static let smallPage = 20
}
