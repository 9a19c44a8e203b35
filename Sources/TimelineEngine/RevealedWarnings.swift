import Domain

/// The posts of an account whose content warning the person has lifted: what is open in the timeline is open in the
/// thread.
@MainActor
public final class RevealedWarnings {
  public private(set) var posts: Set<PostRef> = []

  public init() {}

  public func contains(_ post: Post) -> Bool { posts.contains(post.ref) }

  /// Lifts the warning, or puts it back.
  public func toggle(_ post: Post) {
    if posts.remove(post.ref) == nil { posts.insert(post.ref) }
  }
}
