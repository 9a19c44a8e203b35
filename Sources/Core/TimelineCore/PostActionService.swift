import Domain
import Runtime

/// Performs the user's actions on the posts and profiles of an account. An action shows on all screens immediately, can
/// be undone, and is reverted with a notice if the server refuses it.
@MainActor
public final class PostActionService {
  /// The actions available in the account, without those that its server has turned out not to support.
  public var kinds: Set<UserAction.Kind> { actions?.kinds ?? [] }
  /// Whether the server supports quotes; false until known.
  public var canQuote = false
  /// Whether the server supports quote policies and lists the quotes of a post; false until known.
  public var canSetQuotePolicy = false
  /// The profile of the user, for reposts that appear as timeline entries; nil if reposts do not.
  public var reposter: Profile?
  /// The actions that can be undone.
  public let history = ActionHistory()
  /// The relationships between the user and other accounts.
  public let relationships: RelationshipStore
  /// The user's lists; nil until they are loaded.
  public internal(set) var lists: [ListedTimeline]?
  /// The error of the last request for the lists; nil if it has succeeded or is running.
  public internal(set) var listsFailure: TimelineError?

  let actions: (any ActionRepository)?
  private let account: AccountID?
  private let cache: PostCache
  let runner: TaskRunner?
  private let clock: any WallClock
  let showNotice: (_ text: String, _ isFailure: Bool) -> Void
  /// Removes a notice whose cause no longer exists.
  public var withdrawNotice: @MainActor (_ text: String) -> Void = { _ in }
  /// The last notice about stalled actions; nil if none are stalled.
  private var stallNotice: String?
  /// Called when the server refuses an action on an account. Returns true if no notice is needed.
  public var onRefusal: (@MainActor (RefusedAction) -> Bool)?
  /// Loads profiles; nil if the source has none.
  public var profiles: (any ProfileRepository)?
  /// Running and failed requests for relationships, by account ID.
  var loadingRelationships: [String: Task<Void, Never>] = [:]
  var failedRelationships: Set<String> = []
  /// The accounts whose follow requests are being checked before they are withdrawn.
  var checkedRequests: Set<String> = []
  /// Loads the lists.
  var listsTask: Task<Void, Never>?
  /// Called when the running request for the lists has ended.
  var listsObservers: [@MainActor () -> Void] = []
  /// Loads what the server accepts; cancelled with the account.
  public var loadingCapabilities: Task<Void, Never>?
  private var refusalTask: Task<Void, Never>?
  private var stallTask: Task<Void, Never>?
  /// The stalled actions in the last notice.
  private var stalled: StalledActions?
  /// The names of the accounts that the user has acted on, by ID.
  var labels: [String: String] = [:]
  /// Sends actions in order.
  private let sendQueue: SerialQueue?
  /// The posts that the user has deleted here, including those whose deletion the server has not confirmed.
  private var deletedPosts: Set<PostRef> = []
  /// Poll options that are chosen but not sent.
  private var chosenByPost: [PostRef: Set<Int>] = [:]

  /// - Parameter showNotice: shows the result of an action to the user.
  public init(
    _ actions: any ActionRepository, of account: AccountID, cache: PostCache, clock: any WallClock, runner: TaskRunner,
    showNotice: @escaping (_ text: String, _ isFailure: Bool) -> Void
  ) {
    relationships = RelationshipStore(actions.userChanges, clock: clock, runner: runner)
    self.actions = actions
    self.account = account
    self.cache = cache
    self.runner = runner
    self.clock = clock
    self.showNotice = showNotice
    sendQueue = SerialQueue(runner: runner)
    let refusals = actions.refusals()
    refusalTask = runner.start(for: self) { [weak self] in
      for await refusal in refusals { self?.handleRefusal(refusal) }
    }
    let stalls = actions.stalledActions()
    stallTask = runner.start(for: self) { [weak self] in
      for await stalled in stalls { self?.handleStall(stalled) }
    }
  }

  /// Creates a service for accounts that are read only.
  public init() {
    relationships = RelationshipStore(clock: SystemClock())
    (actions, account, cache, runner, sendQueue, showNotice) = (nil, nil, PostCache(), nil, nil, { _, _ in })
    clock = SystemClock()
  }

  deinit {
    refusalTask?.cancel()
    stallTask?.cancel()
    listsTask?.cancel()
    loadingCapabilities?.cancel()
    for task in loadingRelationships.values { task.cancel() }
  }

  public func perform(_ action: UserAction, on post: Post) {
    guard kinds.contains(action.kind) else { return }
    send(action, on: post)
    guard let inverse = action.inverse else { return addIrreversible(action, action.text()) }
    history.add(.init(action.text(), of: action) { [weak self] in self?.undo(action, on: post, by: inverse) })
  }

  /// Adds an action that cannot be undone. Undo then says so and does not undo the action before it.
  func addIrreversible(_ action: UserAction, _ text: String) {
    guard let sentence = action.irreversibleReason else { return }
    history.add(.init("\(text) (cannot be undone)", of: action) { [showNotice] in showNotice(sentence, false) })
  }

  /// The indices of the chosen poll options, before the vote is sent.
  public func chosenOptions(of post: PostRef) -> Set<Int> { chosenByPost[post] ?? [] }

  /// Chooses a poll option, or removes the choice.
  public func choose(_ option: Int, of post: PostRef) {
    chosenByPost[post, default: []].formSymmetricDifference([option])
  }
}

extension PostActionService {
  /// Shows a notice when more actions are stalled than before, or for another reason.
  private func handleStall(_ stalled: StalledActions?) {
    let previous = self.stalled
    self.stalled = stalled
    guard let stalled, stalled.count > 0 else {
      if let stallNotice { withdrawNotice(stallNotice) }
      stallNotice = nil
      return
    }
    if let previous, previous.reason == stalled.reason, stalled.count <= previous.count { return }
    let actions = stalled.count == 1 ? "1 action" : "\(stalled.count) actions"
    let notice = "\(actions) not sent yet: \(stalled.reason.clause)."
    stallNotice = notice
    showNotice(notice, true)
  }

  private func undo(_ action: UserAction, on post: Post, by inverse: UserAction) {
    send(inverse, on: post)
    showNotice("Undone: \(action.text()).", false)
  }

  private func send(_ action: UserAction, on post: Post) {
    if action.kind == .vote { chosenByPost[post.ref] = nil }
    // A deleted post stays until the server confirms.
    if action.kind == .delete {
      deletedPosts.insert(post.ref)
      cache.setPosts(deletedPosts.compactMap { cache[$0] }, for: self)
    } else {
      let changed = (cache[post.ref] ?? post).applying(action)
      cache.update(changed)
      updateTimelines(after: action, on: changed)
    }
    enqueue(action, about: post.label)
  }

  /// Adds the post to the timelines that now contain it, or removes the user's repost. A post whose favourite or
  /// bookmark is removed stays in the list until that is reloaded.
  private func updateTimelines(after action: UserAction, on post: Post) {
    var entry = post
    (entry.repost, entry.notification) = (nil, nil)
    if action.kind == .repost {
      guard let reposter else { return }
      entry.repost = Repost(by: reposter, at: clock.now)
    }
    if let addition = action.addition {
      cache.add(entry, by: addition)
    } else if action.removal == .reposted {
      cache.remove(entry.key)
    }
  }

  /// Queues an action, which is shown immediately. Actions are sent one after the other, so that of two opposite ones
  /// the last applies.
  func enqueue(_ action: UserAction, about target: String) {
    guard let actions else { return }
    if let account = action.account { labels[account] = target }
    let changes = actions.userChanges
    let isFollowing = action.account.flatMap { relationships[$0] }?.flags.contains(.following) == true
    let endsFollow = isFollowing && action.kind == .follow && action.isOn == false
    let number = changes.begin(action, at: clock.now, endsFollow: endsFollow)
    if action.post == nil { relationships.notify() }
    sendQueue?.add { [weak self, relationships, showNotice] in
      do throws(StoreError) {
        try await actions.perform(action)
        if changes.end(number) { relationships.notify() }
      } catch {
        _ = changes.end(number)
        self?.revert(action, nil)
        showNotice(action.failureText(about: target, because: error.clause), true)
      }
    }
  }

  /// Shows what the user sees without an action that was refused or could not be stored.
  /// - Parameter reported: the post without the action; nil if the source does not have it.
  private func revert(_ action: UserAction, _ reported: Post?) {
    history.remove(action)
    guard let id = action.post else { return relationships.notify() }
    guard let post = reported ?? cache[PostRef(account: account, id: id)]?.reverting(action) else { return }
    if action.kind == .delete { deletedPosts.remove(post.ref) }
    cache.update(post)
    if let inverse = action.inverse, inverse.removal == .reposted { updateTimelines(after: inverse, on: post) }
  }

  private func handleRefusal(_ refusal: RefusedAction) {
    let action = refusal.action
    revert(action, refusal.post)
    if action.post == nil {
      if case .report(let report) = action, let label = labels[report.account] {
        withdrawNotice(Self.sendingReportText(about: label))
      }
      guard onRefusal?(refusal) != true else { return }
    }
    let post = refusal.post ?? action.post.flatMap { cache[PostRef(account: account, id: $0)] }
    let target = post?.label ?? action.account.flatMap { labels[$0] }
    guard target == nil, let id = action.account, let profiles, let runner else {
      return showNotice(action.failureText(about: target, because: refusal.error.clause), true)
    }
    // The action is from an earlier run.
    runner.start(for: self) { [showNotice] in
      let page = try? await profiles.profile(Profile(id: id, handle: id), .cached)
      let target = page.map { "@\($0.profile.handle)" }
      showNotice(action.failureText(about: target, because: refusal.error.clause), true)
    }
  }
}

extension PostActionService: PostCacheObserver {
  /// Whether the user has deleted the post here.
  public func hasDeleted(_ post: PostRef) -> Bool { deletedPosts.contains(post) }

  public func postDidChange(_ post: Post) {}
  public func postWasDeleted(_ ref: PostRef) {
    if hasDeleted(ref) { showNotice("Post deleted.", false) }
  }
}

extension Post {
  /// Enough characters to recognize a post.
  private static let maxLabel = 30

  /// A short label of the post for notices: “@grace “The engine weaves…””.
  fileprivate var label: String {
    let line = text.plain.prefix(4 * Self.maxLabel).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let excerpt = line.count > Self.maxLabel ? line.prefix(Self.maxLabel) + "…" : line[...]
    let authorLabel = author.map { "@\($0.handle)" }
    return [authorLabel, excerpt.isEmpty ? nil : "“\(excerpt)”"].compactMap(\.self).joined(separator: " ")
  }
}
