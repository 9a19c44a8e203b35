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

  func render() {
    guard let view else { return }
    let profile = dependencies.account.profile
    view.showHeader(ListHeader(title: "Drafts and outbox", reader: profile))
    contentSwitch.show(screenContent, on: view) { view.show($0) }
    showStatus()
    if let failure, items?.isEmpty == false {
      view.showNotice(
        NoticeViewModel(failure: reason(for: failure), shown: "drafts", loadedAt: nil, now: now, offered: [.retry]))
    } else {
      view.hideNotice()
    }
  }

  /// Decides which of list, empty view and loading is shown.
  private var screenContent: ScreenContent<OutboxViewModel> {
    if let failure, items?.isEmpty != false {
      return .empty(EmptyStateViewModel(reason(for: failure), offered: [.retry, .back]))
    }
    guard let items else {
      let reason = EmptyReason.loading(subject, seconds: loading.seconds)
      return .loading(loading.isSlow ? EmptyStateViewModel(reason, offered: [.back]) : nil)
    }
    let hint = dependencies.keymap.value.sentence(PostActionCommands.compose, "starts a new post")
    return items.isEmpty
      ? .empty(OutboxText.emptyViewModel(unsentActions: actionCount, hint: hint)) : .content(viewModel(of: items))
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
      return row(of: item, heading: section == previous ? nil : OutboxText.heading(of: section), among: ids)
    }
    return OutboxViewModel(rows: rows, selection: selection, footer: OutboxText.footer(unsentActions: actionCount))
  }

  private func row(of item: OutboxItem, heading: String?, among ids: Set<DraftID>) -> OutboxRow {
    let draft = item.draft
    let moment = item.entry?.sentAt ?? draft.changedAt
    return OutboxRow(
      id: draft.id.rawValue, heading: heading, kind: OutboxText.kind(of: draft.purpose),
      facts: [dependencies.time.value.words(for: moment, at: now)] + OutboxText.facts(of: draft),
      state: OutboxText.state(of: item, share: shares[draft.id], among: ids, canSend: canSend, now: now),
      isFailure: item.section == .needsConfirmation || item.section == .drafts, text: OutboxText.excerpt(of: draft),
      isOutgoing: item.entry != nil, sendTitle: OutboxText.sendTitle(item, among: ids, canSend: canSend),
      needsSignIn: item.needsSignIn)
  }

  func showStatus() {
    let count = items?.count ?? 0
    view?.showStatus(count == 0 ? "" : "\(selection + 1) of \(count)")
  }

  func announce(_ text: String, isFailure: Bool = false) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }
}
