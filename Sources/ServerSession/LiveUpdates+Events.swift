import Domain
import FoundationEssentials
import Runtime

/// What has come in a while: kept first, told then.
extension LiveUpdates {
  /// What comes later is kept later, and whoever is told to wait no more leaves nothing half done.
  func flush() async {
    let events = pending
    (pending, flushing) = ([], nil)
    let work = Task(executorPreference: currentTaskExecutor) { [before = keeping] in
      await before?.value
      if !events.isEmpty { await self.keep(events) }
    }
    keeping = work
    await work.value
  }

  private func keep(_ events: [RemoteEvent]) async {
    let ready = unbroken
    if await isRepairDue(events, ready) { await repair() }
    await insert(events, into: ready)
    await alertForUncachedEvents(events)
    await change(events.compactMap { if case .changed(let post) = $0 { post } else { nil } })
    for case .deleted(let id) in events {
      guard let withdrawn = try? await parts.cache.delete(id) else { continue }
      notify(withdrawn.isEmpty ? .deleted(PostRef(account: parts.account, id: id)) : .withdrawn(withdrawn, from: nil))
    }
  }

  /// Whoever has never opened the notifications is told of those that come all the same.
  private func alertForUncachedEvents(_ events: [RemoteEvent]) async {
    let posts: [Post] = events.reversed().compactMap { event in
      guard case .inserted(var entry, .notifications) = event else { return nil }
      entry.post.assign(to: parts.account)
      return entry.post
    }
    if !posts.isEmpty, await !isKept(.notifications) { alertForShownEntries(await filtered(posts, in: .notifications)) }
  }

  private func isRepairDue(_ events: [RemoteEvent], _ ready: Set<TimelineID>) async -> Bool {
    for timeline in Self.followed where !ready.contains(timeline) {
      guard events.contains(where: { $0.isInserted(in: timeline) }) else { continue }
      if await isKept(timeline) { return true }
    }
    return false
  }

  /// Where nothing was kept yet when the stream began, or where the server could not say then what was missed.
  private func repair() async {
    if let nextRepair, clock.isBefore(nextRepair) { return retryLater() }
    nextRepair = clock.now.addingTimeInterval(Self.pollInterval)
    _ = await catchUp()
  }

  /// - Parameter ready: those of which all was known before. What has just been asked for in others is in the answer.
  private func insert(_ events: [RemoteEvent], into ready: Set<TimelineID>) async {
    for timeline in Self.followed where ready.contains(timeline) && unbroken.contains(timeline) {
      // The last one that has come is the newest.
      let entries: [RemoteEntry] = events.reversed().compactMap { event in
        guard case .inserted(var entry, timeline) = event else { return nil }
        entry.post.assign(to: parts.account)
        return entry
      }
      guard !entries.isEmpty else { continue }
      let merged = try? await parts.cache.merge(
        RemotePage(entries: entries, isWhole: false), into: timeline, at: .newest, asOf: clock.now)
      // What could not be kept is fetched later.
      guard let merged else {
        unbroken.remove(timeline)
        retryLater()
        continue
      }
      let inserted = await filtered(merged.inserted, in: timeline)
      if !inserted.isEmpty {
        if timeline == .notifications { alertForShownEntries(inserted) }
        notify(.inserted(inserted, in: timeline))
      }
      for post in merged.changed { notify(.changed(post)) }
    }
  }

  private func change(_ posts: [Post]) async {
    guard !posts.isEmpty else { return }
    let own = posts.map { post in
      var post = post
      post.assign(to: parts.account)
      return post
    }
    for post in (try? await parts.cache.store(own)) ?? [] { notify(.changed(post)) }
    // What an edit says may be filtered, or no longer: the timelines are read again.
    let verdicts = await filtered(own, in: .home)
    if verdicts.contains(where: { $0.filterVerdict != nil || $0.quoteFilter != nil }) { notify(.outdated(.home)) }
  }
}

extension RemoteEvent {
  fileprivate func isInserted(in timeline: TimelineID) -> Bool {
    if case .inserted(_, timeline) = self { true } else { false }
  }
}
