import Domain
import FoundationEssentials

/// Finds the post that a draft was published as, among the account's posts. Servers rewrite links, mentions and
/// punctuation.
struct PublishedPostFinder {
  enum Match: Hashable {
    case found(Post)
    case notFound
    /// A similar post exists.
    case uncertain
  }

  /// The minimum common beginning of a possible match, in characters.
  private static let minBeginning = 8

  let posts: [Post]
  /// Posts that were published from other drafts.
  let others: Set<PostID>

  func match(for draft: Draft, since date: Date) -> Match {
    let subject: PostID? = if case .reply(let subject) = draft.purpose { subject.id } else { nil }
    let candidates = posts.filter { post in
      post.repost == nil && !others.contains(post.id) && post.replyTo == subject
        && post.createdAt.map { $0 >= date } ?? true
    }
    let target = FoldedText(draft.text)
    // The oldest match.
    if let found = candidates.last(where: { FoldedText($0.text) == target && $0.media.count == draft.media.count }) {
      return .found(found)
    }
    return candidates.contains { mayMatch($0, target) } ? .uncertain : .notFound
  }

  private func mayMatch(_ post: Post, _ target: FoldedText) -> Bool {
    let text = FoldedText(post.text)
    if text == target { return true }
    let length = min(text.letters.count, target.letters.count)
    return length >= Self.minBeginning && text.letters.prefix(length) == target.letters.prefix(length)
  }
}

/// The letters and digits of a string; if it has none, all characters but white space. Mentions are without their
/// servers, and addresses without their schemes.
struct FoldedText: Hashable {
  let letters: [Character]

  init(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map { word -> Substring in
      if let schemeEnd = word.firstRange(of: "://") { return word[schemeEnd.upperBound...] }
      guard word.contains("@"), let at = word.lastIndex(of: "@"), let first = word.firstIndex(of: "@"), first < at
      else {
        return word
      }
      // Anything after the server name belongs to the sentence.
      let server = word[word.index(after: at)...].prefix { $0.isLetter || $0.isNumber || ".-:".contains($0) }
      let name = server.reversed().drop { ".:-".contains($0) }
      return word[..<at] + word[name.startIndex.base...]
    }
    let all = words.joined().lowercased()
    let plain = all.filter { $0.isLetter || $0.isNumber }
    letters = Array(plain.isEmpty ? all : plain)
  }

  init(_ text: PostText) {
    self.init(
      text.runs.map { run in
        switch run {
        case .text(let text): text
        case .link(let link): link.kind == .address ? link.url : link.text
        }
      }.joined())
  }
}
