import Domain
import Runtime

/// Does what a person wants done with the posts and people of an account, on whatever screen that is: it is seen at once
/// on all of them, can be taken back, and a no of the server is told.
@MainActor
public final class PostActionService {
  /// What can be done in the account; what its server was found not to do is not among it.
  public var kinds: Set<UserAction.Kind> { actions?.kinds ?? [] }
  /// Whether the server knows quotes, as far as it has said.
  public var canQuote = false
  /// The user as their server knows them, whose reposts are entries of timelines; nil if reposts are not.
  public var reposter: Profile?
  /// What can be taken back.
  public let history = ActionHistory()
  /// What there is between the reader and others.
  public let ties: RelationshipStore
  /// The lists on which the reader puts people; empty as long as nobody has asked for them.
  public internal(set) var lists: [ListedTimeline] = []

  let actions: (any ActionRepository)?
  private let account: AccountID?
  private let cache: PostCache
  let runner: TaskRunner?
  private let clock: any WallClock
  let say: (_ text: String, _ isFailure: Bool) -> Void
  /// Asked when the source has not let the person do something: whether it is dealt with, and nothing need be said.
  public var onRefusal: (@MainActor (RefusedAction) -> Bool)?
  /// Tells of people, where the source does.
  public var people: (any PeopleRepository)?
  /// Whose relationship is being loaded, and of whom it could not be.
  var loadingRelationships: [String: Task<Void, Never>] = [:]
  var failedRelationships: Set<String> = []
  /// The question for the lists.
  var asking: Task<Void, Never>?
  /// Loads what the server accepts; cancelled with the account.
  public var loadingCapabilities: Task<Void, Never>?
  private var hearing: Task<Void, Never>?
  private var watching: Task<Void, Never>?
  /// What was said last of actions that wait.
  private var stalled: StalledActions?
  /// Hands over what is wanted.
  private let handing: SerialQueue?
  /// What has been chosen in polls, and not been sent yet.
  private var chosen: [PostRef: Set<Int>] = [:]

  /// - Parameter say: tells the person what came of it.
  public init(
    _ actions: any ActionRepository, of account: AccountID, cache: PostCache, clock: any WallClock, runner: TaskRunner,
    say: @escaping (_ text: String, _ isFailure: Bool) -> Void
  ) {
    ties = RelationshipStore(clock: clock, runner: runner)
    self.actions = actions
    self.account = account
    self.cache = cache
    self.runner = runner
    self.clock = clock
    self.say = say
    handing = SerialQueue(runner: runner)
    let refusals = actions.refusals()
    hearing = runner.start(for: self) { [weak self] in
      for await refusal in refusals { self?.take(refusal) }
    }
    let stalls = actions.stalled()
    watching = runner.start(for: self) { [weak self] in
      for await stalled in stalls { self?.take(stalled) }
    }
  }

  /// For accounts in which nothing can be done but read.
  public init() {
    ties = RelationshipStore(clock: SystemClock())
    (actions, account, cache, runner, handing, say) = (nil, nil, PostCache(), nil, nil, { _, _ in })
    clock = SystemClock()
  }

  deinit {
    hearing?.cancel()
    watching?.cancel()
    asking?.cancel()
    loadingCapabilities?.cancel()
    for task in loadingRelationships.values { task.cancel() }
  }

  public func perform(_ action: UserAction, on post: Post) {
    guard kinds.contains(action.kind) else { return }
    send(action, on: post)
    guard let inverse = action.inverse else { return addFinal(action, action.words) }
    history.add(.init(action.words, of: action) { [weak self] in self?.takeBack(action, on: post, by: inverse) })
  }

  /// Whoever wants it taken back is told that it cannot be; what was done before it is not taken back in its place.
  func addFinal(_ action: UserAction, _ words: String) {
    guard let sentence = action.finality else { return }
    history.add(.init("\(words), which cannot be undone", of: action) { [say] in say(sentence, true) })
  }

  /// The numbers of what has been chosen in a poll, and not been sent.
  public func chosenOptions(of post: PostRef) -> Set<Int> { chosen[post] ?? [] }

  /// Chooses it, or chooses it no more.
  public func choose(_ option: Int, of post: PostRef) {
    chosen[post, default: []].formSymmetricDifference([option])
  }
}

extension PostActionService {
  /// What looks done and is not is said, when there is more of it or it waits for another reason.
  private func take(_ stalled: StalledActions?) {
    let told = self.stalled
    self.stalled = stalled
    guard let stalled, stalled.count > 0 else { return }
    if let told, told.reason == stalled.reason, stalled.count <= told.count { return }
    say("\(stalled.count == 1 ? "1 action waits" : "\(stalled.count) actions wait"): \(stalled.reason.clause).", true)
  }

  private func takeBack(_ action: UserAction, on post: Post, by inverse: UserAction) {
    send(inverse, on: post)
    say("Taken back: \(action.words).", false)
  }

  private func send(_ action: UserAction, on post: Post) {
    if action.kind == .vote { chosen[post.ref] = nil }
    // What is deleted stays until the server agrees.
    if action.kind != .delete {
      let changed = (cache[post.ref] ?? post).applying(action)
      cache.change(changed)
      updateTimelines(after: action, on: changed)
    }
    hand(action) { [say] error in
      if let error { say("\(action.sentence) was not kept: \(error.clause)", true) }
    }
  }

  /// Adds the post to the timelines that show it now, or takes out the user's repost of it. A favourite or bookmark that
  /// is taken back stays, with its state, until its timeline is loaded again.
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

  /// Hands over what is wanted, one thing after the other: of what is wanted one way and then the other, the last counts.
  func hand(_ action: UserAction, ended: @escaping @MainActor (StoreError?) -> Void) {
    guard let actions else { return }
    handing?.add {
      do throws(StoreError) {
        try await actions.perform(action)
        ended(nil)
      } catch {
        ended(error)
      }
    }
  }

  private func take(_ refusal: RefusedAction) {
    history.remove(refusal.action)
    if refusal.action.post == nil { return take(refusalAboutPerson: refusal) }
    let post = refusal.action.post.flatMap { cache[PostRef(account: account, id: $0)] }
    if let post, let inverse = refusal.action.inverse {
      let restored = post.applying(inverse)
      cache.change(restored)
      if inverse.removal == .reposted { updateTimelines(after: inverse, on: restored) }
    }
    let what = [refusal.action.sentence, post?.label].compactMap(\.self).joined(separator: ", ")
    say("\(what): \(refusal.error.clause)", true)
  }
}

extension Post {
  /// So many characters tell a post from others.
  private static let maxLabel = 30

  /// Which one it is: “@grace: “The engine weaves …””.
  fileprivate var label: String {
    let words = text.plain.prefix(4 * Self.maxLabel).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let beginning = words.count > Self.maxLabel ? words.prefix(Self.maxLabel) + "…" : words[...]
    let who = author.map { "@\($0.handle)" }
    return [who, beginning.isEmpty ? nil : "“\(beginning)”"].compactMap(\.self).joined(separator: " ")
  }
}

extension UserAction {
  /// The words as the beginning of a sentence.
  var sentence: String { words.prefix(1).uppercased() + words.dropFirst() }
}
