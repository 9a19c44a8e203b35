import Composer
import Domain
import PostCell
import ScreenSupport
import TimelineCore

/// Writing and acting as another account of the user, whose server has to find the post first.
extension WritingCoordinator {
  func perform(
    _ action: OtherAccountAction, asOtherAccount id: AccountID, on post: Post, _ context: PostScreenContext
  ) {
    guard let other = otherContext(id) else { return announceRemovedAccount() }
    let label = other.account.label
    let notice = "Looking for this post as \(label)…"
    navigator.announce(notice, severity: .notice)
    services.runner.start { [weak self, weak originScreen = navigator.top] in
      do throws(TimelineError) {
        let found = try await self?.find(post, in: other)
        guard let self, let found else { return }
        navigator.withdrawBanner(notice)
        guard action == .reply else { return perform(action, on: found, in: other, context) }
        guard navigator.top === originScreen, navigator.focusedField == nil else {
          return navigator.announce("You moved on before the post was found. Nothing was changed.", severity: .notice)
        }
        write(.reply, about: found, other)
      } catch {
        self?.navigator.announce("\(label) can’t reach this post: \(error.reasonNotFound).")
      }
    }
  }

  /// Moves a draft to another account and opens it there.
  /// - Parameter post: the post that it replies to or quotes; nil if it has none, or that is not cached.
  func move(_ draft: MovingDraft, of post: Post?, to id: AccountID, _ context: PostScreenContext) {
    guard let other = otherContext(id) else { return announceRemovedAccount() }
    let label = other.account.label
    guard (draft.current().purpose.subject == nil) == (post == nil) else {
      return navigator.announce("\(label) can’t write this: the post that it is about is not loaded.")
    }
    let move = MoveDraft(
      from: Draft.Writer(context.reader), to: Draft.Writer(other.account), drafts: other.opened.drafts)
    let notice = "Looking for the post as \(label)…"
    if post != nil { navigator.announce(notice, severity: .notice) }
    services.runner.start { [weak self, weak composer = navigator.top, now = services.clock.now] in
      do throws(TimelineError) {
        let found = if let post { try await self?.find(post, in: other) } else { Post?.none }
        self?.navigator.withdrawBanner(notice)
        // While the post was looked for, the draft may have been sent: it would be sent twice.
        guard draft.isOpen(), let composer, self?.navigator.allScreens.contains(where: { $0 === composer }) == true
        else {
          self?.navigator.announce("You left the draft before the post was found. It was not moved.", severity: .notice)
          return
        }
        let moved: Draft
        do throws(StoreError) {
          let subject = post.flatMap { old in found.map { (old: old, new: $0) } }
          moved = try await move(draft.current, subject: subject, at: now)
        } catch {
          self?.navigator.announce("Not moved to \(label): \(error.clause).")
          return
        }
        let screen = draft.current().id
        draft.discard { [weak self] in
          self?.navigator.removeDetail(screen)
          self?.compose(moved, isSaved: true, about: found, other)
          self?.navigator.announce("You now write as \(label).", severity: .notice)
        }
      } catch {
        self?.navigator.announce("\(label) can’t reach the post: \(error.reasonNotFound). Nothing was changed.")
      }
    }
  }

  private func announceRemovedAccount() {
    navigator.announce("That account is no longer in Tern.")
  }

  /// nil if the account was removed.
  private func otherContext(_ id: AccountID) -> PostScreenContext? {
    services.actingAccounts[id].flatMap(openAccounts.open).map { PostScreenContext($0) }
  }

  /// The same post in another account.
  private func find(_ post: Post, in other: PostScreenContext) async throws(TimelineError) -> Post {
    let missing = TimelineError.postUnavailable(id: post.id, reason: .notInSource)
    guard let address = post.url else { throw missing }
    if case .server = other.account.origin, let servers = dependencies.environment.servers {
      return try await servers.sources.post(named: address, for: other.account.id)
    }
    let matches = try await other.source.serverSearch?.matches(of: address, .fresh)
    guard let found = matches?.posts.first(where: { WebAddress.areSame($0.url ?? "", address) }) else { throw missing }
    return found
  }

  private func perform(
    _ action: OtherAccountAction, on post: Post, in other: PostScreenContext, _ context: PostScreenContext
  ) {
    let (label, actions) = (other.account.label, other.opened.actions)
    let history = actions.history
    guard let change = action.change(of: post, by: other.profile) else {
      return navigator.announce("\(label) is the author.", severity: .notice)
    }
    guard actions.kinds.contains(change.action.kind) else {
      return navigator.announce("The server of \(label) doesn’t support this.")
    }
    guard !change.isDone else {
      return navigator.announce("Already \(change.participle) as \(label).", severity: .notice)
    }
    let before = history.latestNumber
    actions.perform(change.action, from: post)
    navigator.announce("\(change.title) as \(label).", severity: .notice)
    guard let number = history.latestNumber, number != before else { return }
    let name = "\(change.participle) as \(label)"
    context.opened.actions.history.add(
      .init(name) { [weak navigator] in
        if !history.undo(number) { navigator?.announce("Nothing to undo: no longer \(name).", severity: .notice) }
      })
  }
}

extension TimelineError {
  /// The reason that an account does not find a post, as a clause.
  fileprivate var reasonNotFound: String {
    if case .postUnavailable = self { "its server does not find it" } else { clause }
  }
}

extension OtherAccountAction {
  fileprivate struct Change {
    let action: UserAction
    /// “liked”.
    let participle: String
    let isDone: Bool

    var title: String { participle.prefix(1).uppercased() + participle.dropFirst() }
  }

  /// The action on a post; nil if it has none: a reply has to be written, and an author cannot follow themselves.
  fileprivate func change(of post: Post, by user: Profile) -> Change? {
    let viewer = post.viewer ?? ViewerState()
    switch self {
    case .reply: return nil
    case .favourite: return Change(action: .favourite(true, post.id), participle: "liked", isDone: viewer.isFavourite)
    case .repost:
      return Change(
        action: .repost(true, post.id, visibility: nil), participle: "reposted", isDone: viewer.isReposted)
    case .bookmark:
      return Change(action: .bookmark(true, post.id), participle: "bookmarked", isDone: viewer.isBookmarked)
    case .follow:
      guard let author = post.author, !author.isSame(as: user) else { return nil }
      return Change(
        action: .follow(true, account: author.actionTargetID), participle: "followed @\(author.handle)", isDone: false)
    }
  }
}
