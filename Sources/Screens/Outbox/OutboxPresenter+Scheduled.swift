import Domain
import EmptyState
import FoundationEssentials
import Runtime
import ScreenSupport
import TimelineCore

/// Changing the posts that the server will publish.
extension OutboxPresenter {
  /// Asks when a scheduled post is to be published.
  func promptForTime(_ row: String) {
    guard let post = item(row)?.scheduledPost, canChange(post) else { return }
    view?.show(
      ListPrompt(
        { _ in PublishTime.promptLabel }, text: LocalTime.minute(post.publishAt),
        placeholder: PublishTime.promptPlaceholder, submit: (OutboxCommands.submitTime, "change"),
        leave: (OutboxCommands.keepTime, "keep")
      ) { [weak self] in self?.setTime(row, $0) ?? true })
  }

  /// - Returns: whether the text is a time.
  private func setTime(_ row: String, _ text: String) -> Bool {
    guard let post = item(row)?.scheduledPost else { return true }
    let moment: Date
    do throws(PublishTime.ParseError) {
      moment = try PublishTime.date(text, now: now)
    } catch {
      showNotice(error.text, isFailure: true)
      return false
    }
    change(post) { repository throws(TimelineError) in
      try await repository.reschedule(post.id, to: moment)
    } failed: {
      "The time was not changed: \($0)."
    } succeeded: { [weak self] changed in
      self?.scheduled.replace(post.id, with: changed)
      self?.showNotice("Scheduled for \(LocalTime.minute(changed.publishAt)).")
    }
    return true
  }

  /// Opens a draft that replaces the post when it is sent. The post stays scheduled until then.
  func edit(_ post: ScheduledPost) {
    guard canChange(post) else { return }
    if case .draft(let draft)? = replacement(of: post.id) { return router.edit(draft, true) }
    guard post.replyTo == nil || post.quoted == nil else {
      return showNotice(
        "Tern cannot edit a post that is both a reply and a quote: one of them would be lost. Edit it in another app.")
    }
    router.edit(post.draft(by: dependencies.account.id, at: now), false)
  }

  func cancel(_ post: ScheduledPost) {
    change(post) { repository throws(TimelineError) in
      try await repository.cancelScheduledPost(post.id) ? post : nil
    } failed: {
      "Not cancelled: \($0)."
    } succeeded: { [weak self] _ in
      guard let self else { return }
      scheduled.replace(post.id, with: nil)
      offerUndo(of: post)
    }
  }

  /// Explains why a post cannot be changed.
  private func canChange(_ post: ScheduledPost) -> Bool {
    switch replacement(of: post.id) {
    case .draft, nil: return true
    case .outgoing: showNotice("A changed version is waiting to be sent.")
    case .confirmed: showNotice("It has been replaced by a changed version and is being cancelled.")
    }
    return false
  }

  /// Sends a request, then loads the list again: if the response was lost, the list shows what has become of it.
  /// - Parameters:
  ///   - request: returns nil if the post is no longer scheduled.
  ///   - failed: the message for a reason.
  private func change(
    _ post: ScheduledPost,
    _ request: @escaping @MainActor (any ScheduledPostRepository) async throws(TimelineError) -> ScheduledPost?,
    failed: @escaping @MainActor (_ reason: String) -> String,
    succeeded: @escaping @MainActor (ScheduledPost) -> Void
  ) {
    guard let repository = scheduled.repository else { return }
    services.runner.start { [weak self, dependencies] in
      do throws(TimelineError) {
        if let changed = try await request(repository) {
          succeeded(changed)
        } else {
          self?.scheduled.replace(post.id, with: nil)
          dependencies.announce("It is no longer scheduled: it was published or cancelled.", true)
        }
      } catch {
        dependencies.announce(failed(error.clause), true)
      }
      if self?.isInFront == true { self?.scheduled.load() }
    }
  }

  /// A cancelled post can be saved as a draft.
  private func offerUndo(of post: ScheduledPost) {
    var draft = post.draft(by: dependencies.account.id, at: now)
    draft.replaces = nil
    let (drafts, runner, announce) = (dependencies.drafts, services.runner, dependencies.announce)
    dependencies.history.add(
      .init("scheduled post cancelled") { [draft] in
        runner.start {
          do throws(StoreError) {
            try await drafts.store(draft)
            announce("Saved as a draft.", false)
          } catch {
            announce("Could not save a draft: \(error.clause).", true)
          }
        }
      })
    announce(
      "Cancelled".followed(by: services.keymap.value.sentence(SourceCommands.undo, "saves it as a draft")), false)
  }
}
