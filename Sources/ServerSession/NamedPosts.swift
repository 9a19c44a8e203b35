import Domain

/// Finds the post that a person means by its address, or by what its server calls it.
struct NamedPosts: Sendable {
  let account: AccountID
  /// The server of the account, as it stands in addresses.
  let host: String
  let cache: any TimelineCache
  let timelines: any RemoteTimelines
  /// nil where no server is asked.
  let search: (any RemoteSearch)?

  /// - Throws: `postUnavailable` where there is no such post; else why nobody can say.
  func post(named name: String) async throws(TimelineError) -> Post {
    guard (try? WebAddress(name)) != nil else { return try await post(PostID(name)) }
    if let known = try? await cache.post(at: name) { return known }
    if let found = try await search?.post(at: name) { return try await kept(found) }
    guard let id = ownID(in: name) else { throw .postUnavailable(id: PostID(name), reason: .notInSource) }
    return try await post(id)
  }

  private func post(_ id: PostID) async throws(TimelineError) -> Post {
    if let known = try? await cache.post(id) { return known }
    return try await kept(timelines.thread(of: id).post)
  }

  private func kept(_ post: Post) async throws(TimelineError) -> Post {
    var post = post
    post.assign(to: account)
    _ = try? await cache.store([post])
    return post
  }

  /// What the server of the account calls a post, where its address is one of a post: `/@ada/1234` and
  /// `/@ada@far.example/1234` as Mastodon, Pixelfed (`/p/ada/1234`) and GoToSocial (`/@ada/statuses/01H…`) have them,
  /// `/notice/AbC` as Pleroma and Akkoma do, and what ActivityPub calls it, `/users/ada/statuses/1234`.
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

  /// No server has longer ones.
  private static let maxID = 64
}
