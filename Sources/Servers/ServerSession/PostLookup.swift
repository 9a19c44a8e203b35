import Domain

/// Finds a post by its address or its server ID.
struct PostLookup: Sendable {
  let account: AccountID
  /// The host of the account's server, as in addresses.
  let host: String
  let cache: any CachedPosts
  let timelines: any RemoteTimelines
  /// nil if no server is asked.
  let search: (any ServerSearchRepository)?

  /// - Throws: `postUnavailable` if there is no such post.
  func post(named name: String) async throws(TimelineError) -> Post {
    guard (try? WebAddress(name)) != nil else { return try await post(PostID(name)) }
    if let known = try? await cache.post(at: name) { return known }
    if let found = try await search?.post(at: name) { return try await stored(found) }
    guard let id = ownID(in: name) else { throw .postUnavailable(id: PostID(name), reason: .notInSource) }
    return try await post(id)
  }

  private func post(_ id: PostID) async throws(TimelineError) -> Post {
    if let known = try? await cache.post(id) { return known }
    return try await stored(timelines.thread(of: id).post)
  }

  private func stored(_ post: Post) async throws(TimelineError) -> Post {
    var post = post
    post.assign(to: account)
    _ = try? await cache.store([post])
    return post
  }

  /// The ID of a post in an address of the account's server: `/@ada/1234` and `/@ada@far.example/1234` (Mastodon),
  /// `/p/ada/1234` (Pixelfed), `/@ada/statuses/01H…` (GoToSocial), `/notice/AbC` (Pleroma and Akkoma), and
  /// `/users/ada/statuses/1234` (ActivityPub ID).
  private func ownID(in address: String) -> PostID? {
    guard let opened = try? WebAddress(address).opened else { return nil }
    let parts = opened.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count > 2, parts[1].lowercased() == host.lowercased() else { return nil }
    return Self.id(in: parts.dropFirst(2).map(String.init))
  }

  private static func id(in parts: [String]) -> PostID? {
    guard let id = parts.last, id.count <= maxID, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    let isOfPost =
      switch parts.count {
      case 2: parts[0] == "notice" || parts[0].first == "@" && parts[0].count > 1
      case 3: parts[0] == "p" || parts[0].first == "@" && parts[1] == "statuses"
      case 4: parts[0] == "users" && parts[2] == "statuses"
      default: false
      }
    return isOfPost ? PostID(id) : nil
  }

  /// The maximum length of an ID, in characters.
  private static let maxID = 64
}
