import Domain
import PostDetail
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

    /// `account` with the profile that the source reports.
    var reader: Account {
      var reader = account
      reader.profile = profile
      return reader
    }
  }

  /// Identifies the screen of a post. The query is part of it because its matches are highlighted.
  private struct PostDetailID: Hashable {
    let ref: PostRef
    let query: SearchQuery?
  }

  /// - Parameter isDetail: Whether the detail pane shows the post because it is selected. Its thread is then loaded
  ///   with a delay.
  private func makePost(_ post: Post, _ context: PostScreenContext, isDetail: Bool = false) -> any ViewController {
    let reader = context.reader
    let dependencies = PostDetailDependencies(
      post: post.ref, known: post, query: context.query, account: reader, navigation: context.source.navigation,
      cache: context.shared.cache, actor: context.shared.actor, canWrite: context.source.publishing != nil,
      revealed: context.shared.revealed,
      loadThread: LoadThread(threads: context.source.threads), reloadDelay: isDetail ? Self.threadLoadDelay : 0,
      showPicture: showPicture(of: context.account), pictureLook: terminal.pictureLook, openLink: openLink,
      clipboard: terminal.clipboard, programs: terminal.programs, keymap: keymap, time: time,
      clock: clock, runner: runner, log: sources.log)
    let account = context.account
    let router = PostDetailRouter(
      showPost: { [weak self] in self?.showPost($0, context) },
      show: { [weak self] in self?.show($0, context) },
      showAccounts: { [weak self] in self?.showLogin(signInHandle: nil) },
      stepAccount: { [weak self] step in self?.root.stepAccount(from: account.id, by: step) },
      showLogin: { [weak self] in self?.showLogin(to: account) })
    return PostDetailAssembly.make(dependencies: dependencies, router: router)
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
    return makePeople(of: notification, context)
  }
}
