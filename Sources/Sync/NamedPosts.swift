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

  /// What the server of the account calls a post stands at the end of its address (`/@ada/1234`).
  private func ownID(in address: String) -> PostID? {
    let parts = address.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count >= 3, parts[1].lowercased() == host.lowercased(), let last = parts.last,
      last.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    return PostID(String(last))
  }
}
