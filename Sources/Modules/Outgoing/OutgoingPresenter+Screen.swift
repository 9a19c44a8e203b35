import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineEngine

/// What stands on the screen.
extension OutgoingPresenter {
  private var sends: Bool { dependencies.publishing.sends }

  func render() {
    guard let view else { return }
    let profile = dependencies.account.profile
    view.showHeader(OutgoingHeader(account: profile.nameAndLabel, label: profile.label))
    contentSwitch.show(screenContent, on: view) { view.showList($0) }
    showStatus()
    if let failure, items?.isEmpty == false {
      view.showNotice(
        NoticeViewModel(failure: reason(for: failure), shown: "drafts", loadedAt: nil, now: now, offered: [.retry]))
    } else {
      view.hideNotice()
    }
  }

  /// The one place that decides which of list, empty view and loading stands.
  private var screenContent: ScreenContent<OutgoingViewModel> {
    if let failure, items?.isEmpty != false {
      return .empty(EmptyStateViewModel(reason(for: failure), offered: [.retry, .back]))
    }
    guard let items else {
      let reason = EmptyReason.loading(wanted, seconds: loading.seconds)
      return .loading(loading.isSlow ? EmptyStateViewModel(reason, offered: [.back]) : nil)
    }
    let writing = dependencies.keymap.value.sentence(ActCommands.compose, "begins a post")
    return items.isEmpty
      ? .empty(OutgoingText.nothing(besides: actionCount, writing: writing)) : .content(viewModel(of: items))
  }

  private var wanted: EmptyReason.Wanted {
    .init(owner: "", thing: "drafts", origin: dependencies.account.origin)
  }

  private func reason(for failure: LoadFailure) -> EmptyReason {
    EmptyReason(failure.error, wanted, lastTry: failure.date, now: now)
  }

  private func viewModel(of items: [OutgoingItem]) -> OutgoingViewModel {
    var above: OutgoingItem.Section?
    let ids = Set(items.compactMap { $0.entry?.id })
    let rows = items.map { item in
      let section = item.section
      defer { above = section }
      return row(of: item, heading: section == above ? nil : OutgoingText.heading(of: section), among: ids)
    }
    return OutgoingViewModel(rows: rows, selection: selection, footer: OutgoingText.footer(besides: actionCount))
  }

  private func row(of item: OutgoingItem, heading: String?, among ids: Set<DraftID>) -> OutgoingRow {
    let draft = item.draft
    let moment = item.entry?.sentAt ?? draft.changedAt
    return OutgoingRow(
      id: draft.id.rawValue, heading: heading, kind: OutgoingText.kind(of: draft.purpose),
      facts: [dependencies.time.value.words(for: moment, at: now)] + OutgoingText.facts(of: draft),
      state: OutgoingText.state(of: item, share: shares[draft.id], among: ids, sends: sends, now: now),
      isFailure: item.section == .needsWord || item.section == .drafts, text: OutgoingText.beginning(of: draft),
      isOnItsWay: item.entry != nil, sending: OutgoingText.sending(item, among: ids, sends: sends),
      needsSignIn: item.needsSignIn)
  }

  func showStatus() {
    let count = items?.count ?? 0
    view?.showStatus(count == 0 ? "" : "\(selection + 1) of \(count)")
  }

  func say(_ text: String, isFailure: Bool = false) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }
}
