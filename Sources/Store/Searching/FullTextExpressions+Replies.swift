import Domain

/// Posts that answer others.
extension FullTextExpressions {
  private static let maxExcludedPeople = 8

  /// Posts that may answer somebody.
  func answers(to handle: String) throws -> String? {
    let named = Self.tag(.answers(SearchTag.name(of: handle)))
    guard let all = Self.anyOf([named] + (try unnamedAnswers(to: handle))) else { return nil }
    // Whoever answers themselves has written it.
    guard conditions.contains(SearchQuery.Condition(.isThread)) else { return all }
    return try Self.anyOf(profiles(withHandle: handle).map { Self.tag(.profile($0)) }).map { "(\(all) AND \($0))" }
      ?? all
  }

  /// Posts of which the source does not say whom they answer: it may be one of these people.
  private func unnamedAnswers(to handle: String) throws -> [String] {
    // Whom a post answers without a name has written a post, or nobody knows who it is.
    let people = try leavesOutUnnamed ? [] : profiles(withHandle: handle)
    guard !people.isEmpty else { return [] }
    let unnamed = Self.tag(.answersUnnamed)
    // Where only one goes by it, what they answer of their own is a thread.
    guard people.count == 1, conditions.contains(SearchQuery.Condition(.isThread, isExcluded: true)) else {
      return [unnamed]
    }
    return ["(\(unnamed) NOT \(Self.written(by: people)))"]
  }

  /// Posts that may answer their own author.
  func threads() throws -> String? {
    let all = Self.anyOf([.thread, .answersUnnamed].map(Self.tag))
    let others = try conditions.lazy.compactMap { condition -> [Int64]? in
      guard case .to(let handle) = condition.term, condition.isExcluded else { return nil }
      return try self.profiles(withHandle: handle)
    }.first { 1...Self.maxExcludedPeople ~= $0.count }
    // What these have written and answer themselves, answers one of them.
    return others.flatMap { people in all.map { "(\($0) NOT \(Self.written(by: people)))" } } ?? all
  }

  /// Posts that these people have written themselves.
  private static func written(by people: [Int64]) -> String {
    "(\(anyOf(people.map { tag(.profile($0)) }) ?? "") NOT \(tag(.repost)))"
  }
}
