import Domain
import Runtime

// MARK: - Actions on accounts, hashtags and notifications

extension PostActionService {
  /// Performs an action from a post: on the post, its author or the account of its notification.
  public func perform(_ action: UserAction, from post: Post) {
    if action.post != nil { return perform(action, on: post) }
    let account = post.isPost ? post.author : post.notification?.profiles.first
    perform(action, about: account.map { "@\($0.handle)" } ?? "this account")
  }

  /// - Parameter label: the target as text: “@grace”.
  public func perform(_ action: UserAction, about label: String) {
    guard kinds.contains(action.kind) else { return }
    unlessAccepted(action, about: label) { [weak self] in self?.performNow(action, about: label) }
  }

  private func performNow(_ action: UserAction, about label: String) {
    let change = changesRelationship(action)
    let wasRequested = isFollowRequested(action)
    enqueue(action, about: label)
    let text = action.text(about: label, isRequest: wasRequested || isFollowRequested(action))
    // A refused report opens again: a notice that it was sent would contradict it.
    if case .report = action {
      showNotice(Self.sendingReportText(about: label), false)
    } else {
      showNotice("\(text.capitalizedFirst).", false)
    }
    guard let inverse = action.inverse else { return addIrreversible(action, text) }
    guard change != false else { return }
    guard change == true else {
      // Undo without a notice would undo the action before this one.
      return history.add(
        .init(text, of: action) { [showNotice] in
          showNotice("Not undone: \(action.uncertainState(about: label)). Only the server knows.", true)
        })
    }
    let isRequest = isFollowRequested(action)
    history.add(
      .init(text, of: action) { [weak self] in
        self?.unlessAccepted(inverse, about: label) { [weak self] in
          self?.enqueue(inverse, about: label)
          self?.showNotice("\(inverse.text(about: label, isRequest: isRequest).capitalizedFirst).", false)
        }
      })
  }

  /// Performs an action, unless it withdraws a follow request that has been accepted: the server would end the follow.
  private func unlessAccepted(
    _ action: UserAction, about label: String, perform: @escaping @MainActor () -> Void
  ) {
    guard case .follow(false, let account) = action, isFollowRequested(action), let actions, let profiles, let runner
    else { return perform() }
    guard checkedRequests.insert(account).inserted else { return }
    let handle = String(label.drop { $0 == "@" })
    let profile = Profile(id: account == handle ? nil : account, handle: handle)
    runner.start(for: self) { [weak self] in
      defer { self?.checkedRequests.remove(account) }
      // The server does not know the request yet.
      if await actions.isWaiting(.follow(true, account: account)) { return perform() }
      do throws(TimelineError) {
        let page = try await profiles.profile(profile, .fresh)
        guard let self else { return }
        if let relationship = page.relationship { relationships.update(relationship, with: account) }
        if isFollowRequested(action) { return perform() }
        let isFollowed = relationships[account]?.flags.contains(.following) == true
        let state = isFollowed ? "accepted your request: you follow them" : "no longer has a request from you"
        showNotice("\(label) \(state).", false)
      } catch {
        self?.showNotice("Request to \(label) not withdrawn: \(error.clause). They may have accepted it.", true)
      }
    }
  }

  /// Marks the conversation of an entry read, without a notice. Does nothing to other entries.
  public func markConversationRead(_ entry: Post) {
    guard relationships.isUnreadConversation(entry), kinds.contains(.readConversation),
      let id = entry.notification?.conversation
    else { return }
    enqueue(.readConversation(id), about: entry.notification?.profiles.first.map { "@\($0.handle)" } ?? "")
  }

  /// Whether the user's follow of an account waits for its approval.
  private func isFollowRequested(_ action: UserAction) -> Bool {
    guard case .follow(_, let account) = action else { return false }
    return relationships[account]?.flags.contains(.requested) ?? false
  }

  /// Whether the action changes the relationship; only then can it be undone. Accounts whose relationship is unknown
  /// count as not muted and not blocked, because their posts are shown.
  /// - Returns: nil if the relationship before is unknown.
  private func changesRelationship(_ action: UserAction) -> Bool? {
    switch action {
    case .followTag(let isOn, let tag): return relationships.isFollowed(tag: tag) != isOn
    case .addToList, .blockServer: return true
    case .mute(.some, let account), .block(true, let account):
      return relationships[reported: account].map { $0.applying(action) != $0 } ?? true
    default:
      return action.account.flatMap { relationships[reported: $0] }.map { $0.applying(action) != $0 }
    }
  }

  /// Loads the user's lists, unless they are known. After a failure they are requested again.
  /// - Parameter notify: called when they have been loaded or could not be.
  public func loadLists(then notify: @escaping @MainActor () -> Void) {
    guard let actions, let runner, kinds.contains(.addToList), lists == nil else { return }
    listsObservers.append(notify)
    guard listsTask == nil else { return }
    listsFailure = nil
    listsTask = runner.start(for: self) { [weak self] in
      var loaded: [ListedTimeline]?
      var failure: TimelineError?
      do throws(TimelineError) {
        loaded = try await actions.lists()
      } catch {
        failure = error
      }
      guard let self, !Task.isCancelled else { return }
      listsTask = nil
      lists = loaded ?? lists
      listsFailure = lists == nil ? failure : nil
      let observers = listsObservers
      listsObservers = []
      for notify in observers { notify() }
    }
  }

  /// Replaces the known lists by those among the timelines of a server.
  public func updateLists(from timelines: [ListedTimeline]) {
    lists = timelines.filter { if case .list = $0.id { true } else { false } }
    listsFailure = nil
  }

  /// Loads the user's lists again.
  public func reloadLists() {
    listsTask?.cancel()
    listsTask = nil
    lists = nil
    loadLists {}
  }

  /// Whether the relationship with an account is unknown and not known to be unavailable.
  public func isRelationshipUnknown(of account: String) -> Bool {
    profiles != nil && relationships[reported: account] == nil && !failedRelationships.contains(account)
  }

  /// Loads the relationship with an account, unless it was reported within the last minutes.
  /// - Parameter show: called when the relationship has been loaded or could not be.
  public func loadRelationship(with account: Profile, then show: @escaping @MainActor () -> Void) {
    let id = account.actionTargetID
    guard let profiles, let runner, relationships.isOutdated(id), loadingRelationships[id] == nil else { return }
    failedRelationships.remove(id)
    let freshness = relationships[reported: id] == nil ? Freshness.cached : .fresh
    loadingRelationships[id] = runner.start(for: self) { [weak self] in
      let page = try? await profiles.profile(account, freshness)
      guard let self, !Task.isCancelled else { return }
      loadingRelationships[id] = nil
      if let page { relationships.update(page) }
      // A handle may resolve to another ID than the one used for actions.
      if let relationship = page?.relationship, relationships[reported: id] == nil {
        relationships.update(relationship, with: id)
      }
      if relationships[reported: id] == nil { failedRelationships.insert(id) }
      show()
    }
  }

  /// Loads the relationships with several accounts in one request, except for those that were reported within the last
  /// minutes.
  /// - Parameter show: called when the source has responded or could not.
  public func loadRelationships(with accounts: [Profile], then show: @escaping @MainActor () -> Void) {
    let outdated = accounts.filter { account in
      let id = account.actionTargetID
      return relationships.isOutdated(id) && loadingRelationships[id] == nil
    }
    guard let profiles, let runner, !outdated.isEmpty else { return }
    let ids = Set(outdated.map(\.actionTargetID))
    failedRelationships.subtract(ids)
    let task = runner.start(for: self) { [weak self] in
      let loaded = try? await profiles.relationships(with: outdated)
      guard let self, !Task.isCancelled else { return }
      for id in ids { loadingRelationships[id] = nil }
      for (id, relationship) in loaded ?? [:] where ids.contains(id) { relationships.update(relationship, with: id) }
      failedRelationships.formUnion(ids.filter { relationships[reported: $0] == nil })
      show()
    }
    for id in ids { loadingRelationships[id] = task }
  }

  static func sendingReportText(about label: String) -> String { "Sending your report about \(label)…" }
}

extension ActionRepository {
  /// Whether the server has not received an action yet.
  fileprivate func isWaiting(_ action: UserAction) async -> Bool {
    for await waiting in waitingActions() { return waiting.contains(action) }
    return false
  }
}

extension UserAction {
  /// The possible earlier state that prevents undoing the action, as the beginning of a sentence.
  fileprivate func uncertainState(about label: String) -> String {
    switch self {
    case .follow(true, _): "you may have followed \(label) before"
    case .mute(.some, _): "\(label) may have been muted before"
    case .block(true, _): "\(label) may have been blocked before"
    default: "it may have been so before"
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
