import Domain
import FoundationEssentials

/// Looks for a draft among what an account has written: a server writes links, mentions and signs in ways of its own.
struct PublishedPostFinder {
  enum Answer: Hashable {
    case found(Post)
    case notThere
    /// There is one that may be it.
    case doubtful
  }

  /// Beginnings that are the same up to here may be those of the same post, in letters.
  private static let minBeginning = 8

  let posts: [Post]
  /// Those that another draft has become.
  let others: Set<PostID>

  func answer(to draft: Draft, since moment: Date) -> Answer {
    let target: PostID? = if case .reply(let subject) = draft.purpose { subject.id } else { nil }
    let candidates = posts.filter { post in
      post.repost == nil && !others.contains(post.id) && post.replyTo == target
        && post.createdAt.map { $0 >= moment } ?? true
    }
    let wanted = FoldedText(draft.text)
    // The one that was there first.
    if let found = candidates.last(where: { FoldedText($0.text) == wanted && $0.media.count == draft.media.count }) {
      return .found(found)
    }
    return candidates.contains { mayBe($0, wanted) } ? .doubtful : .notThere
  }

  private func mayBe(_ post: Post, _ wanted: FoldedText) -> Bool {
    let said = FoldedText(post.text)
    if said == wanted { return true }
    let length = min(said.letters.count, wanted.letters.count)
    return length >= Self.minBeginning && said.letters.prefix(length) == wanted.letters.prefix(length)
  }
}

/// The letters and digits of a text; where it has none, all that is not space. Mentions are without their servers and
/// addresses without what stands before the host.
struct FoldedText: Hashable {
  let letters: [Character]

  init(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map { word -> Substring in
      if let schemeEnd = word.firstRange(of: "://") { return word[schemeEnd.upperBound...] }
      guard word.contains("@"), let at = word.lastIndex(of: "@"), let first = word.firstIndex(of: "@"), first < at
      else {
        return word
      }
      // What stands behind the server belongs to the sentence.
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
