import Composer
import Domain
import EmptyState
import Outbox
import PostCell
import SystemFiles
import TerminalKit
import TimelineCore

/// Where posts are written, and what becomes of those that were sent.
extension AppAssembly {
  /// Begins to write; what was begun about the same post before goes on.
  func write(_ writing: PostActionAvailability.Writing?, about post: Post?, _ reading: PostScreenContext) {
    guard let publishing = reading.source.publishing else { return }
    let begun = begin(writing, about: post, reading)
    beginningToWrite?.cancel()
    beginningToWrite = runner.start { [weak self, weak asked = navigator.top, drafts = reading.shared.drafts] in
      let kept = (try? await drafts.drafts()) ?? []
      guard let self, !Task.isCancelled else { return }
      if let known = kept.first(where: { $0.isAboutTheSame(as: begun) }) {
        return compose(known, isKept: true, about: post, reading)
      }
      switch writing {
      case nil, .reply, .quote: compose(begun, about: post, reading)
      case .edit, .redraft: await fetchSource(writing, post, publishing, reading, asked: asked)
      }
    }
  }

  func compose(_ draft: Draft, isKept: Bool = false, about post: Post?, _ reading: PostScreenContext) {
    guard let publishing = reading.source.publishing else { return }
    let screen = draft.id
    let dependencies = ComposerDependencies(
      draft: draft, isKept: isKept, writer: reading.profile, subject: post, publishing: publishing,
      drafts: reading.shared.drafts,
      media: MediaFiles(home: Environment.variables["HOME"]), programs: terminal.programs,
      clipboard: terminal.clipboard, delay: undoDelay, keymap: keymap, clock: clock, runner: runner)
    let router = ComposerRouter(
      leave: { [weak self] in self?.leaveComposer(of: screen, saying: $0) },
      showDraft: { [weak self] in self?.showDraft(after: $0, in: screen, reading) },
      showDrafts: { [weak self] in
        self?.navigator.removeDetail(screen)
        self?.showOutgoing(reading)
      },
      begin: { [weak self] in
        guard let self else { return }
        navigator.removeDetail(screen)
        compose(begin(nil, about: nil, reading), about: nil, reading)
      },
      didSend: { [weak self] in self?.didSend($0, delay: $1, from: screen, reading) })
    navigator.showDetail(screen, isPinned: true) {
      ComposerAssembly.make(dependencies: dependencies, router: router)
    }
  }
}

extension AppAssembly {
  private func begin(_ writing: PostActionAvailability.Writing?, about post: Post?, _ reading: PostScreenContext)
    -> Draft
  {
    let (account, now) = (reading.account.id, clock.now)
    guard let post = post?.readByEveryone(in: reading.account), let writing else {
      return Draft(account: account, changedAt: now)
    }
    switch writing {
    case .reply:
      return .reply(to: post, by: account, me: reading.profile, local: reading.account.localDomains, at: now)
    case .quote: return .quote(post, by: account, at: now)
    case .edit, .redraft: return .edit(post, source: PostSource(text: "", warning: ""), by: account, at: now)
    }
  }

  /// Asks for what somebody wrote as they wrote it.
  /// - Parameter asked: where the person was then. Whoever has gone elsewhere since is not led away from there.
  private func fetchSource(
    _ writing: PostActionAvailability.Writing?, _ post: Post?, _ publishing: any PublishingRepository,
    _ reading: PostScreenContext,
    asked: (any ViewController)?
  ) async {
    guard let post = post?.readByEveryone(in: reading.account) else { return }
    do throws(TimelineError) {
      let source = try await publishing.source(of: post.id)
      guard !Task.isCancelled else { return }
      guard navigator.top === asked, navigator.focusedField == nil else {
        return navigator.announce("You went on before your post could be opened: it stays as it is.", isFailure: false)
      }
      var draft = Draft.edit(post, source: source, by: reading.account.id, at: clock.now)
      guard writing == .redraft else { return compose(draft, about: post, reading) }
      draft = draft.redrafting(post)
      // On the disk first: what is deleted then is not lost.
      do throws(StoreError) {
        try await reading.shared.drafts.store(draft)
      } catch {
        return navigator.announce("It was not deleted, for it could not be kept as a draft: \(error.clause).")
      }
      reading.shared.actor.perform(.delete(post.id), on: post)
      compose(draft, about: nil, reading)
    } catch {
      guard !Task.isCancelled else { return }
      navigator.announce("What it says could not be had: \(error.clause).")
    }
  }

  /// Of the same account, the one that was changed before it; behind the last stands the first again.
  private func showDraft(after id: DraftID, in screen: DraftID, _ reading: PostScreenContext) {
    runner.start { [weak self, drafts = reading.shared.drafts] in
      let kept = ((try? await drafts.drafts()) ?? []).filter { $0.account == reading.account.id }
      guard let self else { return }
      let index = kept.firstIndex { $0.id == id }.map { ($0 + 1) % kept.count } ?? 0
      guard kept.indices.contains(index), kept[index].id != id else {
        return navigator.announce("There is no other draft.", isFailure: false)
      }
      navigator.removeDetail(screen)
      compose(kept[index], isKept: true, about: nil, reading)
    }
  }

  private func leaveComposer(of screen: DraftID, saying notice: String?) {
    navigator.removeDetail(screen)
    if let notice { navigator.announce(notice, isFailure: false) }
  }

  private func didSend(_ draft: Draft, delay: Double, from screen: DraftID, _ reading: PostScreenContext) {
    if delay > 0 {
      // What the screens share holds the history: it is not held by what stands there.
      let (account, profile, source) = (reading.account, reading.profile, reading.source)
      reading.shared.actor.history.add(
        .init("sending") { [weak self] in
          guard let self, let shared = shared[account.id] else { return }
          takeBack(
            draft.id, PostScreenContext(account: account, profile: profile, query: nil, source: source, shared: shared))
        })
    }
    navigator.removeDetail(screen)
    reading.shared.outbox?.didSend(delay: delay)
  }

  /// What has not gone out is a draft again, and is written on.
  private func takeBack(_ id: DraftID, _ reading: PostScreenContext) {
    guard let publishing = reading.source.publishing else { return }
    runner.start { [weak self] in
      do throws(StoreError) {
        guard let draft = try await publishing.takeBack(id) else {
          self?.navigator.announce(OutboxNotices.isIrreversible(nil))
          return
        }
        self?.compose(draft, about: nil, reading)
      } catch {
        self?.navigator.announce(OutboxNotices.isIrreversible(error))
      }
    }
  }
}

// MARK: - Drafts and what waits

extension AppAssembly {
  /// Wherever an account is read in which one can write, and another screen stands than the one that this leads to.
  var outboxCommands: [AvailableCommand] {
    guard let currentAccount, let shared = shared[currentAccount], shared.outbox != nil, outgoing == nil else {
      return []
    }
    return [AvailableCommand(PostActionCommands.outgoing) { [weak self] in self?.showOutgoing(of: shared) }]
  }

  private func showOutgoing(of shared: SharedPosts) {
    guard let source = sources.accounts.source(of: shared.account.id) else { return }
    let account = shared.account
    showOutgoing(
      PostScreenContext(account: account, profile: account.profile, query: nil, source: source, shared: shared))
  }

  /// Where it is open already, it stands in front.
  private func showOutgoing(_ reading: PostScreenContext) {
    guard let publishing = reading.source.publishing, outgoing == nil else { return }
    let shared = reading.shared
    let dependencies = OutboxDependencies(
      account: reading.reader, publishing: publishing, actions: reading.source.actions, drafts: shared.drafts,
      history: shared.actor.history,
      say: { [weak self] in self?.navigator.announce($0, isFailure: $1) },
      willTry: { [weak outbox = shared.outbox] in outbox?.profileConfirmation(for: $0) }, keymap: keymap, time: time,
      clock: clock, runner: runner)
    let router = OutboxRouter(
      write: { [weak self] draft, isKept in
        let subject = draft.purpose.subject.flatMap { shared.cache[PostRef(account: draft.account, id: $0.id)] }
        self?.compose(draft, isKept: isKept, about: subject, reading)
      },
      begin: { [weak self] in
        guard let self else { return }
        compose(begin(nil, about: nil, reading), about: nil, reading)
      }, logIn: { [weak self] in self?.showLogin(to: reading.account) },
      didThrowAway: { [weak self] in self?.navigator.removeDetail($0) })
    let screen = OutboxAssembly.make(dependencies: dependencies, router: router)
    outgoing = screen
    navigator.push(screen)
  }
}

extension AppAssembly {
  /// What was not sent because the session had ended.
  func flushOutbox(in account: AccountID) {
    guard let publishing = sources.accounts.source(of: account)?.publishing else { return }
    runner.start { await publishing.retry() }
  }
}

extension Post {
  /// The demo's posts do not say who may read them: everyone may.
  fileprivate func readByEveryone(in account: Account) -> Post {
    var post = self
    if case .demo = account.origin { post.visibility = visibility ?? .public }
    return post
  }
}

extension Draft {
  fileprivate func isAboutTheSame(as other: Draft) -> Bool {
    account == other.account && purpose.isSameKind(as: other.purpose)
      && purpose.subject?.id == other.purpose.subject?.id
  }
}

extension Draft.Purpose {
  fileprivate func isSameKind(as other: Draft.Purpose) -> Bool {
    switch (self, other) {
    case (.post, .post), (.reply, .reply), (.quote, .quote), (.edit, .edit): true
    default: false
    }
  }
}
