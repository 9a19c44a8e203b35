import Domain
import PostCell
import ScreenSupport
import TerminalKit

/// Builds the screen of a post and connects its components.
@MainActor
public enum PostDetailAssembly {
  /// - Parameter leave: closes the screen, because the user has deleted the post.
  public static func make(
    of post: PostDetailSubject, threads: any ThreadRepository, services: AppServices, session: AccountSession,
    router: any PostWireframe, leave: @escaping @MainActor () -> Void = {}
  ) -> any ViewController {
    ListScreen(
      PostDetailPresenter(
        of: post, threads: threads, services: services, session: session, router: router, leave: leave),
      services: services, showsCountAbove: true)
  }
}

/// The post that the screen shows.
public struct PostDetailSubject: Sendable {
  let ref: PostRef
  /// The post, if it is loaded already. It is shown while its thread loads.
  let knownPost: Post?
  /// The search that found the post. Its matches are highlighted.
  let query: SearchQuery?
  /// The delay in seconds before a stale thread is reloaded. A thread next to a list is often replaced immediately.
  let reloadDelay: Double

  public init(_ ref: PostRef, knownPost: Post? = nil, query: SearchQuery? = nil, reloadDelay: Double = 0) {
    self.ref = ref
    self.knownPost = knownPost
    self.query = query
    self.reloadDelay = reloadDelay
  }
}
