import Domain
import FoundationEssentials

extension PostCellViewModel {
  /// The full post: nothing is shortened, and each link has a number that refers to its address below.
  /// - Parameters:
  ///   - query: the search whose matches are highlighted.
  ///   - isRevealed: whether its content warning, and that of the quoted post, are revealed.
  ///   - firstLink: the number of its first link.
  public init(
    full post: Post, now: Date, query: SearchQuery? = nil, isRevealed: Bool, keys: KeyNames = .standard,
    time: TimeStyle = .ages, firstLink: Int = 1
  ) {
    self.init(post, now: now, query: query, isRevealed: isRevealed, keys: keys, time: time)
    links = Self.allLinks(of: post)
    let numbers = Dictionary(uniqueKeysWithValues: zip(links, firstLink...))
    remarks = Self.origins(of: post)
    text = Self.numbered(post, numbers, query)
    media = post.media.map { Self.numberedCaption($0, numbers, query) }
    for (index, media) in post.media.enumerated() { cards[index] = media.card.map { Card($0, of: media.url ?? "") } }
    if case .shown(let quoted)? = post.quote { quote = fullBox(quoted, numbers, query, isRevealed: isRevealed) }
    counts = Self.countsInWords(of: post)
    for (index, option) in (post.poll?.options ?? []).enumerated() {
      poll[index].votes = option.votes.map { Self.count($0, "vote", "votes") } ?? ""
      // Votes are cast in the browser where the server is read-only.
      poll[index].url = post.url
    }
    pollOutcome = post.poll.map { Self.outcome(of: post, $0, at: now, isFull: true) }
    details = Details(facts: Self.facts(on: post), address: post.url)
  }

  /// The post's own links, then those of the quoted post and its address.
  private static func allLinks(of post: Post) -> [String] {
    guard case .shown(let quoted)? = post.quote else { return links(of: post) }
    return (links(of: post) + links(of: quoted) + [quoted.url].compactMap(\.self)).uniqued()
  }

  private static func mark(_ url: String?, _ numbers: [String: Int]) -> String {
    url.flatMap { numbers[$0] }.map { " [\($0)]" } ?? ""
  }

  private static func numbered(_ post: Post, _ numbers: [String: Int], _ query: SearchQuery?) -> [TextRun] {
    post.text.pieces.flatMap { piece -> [TextRun] in
      let shown = runs(piece, post.mentions, query)
      guard case .link(let link) = piece.run else { return shown }
      return shown + [TextRun(text: mark(link.url, numbers), kind: .number, url: link.url)]
    }
  }

  private static func numberedCaption(_ media: Media, _ numbers: [String: Int], _ query: SearchQuery?) -> [TextRun] {
    var caption = caption(media)
    caption.url = media.url
    return mark(caption, query) + [TextRun(text: mark(media.url, numbers), kind: .number, url: media.url)]
  }

  private func fullBox(
    _ post: Post, _ numbers: [String: Int], _ query: SearchQuery?, isRevealed: Bool
  ) -> QuoteBox {
    var text: [TextRun] = []
    if let fold = post.fold {
      let hint = keys.reveal.isEmpty ? "" : " · \(keys.reveal)"
      text.append(TextRun(text: "\(fold)\(isRevealed ? "\n" : hint)", kind: .plain))
    }
    if post.fold == nil || isRevealed {
      text += Self.numbered(post, numbers, query)
      text += post.media.flatMap { [TextRun(text: "\n", kind: .plain)] + Self.numberedCaption($0, numbers, query) }
    }
    return QuoteBox(
      name: Self.name(of: post.author),
      handle: Self.handle(of: post.author) + Self.mark(post.url, numbers),
      text: text, hasWarning: post.fold != nil, isRevealed: post.fold != nil && isRevealed)
  }

  private static func countsInWords(of post: Post) -> [Count] {
    let (counts, viewer) = (post.counts, post.viewer)
    let all: [(count: Int?, one: String, many: String, isOwn: Bool)] = [
      (counts?.replies, "reply", "replies", false), (counts?.reposts, "repost", "reposts", viewer?.isReposted == true),
      (counts?.likes, "like", "likes", viewer?.isFavourite == true),
    ]
    return all.compactMap { number, one, many, isOwn in
      guard let number, number > (isOwn ? 1 : 0) else {
        return isOwn ? Count(text: "your \(one)", isOwn: true, isOwnOnly: true) : nil
      }
      return Count(text: count(number, one, many) + (isOwn ? ", yours too" : ""), isOwn: isOwn)
    }
  }

  private static func facts(on post: Post) -> [String] {
    let (time, details) = (post.createdAt.map { LocalTime.exact($0) }, post.details)
    let writing = [
      details?.language, details?.application.map { "via \($0)" },
      details?.isAutomated == true ? "automated" : nil,
    ]
    return [time].compactMap(\.self) + (post.visibility == .public ? ["public"] : []) + statusRemarks(of: post)
      + writing.compactMap(\.self)
  }

  /// `1 reply`, `12,345 replies`.
  public static func count(_ number: Int, _ one: String, _ many: String) -> String {
    let digits = Array(String(number.magnitude))
    let groups = digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
    }
    return "\(number < 0 ? "-" : "")\(groups.joined()) \(number == 1 ? one : many)"
  }
}

extension PostCellViewModel.Card {
  /// - Parameter url: the URL of the page.
  init(_ card: LinkCard, of url: String) {
    let site = card.site.map { Link(url: url, text: $0).displayLabel() }
    let author = card.author == card.site ? nil : card.author
    self.init(
      byline: [site, author].compactMap(\.self).joined(separator: " · "),
      summary: card.summary?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? "")
  }
}
