import FoundationEssentials

/// A filter of Tern's own: a query in the search language. It applies to posts of any source.
public struct LocalFilter: Hashable, Sendable, Codable {
  public var id: String
  public var name: String
  /// A search query.
  public var query: String
  /// nil if it does not expire.
  public var expiresAt: Date?
  /// Whether matching posts are hidden instead of folded.
  public var hides: Bool
  /// The storage keys of the accounts that it applies to; nil for all.
  public var accounts: [String]?
  /// The raw values of the contexts in which it applies; nil for all.
  public var contexts: [String]?

  public init(
    id: String = UUID().uuidString, name: String, query: String, expiresAt: Date? = nil, hides: Bool = true,
    accounts: [AccountID]? = nil, contexts: Set<ContentFilter.Context>? = nil
  ) {
    self.id = id
    self.name = name
    self.query = query
    self.expiresAt = expiresAt
    self.hides = hides
    self.accounts = accounts?.map(\.storageKey)
    self.contexts = contexts?.map(\.rawValue).sorted()
  }

  /// The maximum lengths of a name and a query, in characters.
  public static let (maxName, maxQuery) = (100, 500)

  public func isActive(at now: Date) -> Bool { expiresAt.map { $0 > now } ?? true }

  public func applies(to account: AccountID) -> Bool { accounts?.contains(account.storageKey) ?? true }

  /// The contexts in which it applies.
  public var contextSet: Set<ContentFilter.Context> {
    contexts.map { Set($0.compactMap(ContentFilter.Context.init)) } ?? Set(ContentFilter.Context.allCases)
  }
}

extension LocalFilter {
  /// Proposes a filter for posts like one: by its hashtags, else by its author.
  /// - Parameter user: The user's profile, whose own posts are not filtered.
  public init(like post: Post, user: Profile? = nil) {
    let tags = post.text.links.filter { $0.kind == .tag }.map(\.text).filter { $0.hasPrefix("#") }
    let names = tags.uniqued { $0.lowercased() }.prefix(3)
    let isOwn = user.flatMap { user in post.author.map { $0.isSame(as: user) } } ?? false
    let author = isOwn ? nil : post.author.map(\.handle).flatMap { $0.isEmpty ? nil : $0 }
    let parts = [author.map { "from:\($0)" }].compactMap(\.self) + names
    self.init(
      name: author.map { "@\($0)" } ?? names.first ?? "", query: parts.joined(separator: " "), hides: true)
  }
}

/// The filters that apply to the posts of an account, prepared for matching.
public struct LocalFilterSet: Sendable {
  private struct Prepared: Sendable {
    var filter: LocalFilter
    var contexts: Set<ContentFilter.Context>
    var query: SearchQuery
  }

  private let prepared: [Prepared]
  /// The handle in lower case whose posts are not filtered; nil to filter all posts.
  private let owner: String?

  /// Filters whose query is not valid are left out.
  /// - Parameters:
  ///   - owner: The handle whose posts are never filtered; nil to filter all posts, as in archives.
  ///   - now: The date for `today` in queries.
  public init(_ filters: [LocalFilter], of account: AccountID, owner: String? = nil, now: Date) {
    self.owner = owner?.lowercased()
    prepared = filters.filter { $0.applies(to: account) }.compactMap { filter in
      guard let query = try? SearchQuery(filter.query, now: now) else { return nil }
      return Prepared(filter: filter, contexts: filter.contextSet, query: query.cheapestFirst)
    }
  }

  public var isEmpty: Bool { prepared.isEmpty }

  /// The posts with verdicts. A post that a filter of the server hides or folds keeps that verdict, unless a local one
  /// hides it.
  public func applied(to posts: [Post], in scope: FilterScope, at now: Date) -> [Post] {
    let active = active(in: scope, at: now)
    guard !active.isEmpty else { return posts }
    return posts.map { applied(to: $0, active, hides: scope.hides) }
  }

  /// The post with verdicts on itself and on its quoted post.
  public func applied(to post: Post, in scope: FilterScope, at now: Date) -> Post {
    applied(to: [post], in: scope, at: now)[0]
  }

  private func active(in scope: FilterScope, at now: Date) -> [Prepared] {
    prepared.filter { scope.includes($0.contexts) && $0.filter.isActive(at: now) }
  }

  private func applied(to post: Post, _ active: [Prepared], hides: Bool) -> Post {
    guard !post.isHiddenByFilter else { return post }
    var post = post
    if let verdict = verdict(on: post, active, hides: hides) {
      if case .hide = verdict {
        post.filterVerdict = verdict
      } else if post.filter == nil {
        post.filterVerdict = verdict
      }
    }
    if post.quoteFilter == nil, case .shown(let quoted)? = post.quote {
      if let verdict = verdict(on: quoted, active, hides: false) { post.quoteFilter = verdict.title }
    }
    return post
  }

  private func verdict(on post: Post, _ active: [Prepared], hides: Bool) -> FilterVerdict? {
    if let owner, post.author?.handle.lowercased() == owner, post.repost == nil { return nil }
    var verdict: FilterVerdict?
    for prepared in active where prepared.query.matches(post) {
      if hides, prepared.filter.hides { return .hide(title: prepared.filter.name) }
      verdict = verdict ?? .fold(title: prepared.filter.name)
    }
    return verdict
  }
}

extension SearchQuery {
  /// The same query with its conditions on words last, because these read the whole text.
  fileprivate var cheapestFirst: SearchQuery {
    func readsText(_ condition: Condition) -> Bool {
      switch condition.term {
      case .word, .phrase, .tag, .mentions, .anyOf: true
      default: false
      }
    }
    return SearchQuery(
      text: text, conditions: conditions.filter { !readsText($0) } + conditions.filter(readsText))
  }

  /// The posts that the query matches, from a date on.
  public func since(_ date: Date) -> SearchQuery {
    SearchQuery(text: text, conditions: conditions + [Condition(.since(date))])
  }

  /// All posts from a date on.
  public static func all(since date: Date) -> SearchQuery {
    SearchQuery(text: "", conditions: [Condition(.since(date))])
  }
}

extension PostThread {
  /// A thread whose posts are filtered, except for the opened one. Hidden posts become unavailable.
  /// - Parameter filter: Returns a post with verdicts.
  public func filtered(_ filter: (Post) -> Post) -> PostThread {
    func filtered(_ entry: Entry) -> Entry {
      guard case .post(let post) = entry else { return entry }
      let shown = filter(post)
      return shown.isHiddenByFilter ? .unavailable(id: post.id, reason: .filtered) : .post(shown)
    }
    var thread = self
    thread.post.quoteFilter = filter(post).quoteFilter
    thread.ancestors = ancestors.map(filtered)
    for index in thread.replies.indices { thread.replies[index].entry = filtered(thread.replies[index].entry) }
    return thread
  }
}
