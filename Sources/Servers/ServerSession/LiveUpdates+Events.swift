import Domain
import FoundationEssentials
import Runtime

/// Batches of stream events: first cached, then broadcast.
extension LiveUpdates {
  /// The number of cached notifications among which the group of a streamed one is looked up.
  private static let examinedGroups = 200

  /// Caches and broadcasts the pending events, after all earlier batches. Runs to completion even if the caller is
  /// cancelled.
  func flush() async {
    let events = pending
    (pending, flushTask) = ([], nil)
    let work = Task(executorPreference: currentTaskExecutor) { [before = cachingTask] in
      await before?.value
      if !events.isEmpty { await self.cache(events) }
    }
    cachingTask = work
    await work.value
  }

  private func cache(_ events: [RemoteEvent]) async {
    let ready = gaplessTimelines
    if await isRepairDue(events, ready) { await repair() }
    await insert(events, into: ready)
    await alertForUncachedEvents(events)
    await change(events.compactMap { if case .changed(let post) = $0 { post } else { nil } })
    for case .deleted(let id) in events {
      guard let withdrawn = try? await dependencies.cache.delete(id) else { continue }
      notify(
        withdrawn.isEmpty ? .deleted(PostRef(account: dependencies.account, id: id)) : .withdrawn(withdrawn, from: nil))
    }
  }

  /// Alerts of notifications even if the notifications timeline was never opened and is not cached.
  private func alertForUncachedEvents(_ events: [RemoteEvent]) async {
    let posts: [Post] = events.reversed().compactMap { event in
      guard case .inserted(var entry, .notifications) = event else { return nil }
      entry.post.assign(to: dependencies.account)
      return entry.post
    }
    if !posts.isEmpty, await !isCached(.notifications) {
      alertForShownEntries(await filtered(posts, in: .notifications))
    }
  }

  private func isRepairDue(_ events: [RemoteEvent], _ ready: Set<TimelineID>) async -> Bool {
    for timeline in Self.followedTimelines where !ready.contains(timeline) {
      guard events.contains(where: { $0.isInserted(in: timeline) }) else { continue }
      if await isCached(timeline) { return true }
    }
    return false
  }

  /// Loads the newest entries of timelines that were not cached when the stream began, or could not be loaded then.
  private func repair() async {
    if let nextRepair, clock.isBefore(nextRepair) { return retryLater() }
    nextRepair = clock.now.addingTimeInterval(Self.pollInterval)
    _ = await catchUp()
  }

  /// - Parameter ready: the timelines without gaps before these events. Entries of the others were in the response
  ///   loaded just now.
  private func insert(_ events: [RemoteEvent], into ready: Set<TimelineID>) async {
    for timeline in Self.followedTimelines where ready.contains(timeline) && gaplessTimelines.contains(timeline) {
      // The last event is the newest.
      let entries: [RemoteEntry] = events.reversed().compactMap { event in
        guard case .inserted(var entry, timeline) = event else { return nil }
        entry.post.assign(to: dependencies.account)
        return entry
      }
      guard !entries.isEmpty else { continue }
      let whole = timeline == .notifications ? await addingCachedGroups(to: entries) : entries
      let merged = try? await dependencies.cache.merge(
        RemotePage(entries: whole, isContiguous: false), into: TimelineQuery(timeline), at: .newest, asOf: clock.now)
      // Entries that could not be cached are loaded later.
      guard let merged else {
        gaplessTimelines.remove(timeline)
        retryLater()
        continue
      }
      let new = await unreported(after: merged, in: timeline)
      if timeline == .notifications { alertForShownEntries(new.posts) }
      for change in new.changes(of: timeline) { notify(change) }
      for post in merged.changed { notify(.changed(post)) }
      if !merged.withdrawn.isEmpty { notify(.withdrawn(merged.withdrawn, from: timeline)) }
      if !merged.renamed.isEmpty { notify(.outdated(timeline)) }
      await pruner.didInsert(merged.inserted.count)
      if timeline == .notifications { await refreshConversations(after: new.posts) }
    }
  }

  /// The stream sends single notifications with the name of their group: adds the other accounts of the group.
  /// - Parameter entries: newest first.
  private func addingCachedGroups(to entries: [RemoteEntry]) async -> [RemoteEntry] {
    // Without groups, a notification has the ID that is its cursor.
    guard entries.contains(where: { $0.post.notification.map(\.id) != $0.cursor.rawValue }) else { return entries }
    let request = PageRequest(.newest, limit: Self.examinedGroups + entries.count)
    let page = (try? await dependencies.cache.page(of: .notifications, request)).flatMap(\.self)?.page
    var groups = Dictionary(
      (page?.posts ?? []).map { ($0.key, $0.notification) }, uniquingKeysWith: { first, _ in first })
    var whole = entries
    for index in entries.indices.reversed() {
      let key = entries[index].post.key
      if let group = groups[key] ?? nil {
        whole[index].post.notification = whole[index].post.notification?.adding(group)
      }
      groups[key] = whole[index].post.notification
    }
    return whole
  }

  /// Posts that are not cached are not stored: they are loaded with their changes.
  private func change(_ posts: [Post]) async {
    var own: [Post] = []
    for var post in posts where (try? await dependencies.cache.post(post.id)) != nil {
      post.assign(to: dependencies.account)
      own.append(post)
    }
    guard !own.isEmpty else { return }
    let changed = (try? await dependencies.cache.store(own)) ?? []
    for post in changed { notify(.changed(post)) }
    // Another process may have stored the change first.
    for id in Set(own.map(\.id)).subtracting(changed.map(\.id)) {
      if let post = (try? await dependencies.cache.post(id)).flatMap(\.self) { notify(.changed(post)) }
    }
    // Edits may change which filters match: the timelines are read again.
    let verdicts = await filtered(own, in: .home)
    if verdicts.contains(where: { $0.filterVerdict != nil || $0.quoteFilter != nil }) { notify(.outdated(.home)) }
  }
}

extension RemoteEvent {
  fileprivate func isInserted(in timeline: TimelineID) -> Bool {
    if case .inserted(_, timeline) = self { true } else { false }
  }
}
