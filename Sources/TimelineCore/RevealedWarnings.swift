import Domain

/// Whoever shows posts whose content warning can be lifted.
@MainActor
public protocol RevealedWarningsHolder: AnyObject {
  /// The warning of a post has been lifted, or put back, be it on another screen.
  func warningDidChange(of post: PostRef)
}

/// The posts of an account whose content warning the person has lifted: what is open in the timeline is open in the
/// thread, and on all screens at once.
@MainActor
public final class RevealedWarnings {
  private struct Holder {
    weak var holder: (any RevealedWarningsHolder)?
  }

  public private(set) var posts: Set<PostRef> = []
  private var holders: [Holder] = []

  public init() {}

  public func contains(_ post: Post) -> Bool { posts.contains(post.ref) }

  public func add(_ holder: any RevealedWarningsHolder) {
    holders = holders.filter { $0.holder != nil } + [Holder(holder: holder)]
  }

  /// Lifts the warning, or puts it back.
  public func toggle(_ post: Post) {
    if posts.remove(post.ref) == nil { posts.insert(post.ref) }
    for holder in holders.compactMap(\.holder) { holder.warningDidChange(of: post.ref) }
  }
}
