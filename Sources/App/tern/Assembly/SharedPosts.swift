import Domain
import Outbox
import PostCell
import Report
import Runtime
import TimelineCore

extension AppAssembly {
  /// State shared by all screens of an account: cached posts, revealed warnings, actions and drafts. The posts are
  /// shared by all accounts, because a search can show posts of several.
  @MainActor
  struct SharedPosts {
    let cache: PostCache
    let revealed: RevealedWarnings
    let actions: PostActionService
    let account: Account
    let drafts: ObservableDrafts
    let reports = ReportDrafts()
    /// Announces the outcome of sent posts; nil if the account cannot write.
    let outbox: OutboxNotices?

    init(_ source: Source, of account: Account, _ assembly: AppAssembly) {
      self.account = account
      (cache, revealed) = (assembly.postCache, assembly.revealed)
      drafts = ObservableDrafts(assembly.sources.drafts(of: account.id), clock: assembly.clock)
      outbox = source.publishing.map { [cache] publishing in
        OutboxNotices(publishing, keymap: assembly.keymap, runner: assembly.runner) { [weak assembly] text, isFailure in
          assembly?.navigator.announce(text, isFailure: isFailure)
        } didPublish: { post in
          if post.states.contains(.edited) { cache.update(post) } else { cache.add(post, by: .published) }
        }
      }
      actions =
        source.actions.map { [cache] actions in
          PostActionService(actions, of: account.id, cache: cache, clock: assembly.clock, runner: assembly.runner) {
            [weak assembly] text, isFailure in
            assembly?.navigator.announce(text, isFailure: isFailure)
          }
        } ?? PostActionService()
      actions.profiles = source.profiles
      if case .server = account.origin { actions.reposter = account.profile }
      actions.onRefusal = { [weak assembly, id = account.id] in assembly?.reopenReport($0, of: id) ?? false }
      observePublishingCapabilities(source, assembly)
    }

    /// Loads from the server whether posts can be quoted.
    func observePublishingCapabilities(_ source: Source, _ assembly: AppAssembly) {
      guard let publishing = source.publishing else { return }
      actions.loadingCapabilities?.cancel()
      actions.loadingCapabilities = assembly.runner.start(for: actions) { [weak actions] in
        let canQuote = await publishing.loadCapabilities().canQuote
        actions?.canQuote = canQuote
      }
    }
  }

  func sharedPosts(of account: Account, _ source: Source) -> SharedPosts {
    let known = shared[account.id] ?? SharedPosts(source, of: account, self)
    shared[account.id] = known
    return known
  }
}
