import Domain
import PostDetail
import TerminalKit

// MARK: - Single posts

extension AppAssembly {
  /// What the screens of single posts have from the timeline that leads to them.
  struct PostScreenContext {
    let account: Account
    /// Who reads, as the source says.
    let profile: Profile
    /// What was looked for, where a search has found them.
    let query: SearchQuery?
    let source: Source
    let shared: SharedPosts

    /// The account under the name that the source has for it.
    var reader: Account {
      var reader = account
      reader.profile = profile
      return reader
    }
  }

  /// A post, and what is marked in it: found by something else, it has another screen.
  private struct FoundPost: Hashable {
    let ref: PostRef
    let query: SearchQuery?
  }

  /// - Parameter isAside: whether it follows a selection, and nobody has asked for it.
  private func makePost(_ post: Post, _ reading: PostScreenContext, isAside: Bool = false) -> any ViewController {
    let reader = reading.reader
    let dependencies = PostDetailDependencies(
      post: post.ref, known: post, query: reading.query, account: reader, reach: reading.source.reach,
      cache: reading.shared.cache, actor: reading.shared.actor, canWrite: reading.source.publishing != nil,
      revealed: reading.shared.revealed,
      loadThread: LoadThread(threads: reading.source.threads), rest: isAside ? Self.rest : 0,
      showPicture: showPicture(of: reading.account), pictureLook: terminal.pictureLook, openLink: openLink,
      clipboard: terminal.clipboard, programs: terminal.programs, keymap: keymap, time: time,
      clock: clock, runner: runner, log: sources.log)
    let account = reading.account
    let router = PostDetailRouter(
      showPost: { [weak self] in self?.showPost($0, reading) },
      show: { [weak self] in self?.show($0, reading) },
      showAccounts: { [weak self] in self?.showLogin(signInHandle: nil) },
      stepAccount: { [weak self] step in self?.root.stepAccount(from: account.id, by: step) },
      showLogin: { [weak self] in self?.showLogin(to: account) })
    return PostDetailAssembly.make(dependencies: dependencies, router: router)
  }

  func showPost(_ post: Post, _ reading: PostScreenContext) {
    navigator.showDetail(FoundPost(ref: post.ref, query: reading.query)) { makePost(post, reading) }
  }

  func select(_ post: Post?, _ reading: PostScreenContext) {
    navigator.deferUntilIdle { [weak self] in
      self?.follow(
        post.map { post in
          Selection(id: FoundPost(ref: post.ref, query: reading.query)) { self?.makeDetail(of: post, reading) }
        })
    }
  }

  /// What is shown beside the selected entry of a timeline: the post with its thread, or the people of a notification
  /// that is about no post.
  private func makeDetail(of entry: Post, _ reading: PostScreenContext) -> any ViewController {
    guard !entry.isPost, let notification = entry.notification else {
      return makePost(entry, reading, isAside: true)
    }
    return makePeople(of: notification, reading)
  }
}
