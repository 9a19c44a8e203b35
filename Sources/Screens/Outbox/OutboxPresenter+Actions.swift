import Domain
import EmptyState
import Runtime
import ScreenSupport
import TimelineCore

/// User actions.
extension OutboxPresenter {
  func viewDidLoad() {
    render()
    observeChanges()
  }

  func viewDidAppear() {
    isInFront = true
    load()
    scheduled.load()
  }

  func viewWillDisappear() {
    isInFront = false
    loading.cancel()
    scheduled.screenWillDisappear()
  }

  func didSelectRow(at index: Int) { select(index) }
  func signInAgain() { router.signInAgain() }

  /// Reloads the drafts and scheduled posts, and sends waiting posts immediately.
  func reload() {
    load()
    scheduled.load()
    dependencies.willRetry(nil)
    services.runner.start { [publishing = dependencies.publishing] in await publishing.retry() }
  }

  /// Opens the post in the composer. An outgoing post becomes a draft again first; a scheduled one stays at the server
  /// until the changed version has replaced it.
  /// - Parameter row: the row's ID, since positions may have changed while a confirmation was open.
  func edit(_ row: String) {
    switch item(row) {
    case .draft(let draft): router.edit(draft, true)
    case .entry(let entry): withdraw(entry) { [router] in router.edit($0, false) }
    case .scheduled(let post): edit(post)
    case .scheduledNotice, nil: break
    }
  }

  /// Sends the post now, or again.
  func send(_ row: String) {
    guard let entry = item(row)?.entry else { return }
    dependencies.willRetry(entry.id)
    services.runner.start { [weak self, publishing = dependencies.publishing] in
      do throws(StoreError) {
        try await publishing.sendAgain(entry.id)
      } catch {
        self?.showNotice("Could not send: \(error.clause).", isFailure: true)
      }
    }
  }

  /// Deletes a draft, or cancels an outgoing or scheduled post.
  func discard(_ row: String) {
    switch item(row) {
    case .draft(let draft): remove(draft)
    case .entry(let entry): withdraw(entry) { [self] in remove($0) }
    case .scheduled(let post): cancel(post)
    case .scheduledNotice, nil: break
    }
  }

  func item(_ row: String) -> OutboxItem? { items?.first { $0.id == row } }

  private func withdraw(_ entry: OutboxEntry, then: @escaping @MainActor (Draft) -> Void) {
    services.runner.start { [weak self, publishing = dependencies.publishing] in
      do throws(StoreError) {
        guard let draft = try await publishing.withdraw(entry.id) else {
          self?.showNotice(OutboxNotices.undoFailureMessage(nil), isFailure: true)
          return
        }
        then(draft)
      } catch {
        self?.showNotice(OutboxNotices.undoFailureMessage(error), isFailure: true)
      }
    }
  }

  /// Deletes a draft. The deletion can be undone.
  private func remove(_ draft: Draft) {
    let (drafts, runner, announce) = (dependencies.drafts, services.runner, dependencies.announce)
    let (history, keymap, router) = (dependencies.history, services.keymap, router)
    runner.start {
      do throws(StoreError) {
        try await drafts.remove(draft.id)
      } catch {
        return announce("Could not discard: \(error.clause).", true)
      }
      router.didDiscard(draft.id)
      history.add(
        .init("draft discarded") {
          runner.start {
            do throws(StoreError) {
              try await drafts.store(draft)
              announce("Draft restored.", false)
            } catch {
              announce("Could not restore the draft: \(error.clause).", true)
            }
          }
        })
      announce("Discarded".followed(by: keymap.value.sentence(SourceCommands.undo, "undo")), false)
    }
  }
}
