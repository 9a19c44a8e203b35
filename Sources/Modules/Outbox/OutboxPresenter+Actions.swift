import Domain
import EmptyState
import Runtime
import TimelineCore

/// What the person does.
extension OutboxPresenter: OutboxPresentation {
  var takenBackNext: String? { dependencies.history.latest }

  func viewDidLoad() {
    render()
    listen()
  }

  func viewDidAppear() {
    isInFront = true
    load()
  }

  func viewWillDisappear() {
    isInFront = false
    loading.cancel()
  }

  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    selectedID = item(at: index)?.draft.id
    showStatus()
  }

  func write(_ row: String) {
    switch item(row) {
    case .draft(let draft): router.write(draft, isKept: true)
    case .entry(let entry): takeBack(entry) { [router] in router.write($0, isKept: false) }
    case nil: break
    }
  }

  func send(_ row: String) {
    guard let entry = item(row)?.entry else { return }
    dependencies.willTry(entry.id)
    dependencies.runner.start { [weak self, publishing = dependencies.publishing] in
      do throws(StoreError) {
        try await publishing.sendAgain(entry.id)
      } catch {
        self?.say("It could not be sent: \(error.clause).", isFailure: true)
      }
    }
  }

  func discard(_ row: String) {
    switch item(row) {
    case .draft(let draft): remove(draft)
    case .entry(let entry): takeBack(entry) { [self] in remove($0) }
    case nil: break
    }
  }

  func takeBack() { dependencies.history.takeBack() }
  func begin() { router.begin() }
  func logIn() { router.showLogin() }

  func retry() {
    load()
    dependencies.willTry(nil)
    dependencies.runner.start { [publishing = dependencies.publishing] in await publishing.retry() }
  }

  private func item(_ row: String) -> OutboxItem? { items?.first { $0.draft.id.rawValue == row } }

  private func takeBack(_ entry: OutboxEntry, then: @escaping @MainActor (Draft) -> Void) {
    dependencies.runner.start { [weak self, publishing = dependencies.publishing] in
      do throws(StoreError) {
        guard let draft = try await publishing.takeBack(entry.id) else {
          self?.say(OutboxNotices.isIrreversible(nil), isFailure: true)
          return
        }
        then(draft)
      } catch {
        self?.say(OutboxNotices.isIrreversible(error), isFailure: true)
      }
    }
  }

  /// Throws it away; it can be taken back.
  private func remove(_ draft: Draft) {
    let (drafts, runner, say) = (dependencies.drafts, dependencies.runner, dependencies.say)
    let (history, keymap, router) = (dependencies.history, dependencies.keymap, router)
    runner.start {
      do throws(StoreError) {
        try await drafts.remove(draft.id)
      } catch {
        return say("It could not be thrown away: \(error.clause).", true)
      }
      router.didThrowAway(draft.id)
      history.add(
        .init("throwing a draft away") {
          runner.start {
            do throws(StoreError) {
              try await drafts.store(draft)
              say("It is a draft again.", false)
            } catch {
              say("It could not be kept: \(error.clause).", true)
            }
          }
        })
      let remedy = keymap.value.sentence(SourceCommands.takeBack, "takes that back")
      say("Thrown away." + (remedy.isEmpty ? "" : " \(remedy)."), false)
    }
  }
}
