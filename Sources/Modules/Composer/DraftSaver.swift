import Domain
import Runtime

/// Brings what is being written to the disk, to the outbox, or nowhere.
@MainActor
final class DraftSaver {
  enum State: Hashable {
    /// It is written on. That much of it is on the disk, or on its way there; nil where nothing is.
    case open(kept: Draft?)
    /// It is being sent or thrown away: what is written meanwhile is not kept. Where that fails, it is open again.
    case closing(kept: Draft?)
    /// It was sent or thrown away: nothing is done to it any more.
    case closed

    fileprivate var kept: Draft? {
      switch self {
      case .open(let kept), .closing(let kept): kept
      case .closed: nil
      }
    }
  }

  /// What did not come off. The draft is written on.
  enum Failure: Hashable {
    /// - isLeaving: whether the person wanted to go elsewhere.
    case notSaved(StoreError, isLeaving: Bool)
    case notDiscarded(StoreError)
    case notSent(StoreError)
    /// Somebody else has written on, sent it, or thrown it away. What stands here is another one from now on.
    case wasSettledElsewhere
  }

  /// After so many seconds without a key what has been written is kept; a text that goes on for longer, after as many.
  static let pause = 0.5

  private(set) var draft: Draft
  private(set) var state: State
  /// Told of what did not come off.
  var didFail: (@MainActor (Failure) -> Void)?
  /// What was on the disk of it last.
  private let onDisk: OnDisk
  /// With what it began: what is as it was begins no draft.
  private let begun: Draft
  private let drafts: any DraftRepository
  private let publishing: any PublishingRepository
  private let clock: any WallClock
  private let runner: TaskRunner
  private var pausing: Task<Void, Never>?
  /// What is being done to what is kept of it, one after the other: what is sent is no draft afterwards.
  private let storing: SerialQueue

  /// - Parameter isKept: whether it is on the disk as it is.
  init(
    _ draft: Draft, isKept: Bool, drafts: any DraftRepository, publishing: any PublishingRepository,
    clock: any WallClock, runner: TaskRunner
  ) {
    (self.draft, begun) = (draft, draft)
    state = .open(kept: isKept ? draft : nil)
    onDisk = OnDisk(draft, isKept: isKept)
    (self.drafts, self.publishing, self.clock, self.runner) = (drafts, publishing, clock, runner)
    storing = SerialQueue(runner: runner)
  }

  deinit { pausing?.cancel() }

  /// Whether something was written since it was begun.
  var isWrittenOn: Bool { draft.isMore(than: begun) || state.kept.map { $0 != begun } ?? false }

  private var isOpen: Bool { if case .open = state { true } else { false } }

  /// Whether there is something to keep, or kept.
  private var isDraft: Bool { state.kept != nil || draft.isMore(than: begun) }
}

// MARK: - To the disk

extension DraftSaver {
  /// Changes the draft, and has it kept after a pause.
  func change(_ change: (inout Draft) -> Void) {
    change(&draft)
    draft.changedAt = clock.now
    draft.refusal = nil
    keepSoon()
  }

  /// One that waits to be kept already is kept as it is then: nobody types without end.
  private func keepSoon() {
    guard pausing == nil else { return }
    pausing = runner.start(for: self) { [weak self, clock] in
      guard (try? await clock.sleep(seconds: Self.pause)) != nil else { return }
      self?.pausing = nil
      self?.keep()
    }
  }

  private func endPause() {
    pausing?.cancel()
    pausing = nil
  }

  /// Has what has been written on the disk soon, and waits for nothing. What is as it was begun is no draft.
  func keep() {
    endPause()
    guard isOpen, isDraft, draft != state.kept else { return }
    let draft = draft
    state = .open(kept: draft)
    storing.add { [drafts, onDisk, weak self] in
      do throws(StoreError) {
        // It has become another meanwhile, which is kept by itself.
        if let self, self.draft.id != draft.id { return }
        guard try await onDisk.store(draft, in: drafts) else {
          if let self { return forkDraft() }
          var other = draft
          other.id = DraftID()
          return try await drafts.store(other)
        }
      } catch {
        self?.fail(.notSaved(error, isLeaving: false), kept: nil)
      }
    }
  }

  /// Goes elsewhere once what has been written is on the disk; where that says no, all stays as it is.
  func keep(then leave: @escaping @MainActor () -> Void) {
    guard isOpen else { return }
    guard isDraft else { return leave() }
    endPause()
    let draft = draft
    storing.add { [drafts, onDisk, weak self] in
      do throws(StoreError) {
        if let self, self.draft.id != draft.id { return keep(then: leave) }
        let isStored =
          self?.state.kept == draft
          ? try await onDisk.isStill(of: draft.id, in: drafts) : try await onDisk.store(draft, in: drafts)
        guard isStored else {
          self?.forkDraft()
          self?.keep(then: leave)
          return
        }
        if let self, isOpen { state = .open(kept: draft) }
        leave()
      } catch {
        self?.fail(.notSaved(error, isLeaving: true), kept: nil)
      }
    }
  }

  /// - Parameter kept: what is on the disk of it now.
  private func fail(_ failure: Failure, kept: Draft?) {
    switch state {
    case .open: state = .open(kept: kept)
    case .closing: state = .closing(kept: kept)
    case .closed: break
    }
    didFail?(failure)
  }
}

// MARK: - To the outbox, or nowhere

extension DraftSaver {
  /// Has it sent, in these parts: the first of them is the draft itself.
  func send(
    _ parts: [Draft], delay: Double, then leave: @escaping @MainActor (Draft) -> Void
  ) {
    guard isOpen, let first = parts.first else { return }
    close()
    storing.add { [drafts, publishing, onDisk, weak self] in
      do throws(StoreError) {
        if let self, self.draft.id != first.id { return reopen() }
        guard try await onDisk.isStill(of: first.id, in: drafts), try await publishing.send(parts, delay: delay) else {
          self?.forkDraft()
          return
        }
        self?.state = .closed
        leave(first)
      } catch {
        self?.reopen()
        self?.keep()
        self?.didFail?(.notSent(error))
      }
    }
  }

  func throwAway(then leave: @escaping @MainActor () -> Void) {
    guard isOpen else { return }
    close()
    storing.add { [drafts, id = draft.id, weak self] in
      do throws(StoreError) {
        if let self, self.draft.id != id { return reopen() }
        try await drafts.remove(id)
        self?.state = .closed
        leave()
      } catch {
        self?.reopen()
        self?.didFail?(.notDiscarded(error))
      }
    }
  }

  private func close() {
    endPause()
    state = .closing(kept: state.kept)
  }

  private func reopen() { state = .open(kept: state.kept) }

  /// Where somebody else has written on, sent it, or thrown it away, what stands here is another one.
  private func forkDraft() {
    draft.id = DraftID()
    onDisk.become(draft)
    state = .open(kept: nil)
    keep()
    didFail?(.wasSettledElsewhere)
  }
}

/// What was on the disk of a draft last, for work that outlives the screen.
@MainActor
private final class OnDisk {
  private var seen: DraftRevision

  init(_ draft: Draft, isKept: Bool) {
    seen = DraftRevision(draft, isKept: isKept)
  }

  /// - Returns: whether it was stored: nothing of anybody else's is written over.
  func store(_ draft: Draft, in drafts: any DraftRepository) async throws(StoreError) -> Bool {
    guard try await drafts.store(draft, over: seen) else { return false }
    seen = DraftRevision(draft, isKept: true)
    return true
  }

  func isStill(of id: DraftID, in drafts: any DraftRepository) async throws(StoreError) -> Bool {
    seen.isStill(try await drafts.drafts().first { $0.id == id })
  }

  /// Nothing is kept of it.
  func become(_ draft: Draft) { seen = DraftRevision(draft, isKept: false) }
}
