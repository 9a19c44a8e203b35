import Domain

@MainActor
public protocol RevealedWarningsObserver: AnyObject {
  /// The content warning of a post has been revealed or hidden, possibly on another screen.
  func warningDidChange(of post: PostRef)
}

/// The posts of an account whose content warning the user has revealed. Applies to all screens.
@MainActor
public final class RevealedWarnings {
  public private(set) var posts: Set<PostRef> = []
  private var observers = WeakObservers<any RevealedWarningsObserver>()

  public init() {}

  public func contains(_ post: Post) -> Bool { posts.contains(post.ref) }

  public func add(_ observer: any RevealedWarningsObserver) {
    observers.add(observer)
  }

  /// Reveals or hides the content of a post.
  public func toggle(_ post: Post) {
    if posts.remove(post.ref) == nil { posts.insert(post.ref) }
    observers.notify { $0.warningDidChange(of: post.ref) }
  }
}
