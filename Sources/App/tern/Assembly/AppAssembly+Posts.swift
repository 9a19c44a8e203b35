import Domain
import PostDetail
import ScreenSupport
import TerminalKit

// MARK: - Single posts

extension AppAssembly {
  /// What a screen opened from a timeline inherits from it.
  struct PostScreenContext {
    let account: Account
    /// The profile of the user's account, as the source reports it.
    let profile: Profile
    /// The search that found the post, or nil.
    let query: SearchQuery?
    let source: Source
    let shared: SharedPosts

    /// - Parameters:
    ///   - profile: The profile of the user's account; nil for the one known from the start.
    ///   - query: The search that found the post, or nil.
    init(_ shared: SharedPosts, _ source: Source, profile: Profile? = nil, query: SearchQuery? = nil) {
      account = shared.account
      self.profile = profile ?? shared.account.profile
      self.query = query
      self.source = source
      self.shared = shared
    }

    /// `account` with the profile that the source reports.
    var reader: Account {
      var reader = account
      reader.profile = profile
      return reader
    }

    @MainActor
    var session: AccountSession {
      AccountSession(
        account: reader, capabilities: source.capabilities, navigation: source.navigation, cache: shared.cache,
        actions: shared.actions, canWrite: source.publishing != nil, revealed: shared.revealed)
    }
  }

  /// Opens the screens that a post of the account leads to.
  func router(_ context: PostScreenContext) -> PostRouter {
    let account = context.account
    return PostRouter(
      showPost: { [weak self] in self?.showPost($0, context) }, show: { [weak self] in self?.show($0, context) },
      showLogin: { [weak self] in self?.showLogin(to: account) })
  }

  /// Identifies the screen of a post. The query is part of it because its matches are highlighted.
  private struct PostDetailID: Hashable {
    let ref: PostRef
    let query: SearchQuery?
  }

  /// - Parameter isDetail: Whether the detail pane shows the post because it is selected. Its thread is then loaded
  ///   with a delay.
  private func makePost(_ post: Post, _ context: PostScreenContext, isDetail: Bool = false) -> any ViewController {
    let subject = PostDetailSubject(
      post.ref, knownPost: post, query: context.query, reloadDelay: isDetail ? Self.threadLoadDelay : 0)
    return PostDetailAssembly.make(
      of: subject, LoadThread(threads: context.source.threads), showPicture: showPicture(of: context.account),
      pictureLook: terminal.pictureStyle, services: services, session: context.session, router: router(context))
  }

  func showPost(_ post: Post, _ context: PostScreenContext) {
    navigator.showDetail(PostDetailID(ref: post.ref, query: context.query)) { makePost(post, context) }
  }

  func select(_ post: Post?, _ context: PostScreenContext) {
    navigator.deferUntilIdle { [weak self] in
      self?.follow(
        post.map { post in
          Selection(id: PostDetailID(ref: post.ref, query: context.query)) { self?.makeDetail(of: post, context) }
        })
    }
  }

  /// The content of the detail pane for an entry of a timeline: the post with its thread, or the profiles of a
  /// notification without a post.
  private func makeDetail(of entry: Post, _ context: PostScreenContext) -> any ViewController {
    guard !entry.isPost, let notification = entry.notification else {
      return makePost(entry, context, isDetail: true)
    }
    return makeProfileList(of: notification, context)
  }
}
