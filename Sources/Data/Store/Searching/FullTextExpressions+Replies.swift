import Domain

/// Expressions for replies.
extension FullTextExpressions {
  private static let maxExcludedProfiles = 8

  /// Posts that may be replies to a handle.
  func replies(to handle: String) throws -> String? {
    let named = Self.tag(.replyTo(SearchTag.name(of: handle)))
    guard let all = Self.anyOf([named] + (try unnamedReplies(to: handle))) else { return nil }
    // A reply to oneself has the same author.
    guard conditions.contains(SearchQuery.Condition(.isThread)) else { return all }
    return try Self.anyOf(profiles(withHandle: handle).map { Self.tag(.profile($0)) }).map { "(\(all) AND \($0))" }
      ?? all
  }

  /// Replies without a recipient in their source that may be to these profiles.
  private func unnamedReplies(to handle: String) throws -> [String] {
    // The author of the answered post is stored, or unknown.
    let profileIDs = try excludesUnnamedReplies ? [] : profiles(withHandle: handle)
    guard !profileIDs.isEmpty else { return [] }
    let unnamed = Self.tag(.unnamedReply)
    // If the handle is unique, that author's own unnamed replies are threads.
    guard profileIDs.count == 1, conditions.contains(SearchQuery.Condition(.isThread, isExcluded: true)) else {
      return [unnamed]
    }
    return ["(\(unnamed) NOT \(Self.written(by: profileIDs)))"]
  }

  /// Posts that may be replies to their own author.
  func threads() throws -> String? {
    let all = Self.anyOf([.thread, .unnamedReply].map(Self.tag))
    let others = try conditions.lazy.compactMap { condition -> [Int64]? in
      guard case .to(let handle) = condition.term, condition.isExcluded else { return nil }
      return try self.profiles(withHandle: handle)
    }.first { 1...Self.maxExcludedProfiles ~= $0.count }
    // Threads of these authors are replies to one of them.
    return others.flatMap { profileIDs in all.map { "(\($0) NOT \(Self.written(by: profileIDs)))" } } ?? all
  }

  /// Posts written by these profiles, without their reposts.
  private static func written(by profileIDs: [Int64]) -> String {
    "(\(anyOf(profileIDs.map { tag(.profile($0)) }) ?? "") NOT \(tag(.repost)))"
  }
}
