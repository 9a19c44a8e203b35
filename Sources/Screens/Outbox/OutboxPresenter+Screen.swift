import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Rendering.
extension OutboxPresenter {
  private var canSend: Bool { dependencies.publishing.canSend }
  private var hasContent: Bool { items?.contains { !$0.isNotice } == true }

  func render() {
    guard let view else { return }
    let profile = dependencies.account.profile
    view.showHeader(ListHeader(title: "Drafts and outbox", reader: profile))
    contentSwitch.show(screenContent, on: view) { view.show($0) }
    showStatus()
    if let failure, hasContent {
      view.showNotice(
        NoticeViewModel(failure: reason(for: failure), shown: "drafts", loadedAt: nil, now: now, offered: [.retry]))
    } else {
      view.hideNotice()
    }
  }

  /// Decides which of list, empty view and loading is shown.
  private var screenContent: ScreenContent<OutboxViewModel> {
    if let items, hasContent { return .content(viewModel(of: items)) }
    if let failure { return .empty(EmptyStateViewModel(reason(for: failure), offered: [.retry, .back])) }
    guard items != nil else {
      let reason = EmptyReason.loading(subject, seconds: loading.seconds)
      return .loading(loading.isSlow ? EmptyStateViewModel(reason, offered: [.back]) : nil)
    }
    if scheduled.isLoadingFirst {
      return .loading(scheduled.isSlow ? EmptyStateViewModel(scheduled.loadingReason, offered: [.back]) : nil)
    }
    let hint = services.keymap.value.sentence(PostActionCommands.compose, "starts a new post")
    return .empty(
      OutboxText.emptyViewModel(
        unsentActions: unsentActions.count, schedules: scheduled.isSupported, notice: scheduled.notice, hint: hint))
  }

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: "drafts", origin: dependencies.account.origin)
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, subject, lastTry: failure.date, now: now)
  }

  private func viewModel(of items: [OutboxItem]) -> OutboxViewModel {
    var previous: OutboxItem.Section?
    let ids = Set(items.compactMap { $0.entry?.id })
    let rows = items.map { item in
      let section = item.section
      defer { previous = section }
      var row = row(of: item, among: ids)
      if section != previous {
        let count = items.count { $0.section == section && !$0.isNotice }
        row.heading = OutboxText.heading(of: section, count: count)
      }
      row.keys = OutboxText.keys(of: row, services.keymap.value)
      return row
    }
    return OutboxViewModel(
      rows: rows, selection: selection, footer: OutboxText.footer(unsentActions: unsentActions.count))
  }

  private func row(of item: OutboxItem, among ids: Set<DraftID>) -> OutboxRow {
    switch item {
    case .entry(let entry):
      var row = row(of: entry.draft, writtenAt: entry.sentAt, .outgoing)
      row.state = OutboxText.state(of: entry, share: shares[entry.id], among: ids, canSend: canSend, now: now)
      row.isFailure = item.section == .needsConfirmation
      row.sendTitle = OutboxText.sendTitle(entry, among: ids, canSend: canSend)
      row.needsSignIn = item.needsSignIn
      return row
    case .draft(let draft):
      var row = row(of: draft, writtenAt: draft.changedAt, .draft)
      row.isFailure = draft.refusal != nil
      row.state = OutboxText.state(of: draft)
      return row
    case .scheduled(let post):
      return OutboxRow(
        id: item.id, content: .scheduled, kind: OutboxText.kind(of: post), facts: OutboxText.facts(of: post),
        state: OutboxText.state(of: replacement(of: post.id)), text: OutboxText.wholeText(of: post.source))
    case .scheduledNotice(let notice):
      return OutboxRow(
        id: item.id, content: .notice, kind: "", state: OutboxText.sentence(of: notice, services.keymap.value),
        isFailure: notice.isFailure, needsSignIn: item.needsSignIn)
    }
  }

  private func row(of draft: Draft, writtenAt moment: Date, _ content: OutboxRow.Content) -> OutboxRow {
    OutboxRow(
      id: draft.id.rawValue, content: content, kind: OutboxText.kind(of: draft.purpose),
      facts: [services.time.value.words(for: moment, at: now)] + OutboxText.facts(of: draft), state: "",
      text: OutboxText.excerpt(of: draft), nextAgeChange: services.time.value.nextChange(of: moment, at: now))
  }

  /// What replaces a scheduled post; nil if nothing does.
  func replacement(of post: ScheduledPostID) -> ScheduledPostReplacement? {
    if cancelledPosts.contains(post) { return .confirmed }
    for item in items ?? [] where item.draft?.replaces == post {
      return item.draft.map { item.entry == nil ? .draft($0) : .outgoing }
    }
    return nil
  }

  func showStatus() {
    let posts = (items ?? []).enumerated().filter { !$0.element.isNotice }
    let position = posts.firstIndex { $0.offset == selection }
    view?.showStatus(position.map { "\($0 + 1) of \(posts.count)" } ?? "")
  }

  func announce(_ text: String, isFailure: Bool = false) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }
}

/// The changed version of a scheduled post.
enum ScheduledPostReplacement: Hashable, Sendable {
  case draft(Draft)
  case outgoing
  /// The server has it. The former post is being cancelled.
  case confirmed
}
