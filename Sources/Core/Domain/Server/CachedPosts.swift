/// The cached posts of an account, in whichever timelines they are.
public protocol CachedPosts: Sendable {
  /// A cached post; nil if it is not cached.
  func post(_ id: PostID) async throws(StoreError) -> Post?

  /// A cached post by its URL; nil if it is not cached.
  func post(at address: String) async throws(StoreError) -> Post?

  /// Stores posts without adding them to a timeline: those of a thread. Known posts are updated.
  /// - Returns: The changed posts.
  @discardableResult
  func store(_ posts: [Post]) async throws(StoreError) -> [Post]

  /// Changes a cached post in all timelines.
  /// - Returns: The changed post; nil if it is not cached.
  @discardableResult
  func update(_ id: PostID, _ change: @escaping @Sendable (Post) -> Post) async throws(StoreError) -> Post?

  /// Removes a deleted post from all timelines and marks it as deleted. If the ID is that of a repost, only the entries
  /// of that repost are removed.
  /// - Returns: The removed reposts; empty if the post itself was deleted.
  @discardableResult
  func delete(_ post: PostID) async throws(StoreError) -> [PostKey]
}
