import FoundationEssentials

/// The filters of an account, prepared for matching. Posts are matched against filters only here.
public struct ContentFilters: Sendable {
  fileprivate struct Prepared {
    var filter: ContentFilter
    var phrases: [FilterPhrase]
  }

  private let prepared: [Prepared]
  /// The titles of current and former filters. A verdict with any other title comes from the server and is kept.
  private let titles: Set<String>
  /// The user's handle in lower case. Own posts are never filtered, as in Mastodon's web client
  /// (app/javascript/mastodon/selectors).
  private let owner: String?

  /// - Parameter formerTitles: titles of filters that no longer exist.
  public init(_ filters: [ContentFilter], formerTitles: Set<String> = [], owner: String? = nil) {
    self.owner = owner?.lowercased()
    titles = formerTitles.union(filters.map(\.title))
    prepared = filters.map { filter in
      Prepared(filter: filter, phrases: filter.keywords.compactMap(FilterPhrase.init))
    }
  }

  /// The effect of the filters on a post; nil if none applies. Hiding takes precedence over folding.
  public func verdict(on post: Post, in scope: FilterScope, at now: Date) -> FilterVerdict? {
    guard !isOwn(post) else { return nil }
    let active = active(in: scope, at: now)
    guard !active.isEmpty else { return nil }
    let text = FilteredText(post)
    var verdict: FilterVerdict?
    for prepared in active where prepared.matches(post, text) {
      if prepared.filter.hides, scope.hides { return .hide(title: prepared.filter.title) }
      verdict = verdict ?? .fold(title: prepared.filter.title)
    }
    return verdict
  }

  /// The post with verdicts on itself and on its quoted post.
  /// - Parameter isNewer: whether the filters are newer than the post's verdict. A verdict of a filter that was removed
  ///   or has expired is then dropped.
  public func applied(to post: Post, in scope: FilterScope, at now: Date, isNewer: Bool = true) -> Post {
    guard scope != .none else { return post }
    var post = post
    // Verdicts that a server or an earlier version has given.
    if isOwn(post) { post.filterVerdict = nil }
    if case .shown(let quoted)? = post.quote, isOwn(quoted) { post.quoteFilter = nil }
    if isNewer {
      if let title = post.filter, isOver(title, in: scope, at: now) { post.filterVerdict = nil }
      if let title = post.quoteFilter, isOver(title, in: scope, at: now) { post.quoteFilter = nil }
    }
    if !post.isHiddenByFilter, let verdict = verdict(on: post, in: scope, at: now) {
      if case .hide = verdict {
        post.filterVerdict = verdict
      } else if post.filter == nil {
        post.filterVerdict = verdict
      }
    }
    if post.quoteFilter == nil, case .shown(let quoted)? = post.quote {
      post.quoteFilter = verdict(on: quoted, in: scope, at: now)?.title
    }
    return post
  }

  /// Whether a known filter no longer applies in the scope.
  private func isOver(_ title: String, in scope: FilterScope, at now: Date) -> Bool {
    titles.contains(title) && !active(in: scope, at: now).contains { $0.filter.title == title }
  }

  private func active(in scope: FilterScope, at now: Date) -> [Prepared] {
    prepared.filter { scope.includes($0.filter.contexts) && $0.filter.isActive(at: now) }
  }

  private func isOwn(_ post: Post) -> Bool { owner != nil && post.author?.handle.lowercased() == owner }
}

extension ContentFilters.Prepared {
  fileprivate func matches(_ post: Post, _ text: FilteredText) -> Bool {
    filter.posts.contains(post.id) || phrases.contains { $0.isFound(in: text) }
  }
}

/// The text of a post that filters search, in lower case: content warning, text, poll options and media
/// descriptions, joined as in Mastodon (Status, searchable_text).
struct FilteredText {
  let scalars: [Unicode.Scalar]

  init(_ post: Post) {
    var parts = [post.warning, post.text.plain].compactMap(\.self)
    parts += post.poll?.options.map(\.title) ?? []
    parts += post.media.compactMap(\.description)
    scalars = Array(parts.joined(separator: "\n\n").lowercased().unicodeScalars)
  }
}

/// A phrase matched as in Mastodon (app/models/custom_filter_keyword.rb): ignoring case. A whole-word phrase needs a
/// word boundary only at ends that are word characters.
struct FilterPhrase {
  private let scalars: [Unicode.Scalar]
  private let startsAtBoundary: Bool
  private let endsAtBoundary: Bool

  /// nil for an empty phrase, which would match everything.
  init?(_ keyword: ContentFilter.Keyword) {
    let scalars = Array(keyword.phrase.lowercased().unicodeScalars)
    guard let first = scalars.first, let last = scalars.last else { return nil }
    self.scalars = scalars
    startsAtBoundary = keyword.isWholeWord && first.isWord
    endsAtBoundary = keyword.isWholeWord && last.isWord
  }

  func isFound(in text: FilteredText) -> Bool {
    let text = text.scalars
    guard let first = scalars.first, text.count >= scalars.count else { return false }
    for start in 0...(text.count - scalars.count) where text[start] == first {
      let end = start + scalars.count
      guard text[start..<end].elementsEqual(scalars) else { continue }
      if startsAtBoundary, start > 0, text[start - 1].isWord { continue }
      if endsAtBoundary, end < text.count, text[end].isWord { continue }
      return true
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether it is a word character for Mastodon: `[[:word:]]` in Ruby.
  public var isWord: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
    case ..<0x80: return false
    default: break
    }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      true
    default: false
    }
  }
}
