import Domain
import Runtime

/// Saves, sends or discards the draft of a composer.
///
/// All changes to the store run one after another, so that a draft is never saved after it was sent.
@MainActor
final class DraftSaver {
  enum State: Hashable {
    /// Being edited. `saved` is the version that is stored or about to be; nil without one.
    case open(saved: Draft?)
    /// Being sent or discarded. Changes are not saved. Returns to `open` on failure.
    case closing(saved: Draft?)
    /// Sent or discarded. Nothing happens any more.
    case closed

    fileprivate var saved: Draft? {
      switch self {
      case .open(let saved), .closing(let saved): saved
      case .closed: nil
      }
    }
  }

  /// A failed operation. The draft remains open.
  enum OperationFailure: Hashable {
    /// - isLeaving: whether the user was leaving the composer.
    case notSaved(StoreError, isLeaving: Bool)
    case notDiscarded(StoreError)
    case notSent(StoreError)
    /// Another composer or process changed, sent or discarded the draft. The text is now a separate draft.
    case wasChangedElsewhere
  }

  /// The pause after a change before it is saved. Continuous typing is saved at this interval, too.
  static let pause = Duration.milliseconds(500)
  /// The pause after a failure before the draft is saved again.
  static let retryPause = Duration.seconds(2)

  private(set) var draft: Draft
  private(set) var state: State
  var didFail: (@MainActor (OperationFailure) -> Void)?
  /// Called when the draft is saved after `didFail` reported that it was not.
  var didRecover: (@MainActor () -> Void)?
  private let onDisk: StoredRevision
  /// The initial draft. An unchanged draft is not saved.
  private let original: Draft
  private let drafts: any DraftRepository
  private let publishing: any PublishingRepository
  private let clock: any WallClock
  private let runner: TaskRunner
  private var pendingSave: Task<Void, Never>?
  /// The reported reason why the draft is not saved; nil if it is.
  private var reportedFailure: StoreError?
  /// Runs changes to the store one after another.
  private let storeQueue: SerialQueue

  /// - Parameter isSaved: whether the draft is stored as it is.
  init(
    _ draft: Draft, isSaved: Bool, drafts: any DraftRepository, publishing: any PublishingRepository,
    clock: any WallClock, runner: TaskRunner
  ) {
    (self.draft, original) = (draft, draft)
    state = .open(saved: isSaved ? draft : nil)
    onDisk = StoredRevision(draft, isSaved: isSaved)
    (self.drafts, self.publishing, self.clock, self.runner) = (drafts, publishing, clock, runner)
    storeQueue = SerialQueue(runner: runner)
  }

  deinit { pendingSave?.cancel() }

  /// Whether the user changed the draft, now or in a version saved by this composer.
  var hasUserChanges: Bool { draft.differs(from: original) || state.saved.map { $0 != original } ?? false }

  /// Whether the draft has been neither sent nor discarded.
  var isOpen: Bool { if case .open = state { true } else { false } }

  /// The draft, if its latest version is not in the store and has content.
  var unsavedDraft: Draft? {
    state == .closed || !isDraft || draft.isEmpty || onDisk.isVersion(draft) ? nil : draft
  }

  /// Whether there is anything to save, or already saved.
  private var isDraft: Bool { state.saved != nil || draft.differs(from: original) }
}

// MARK: - Saving

extension DraftSaver {
  /// Changes the draft. It is saved after a pause.
  func change(_ change: (inout Draft) -> Void) {
    change(&draft)
    draft.changedAt = clock.now
    draft.refusal = nil
    scheduleSave()
  }

  /// Starts the pause unless it is already running, so that continuous typing is saved as well.
  private func scheduleSave(after pause: Duration = DraftSaver.pause) {
    guard pendingSave == nil else { return }
    pendingSave = runner.start(for: self) { [weak self, clock] in
      guard (try? await clock.sleep(for: pause)) != nil else { return }
      self?.pendingSave = nil
      self?.save()
    }
  }

  private func cancelPendingSave() {
    pendingSave?.cancel()
    pendingSave = nil
  }

  /// Saves the draft without waiting. An unchanged new draft is not saved.
  func save() {
    cancelPendingSave()
    guard isOpen, isDraft, draft != state.saved else { return }
    let draft = draft
    state = .open(saved: draft)
    storeQueue.add { [drafts, onDisk, weak self] in
      do throws(StoreError) {
        // The draft was forked meanwhile. The fork is saved separately.
        if let self, self.draft.id != draft.id { return }
        guard try await onDisk.store(draft, in: drafts) else {
          if let self { return forkDraft() }
          var other = draft
          other.id = DraftID()
          return try await drafts.store(other)
        }
        self?.recover()
      } catch {
        self?.failToSave(error, isLeaving: false)
      }
    }
  }

  /// Saves the draft, then calls `leave`. On failure the draft remains open and `leave` is not called.
  func save(then leave: @escaping @MainActor () -> Void) {
    guard isOpen else { return }
    guard isDraft else { return leave() }
    cancelPendingSave()
    let draft = draft
    storeQueue.add { [drafts, onDisk, weak self] in
      do throws(StoreError) {
        if let self, self.draft.id != draft.id { return save(then: leave) }
        let isStored =
          self?.state.saved == draft
          ? try await onDisk.isCurrent(for: draft.id, in: drafts) : try await onDisk.store(draft, in: drafts)
        guard isStored else {
          self?.forkDraft()
          self?.save(then: leave)
          return
        }
        if let self, isOpen { state = .open(saved: draft) }
        self?.reportedFailure = nil
        leave()
      } catch {
        self?.failToSave(error, isLeaving: true)
      }
    }
  }

  /// Schedules another attempt. The failure of repeated attempts is reported once.
  private func failToSave(_ error: StoreError, isLeaving: Bool) {
    switch state {
    case .open:
      state = .open(saved: nil)
      scheduleSave(after: Self.retryPause)
    case .closing: state = .closing(saved: nil)
    case .closed: break
    }
    guard isLeaving || reportedFailure != error else { return }
    reportedFailure = error
    didFail?(.notSaved(error, isLeaving: isLeaving))
  }

  private func recover() {
    guard reportedFailure != nil else { return }
    reportedFailure = nil
    didRecover?()
  }
}

// MARK: - Sending and discarding

extension DraftSaver {
  /// Adds the draft to the outbox.
  /// - Parameters:
  ///   - parts: the posts of a thread, starting with the draft itself.
  ///   - delay: how long sending can be undone, in seconds.
  func send(_ parts: [Draft], delay: Double, then leave: @escaping @MainActor (Draft) -> Void) {
    guard isOpen, let first = parts.first else { return }
    close()
    storeQueue.add { [drafts, publishing, onDisk, weak self] in
      do throws(StoreError) {
        if let self, self.draft.id != first.id { return reopen() }
        guard try await onDisk.isCurrent(for: first.id, in: drafts), try await publishing.send(parts, delay: delay)
        else {
          self?.forkDraft()
          return
        }
        self?.state = .closed
        leave(first)
      } catch {
        self?.reopen()
        self?.save()
        self?.didFail?(.notSent(error))
      }
    }
  }

  /// Deletes the draft, then calls `leave`. A draft that was never stored can be discarded without a store.
  /// - Parameter leaveUndeleted: closes the draft if the stored version cannot be deleted; nil keeps it open then.
  func discard(
    orElse leaveUndeleted: (@MainActor (StoreError) -> Void)? = nil, then leave: @escaping @MainActor () -> Void
  ) {
    guard isOpen else { return }
    close()
    storeQueue.add { [drafts, onDisk, id = draft.id, weak self] in
      do throws(StoreError) {
        if let self, self.draft.id != id { return reopen() }
        if onDisk.isStored { try await drafts.remove(id) }
        self?.state = .closed
        leave()
      } catch {
        if let leaveUndeleted {
          self?.state = .closed
          return leaveUndeleted(error)
        }
        self?.reopen()
        self?.didFail?(.notDiscarded(error))
      }
    }
  }

  private func close() {
    cancelPendingSave()
    state = .closing(saved: state.saved)
  }

  private func reopen() { state = .open(saved: state.saved) }

  /// Continues as a separate draft after the stored one was changed, sent or discarded elsewhere.
  private func forkDraft() {
    draft.id = DraftID()
    onDisk.reset(to: draft)
    state = .open(saved: nil)
    save()
    didFail?(.wasChangedElsewhere)
  }
}

/// The last known stored revision of a draft. Tasks that outlive the screen hold on to it.
@MainActor
private final class StoredRevision {
  private var seen: DraftRevision
  /// Whether any version is stored.
  private(set) var isStored: Bool

  init(_ draft: Draft, isSaved: Bool) {
    seen = DraftRevision(draft, isSaved: isSaved)
    isStored = isSaved
  }

  /// Stores the draft unless the stored one changed elsewhere.
  /// - Returns: whether the draft was stored.
  func store(_ draft: Draft, in drafts: any DraftRepository) async throws(StoreError) -> Bool {
    guard try await drafts.store(draft, over: seen) else { return false }
    seen = DraftRevision(draft, isSaved: true)
    isStored = true
    return true
  }

  /// Whether the stored draft is still the last known revision.
  func isCurrent(for id: DraftID, in drafts: any DraftRepository) async throws(StoreError) -> Bool {
    seen.matches(try await drafts.drafts().first { $0.id == id })
  }

  /// Whether this is the stored version.
  func isVersion(_ draft: Draft) -> Bool { seen == DraftRevision(draft, isSaved: true) }

  /// Continues with a draft that is not stored yet.
  func reset(to draft: Draft) {
    seen = DraftRevision(draft, isSaved: false)
    isStored = false
  }
}
