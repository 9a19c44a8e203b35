import Domain

/// The posts of the threads that the user has read since Tern was started, to mark later replies as new.
@MainActor
public final class ThreadVisits {
  /// The number of threads that are remembered.
  private static let maxThreads = 500

  /// By the first post of each thread.
  private var seen: [PostRef: Set<PostID>] = [:]
  /// The threads, the one visited last at the end.
  private var order: [PostRef] = []

  public init() {}

  /// The posts of a thread that the user has seen; nil if the thread has not been visited.
  public func seenPosts(of thread: PostThread) -> Set<PostID>? { seen[thread.rootRef] }

  /// Records that the user has seen all posts of a thread.
  public func record(_ thread: PostThread) {
    let root = thread.rootRef
    order.removeAll { $0 == root }
    order.append(root)
    seen[root, default: []].formUnion(thread.posts.map(\.id))
    if order.count > Self.maxThreads { seen[order.removeFirst()] = nil }
  }
}

extension PostThread {
  /// The first post of the thread, whichever of its posts was opened.
  fileprivate var rootRef: PostRef { ancestors.lazy.compactMap(\.post).first?.ref ?? post.ref }
}
