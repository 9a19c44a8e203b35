import Domain

/// Leads from a post to the others of its thread.
@MainActor
public struct PostDetailRouter: PostDetailWireframe {
  private let showPostScreen: (PostID) -> Void

  public init(showPost: @escaping (PostID) -> Void) {
    showPostScreen = showPost
  }

  func showPost(_ id: PostID) { showPostScreen(id) }
}
