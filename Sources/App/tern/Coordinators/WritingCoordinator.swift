import Composer
import Domain
import EmptyState
import Outbox
import Pictures
import PostCell
import Runtime
import ScreenSupport
import Settings
import SystemFiles
import TerminalKit
import TimelineCore

/// Opens the composer, and the screen of drafts and outbox.
@MainActor
final class WritingCoordinator {
  /// The time in which sending can be undone, in seconds.
  let undoDelay: Observed<Double>
  weak var accounts: (any AccountNavigation)?

  let dependencies: CoordinatorDependencies
  let openAccounts: OpenAccounts
  /// The screen of drafts and outbox while it is open.
  private weak var outboxScreen: (any ViewController)?
  /// Loads the draft or the source of the post to write. A new request cancels it.
  private var loadSourceTask: Task<Void, Never>?

  init(_ dependencies: CoordinatorDependencies, openAccounts: OpenAccounts) {
    self.dependencies = dependencies
    self.openAccounts = openAccounts
    undoDelay = Observed(Double(dependencies.settings.value.undoSend))
    openAccounts.isOutboxOpen = { [weak self] in self?.outboxScreen != nil }
  }

  var navigator: Navigator { dependencies.navigator }
  var services: AppServices { dependencies.services }
}

extension WritingCoordinator {
  /// Opens the composer. A reply or quote continues its draft if one exists; a new post is always empty.
  func write(_ writing: PostActionAvailability.WritingAction?, about post: Post?, _ context: PostScreenContext) {
    guard let publishing = context.source.publishing else { return }
    let newDraft = makeDraft(writing, about: post, context)
    loadSourceTask?.cancel()
    let findDraft = FindDraft(drafts: context.opened.drafts)
    let originScreen = navigator.top
    loadSourceTask = startHoldingKeys { [weak self, weak originScreen] in
      guard let writing else {
        let draftCount = await findDraft.count(of: newDraft.account)
        guard let self, !Task.isCancelled else { return }
        return compose(newDraft, draftCount: draftCount, about: nil, context)
      }
      let existing = await findDraft.matching(newDraft)
      guard let self, !Task.isCancelled else { return }
      if let existing { return compose(existing, isSaved: true, about: post, context) }
      switch writing {
      case .reply, .quote: compose(newDraft, about: post, context)
      case .edit, .redraft:
        // Keys do not wait for the server.
        loadSourceTask = services.runner.start { [weak self, weak originScreen] in
          await self?.fetchSource(writing, post, publishing, context, originScreen: originScreen)
        }
      }
    }
  }

  /// Starts work that opens a screen with data of this machine. Keys wait for that screen.
  @discardableResult
  private func startHoldingKeys(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    services.runner.start(navigator.holdingKeys(services.clock, services.runner, during: work))
  }

  func compose(
    _ draft: Draft, isSaved: Bool = false, draftCount: Int = 0, about post: Post?, _ context: PostScreenContext
  ) {
    guard let publishing = context.source.publishing else { return }
    let screen = draft.id
    let dependencies = ComposerDependencies(
      draft: draft, isSaved: isSaved, draftCount: draftCount, writer: context.profile,
      otherAccounts: services.actingAccounts.others(than: context.account), subject: post,
      publishing: publishing,
      drafts: context.opened.drafts,
      media: MediaFiles(home: Environment.variables["HOME"]), pictureClipboard: pictureClipboard,
      programs: services.programs,
      clipboard: services.clipboard, delay: undoDelay, keymap: services.keymap, clock: services.clock,
      runner: services.runner)
    let router = ComposerRouter(
      leave: { [weak self] in self?.leaveComposer(of: screen, saying: $0) },
      showDraft: { [weak self] in self?.showDraft(after: $0, in: screen, context) },
      showDrafts: { [weak self] in
        self?.navigator.removeDetail(screen)
        self?.showOutbox(context)
      },
      startNewDraft: { [weak self] in
        guard let self else { return }
        navigator.removeDetail(screen)
        compose(makeDraft(nil, about: nil, context), about: nil, context)
      },
      move: { [weak self] in self?.move($0, of: post, to: $1, context) },
      didSend: { [weak self] in self?.didSend($0, delay: $1, from: screen, context) })
    navigator.showDetail(screen, isPinned: true) {
      ComposerAssembly.make(dependencies: dependencies, router: router)
    }
  }
}

extension WritingCoordinator {
  private var pictureClipboard: any PictureClipboard {
    guard let directory = dependencies.environment.directory else { return NoPictureClipboard() }
    let folder = AttachmentFolder(in: directory)
    // Pictures of posts that were sent or discarded.
    services.runner.start { [store = dependencies.environment.store] in
      guard let paths = try? await store?.attachedPaths() else { return }
      folder.removeFiles(except: paths)
    }
    return dependencies.terminal.pictureClipboard(dependencies.settings.value.pasteCommand, folder)
  }

  private func makeDraft(
    _ writing: PostActionAvailability.WritingAction?, about post: Post?, _ context: PostScreenContext
  ) -> Draft {
    let (account, now) = (context.account.id, services.clock.now)
    guard let post = post?.madePublic(in: context.account), let writing else {
      return Draft(account: account, changedAt: now)
    }
    switch writing {
    case .reply:
      return .reply(to: post, by: account, me: context.profile, local: context.account.localDomains, at: now)
    case .quote: return .quote(post, by: account, at: now)
    case .edit, .redraft: return .edit(post, source: PostSource(text: "", warning: ""), by: account, at: now)
    }
  }

  /// Loads the source text of the user's post and opens it in the composer.
  /// - Parameter originScreen: the screen on which the user made the request. If another one is on top when the text
  ///   arrives, only a notice is shown.
  private func fetchSource(
    _ writing: PostActionAvailability.WritingAction?, _ post: Post?, _ publishing: any PublishingRepository,
    _ context: PostScreenContext,
    originScreen: (any ViewController)?
  ) async {
    guard let post = post?.madePublic(in: context.account) else { return }
    do throws(TimelineError) {
      let source = try await publishing.source(of: post.id)
      guard !Task.isCancelled else { return }
      guard navigator.top === originScreen, navigator.focusedField == nil else {
        return navigator.announce("You moved on before your post was loaded. Nothing was changed.", severity: .notice)
      }
      let edit = Draft.edit(post, source: source, by: context.account.id, at: services.clock.now)
      guard writing == .redraft else { return compose(edit, about: post, context) }
      await redraft(edit, of: post, context)
    } catch {
      guard !Task.isCancelled else { return }
      navigator.announce("Couldn’t load your post: \(error.clause).")
    }
  }

  /// Opens a draft in the composer. A post that it replies to or quotes is loaded first if its visibility is unknown,
  /// because the draft must not be more visible.
  private func edit(_ draft: Draft, isSaved: Bool, _ context: PostScreenContext) {
    let subject = draft.purpose.subject
    let ref = subject.map { PostRef(account: draft.account, id: $0.id) }
    let known = ref.flatMap { context.opened.cache[$0] }
    guard let ref, known == nil, subject?.visibility == nil else {
      return compose(known.map(draft.updatingSubject) ?? draft, isSaved: isSaved, about: known, context)
    }
    loadSourceTask?.cancel()
    let notice = "Loading the post that it refers to…"
    navigator.announce(notice, severity: .notice)
    loadSourceTask = services.runner.start { [weak self, weak originScreen = navigator.top] in
      let loaded = try? await context.source.threads.thread(of: ref, .cached).post
      self?.navigator.withdrawBanner(notice)
      guard let self, !Task.isCancelled, navigator.top === originScreen else { return }
      compose(loaded.map(draft.updatingSubject) ?? draft, isSaved: isSaved, about: loaded, context)
    }
  }

  private func redraft(_ edit: Draft, of post: Post, _ context: PostScreenContext) async {
    if let loss = post.redraftLoss {
      return navigator.announce("Your post was not deleted. Written again, it would lose \(loss).")
    }
    let redraft = Redraft(drafts: context.opened.drafts) { [actions = context.opened.actions] post in
      actions.perform(.delete(post.id), on: post)
    }
    do throws(StoreError) {
      compose(try await redraft(edit, of: post), about: nil, context)
    } catch {
      navigator.announce("Your post was not deleted, because the draft could not be saved: \(error.clause).")
    }
  }

  /// Opens the next older draft of the same account; after the oldest, the newest.
  private func showDraft(after id: DraftID, in screen: DraftID, _ context: PostScreenContext) {
    let findDraft = FindDraft(drafts: context.opened.drafts)
    startHoldingKeys { [weak self] in
      let next = await findDraft.next(after: id, of: context.account.id)
      guard let self else { return }
      guard let next else { return navigator.announce("There is no other draft.", severity: .notice) }
      navigator.removeDetail(screen)
      compose(next, isSaved: true, about: nil, context)
    }
  }

  private func leaveComposer(of screen: DraftID, saying notice: String?) {
    navigator.removeDetail(screen)
    if let notice { navigator.announce(notice, severity: .notice) }
  }

  private func didSend(_ draft: Draft, delay: Double, from screen: DraftID, _ context: PostScreenContext) {
    if delay > 0 {
      // Do not capture the context: the undo history belongs to it, which would create a retain cycle.
      let (account, profile) = (context.account.id, context.profile)
      context.opened.actions.history.add(
        .init("sending") { [weak self] in
          guard let self, let opened = openAccounts[account] else { return }
          withdrawDraft(draft.id, PostScreenContext(opened, profile: profile))
        })
    }
    navigator.removeDetail(screen)
    context.opened.outbox?.didSend(delay: delay)
  }

  /// Takes a post that has not been sent out of the outbox and opens it in the composer.
  private func withdrawDraft(_ id: DraftID, _ context: PostScreenContext) {
    guard let publishing = context.source.publishing else { return }
    startHoldingKeys { [weak self] in
      do throws(StoreError) {
        guard let draft = try await publishing.withdraw(id) else {
          self?.navigator.announce(OutboxNotices.undoFailureMessage(nil))
          return
        }
        self?.compose(draft, about: nil, context)
      } catch {
        self?.navigator.announce(OutboxNotices.undoFailureMessage(error))
      }
    }
  }
}

// MARK: - Drafts and outbox

extension WritingCoordinator {
  /// The command that opens drafts and outbox; empty if the account is read-only or the screen is already open.
  func outboxCommands(of account: OpenAccount) -> [AvailableCommand] {
    guard account.outbox != nil, outboxScreen == nil else { return [] }
    return [AvailableCommand(PostActionCommands.outbox) { [weak self] in self?.showOutbox(PostScreenContext(account)) }]
  }

  /// Does nothing if the screen is already open.
  private func showOutbox(_ context: PostScreenContext) {
    guard let publishing = context.source.publishing, outboxScreen == nil else { return }
    let opened = context.opened
    let dependencies = OutboxDependencies(
      account: context.reader, publishing: publishing, scheduled: context.source.scheduled,
      actions: context.source.actions, drafts: opened.drafts,
      history: opened.actions.history,
      announce: { [weak self] in self?.navigator.announce($0, severity: Severity(isFailure: $1)) },
      willRetry: { [weak outbox = opened.outbox] in outbox?.reportNextResult(for: $0) })
    let router = OutboxRouter(
      edit: { [weak self] in self?.edit($0, isSaved: $1, context) },
      startNewDraft: { [weak self] in
        guard let self else { return }
        compose(makeDraft(nil, about: nil, context), about: nil, context)
      }, signInAgain: { [weak self] in self?.accounts?.showLogin(to: context.account) },
      didDiscard: { [weak self] in self?.navigator.removeDetail($0) })
    let screen = OutboxAssembly.make(dependencies: dependencies, services: services, router: router)
    outboxScreen = screen
    opened.outbox?.outboxDidOpen()
    navigator.push(screen)
  }

  /// Sends the posts in the outbox that waited for the user to sign in again.
  func flushOutbox(in account: AccountID) {
    guard let publishing = dependencies.environment.accounts.source(of: account)?.publishing else { return }
    services.runner.start { await publishing.retry() }
  }
}

extension Post {
  /// A copy that is public if it is a demo post whose visibility is nil; otherwise the post unchanged.
  fileprivate func madePublic(in account: Account) -> Post {
    var post = self
    if case .demo = account.origin { post.visibility = visibility ?? .public }
    return post
  }
}
