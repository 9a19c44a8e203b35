import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import ScreenSupport
import TerminalKit
import TimelineCore

/// The list.
extension OutboxPresenter: ListPresenter {
  private var canSend: Bool { dependencies.publishing.canSend }
  private var hasContent: Bool { items?.contains { !$0.isNotice } == true }
  private var entryIDs: Set<DraftID> { Set((items ?? []).compactMap { $0.entry?.id }) }

  var title: String { "Drafts and outbox" }
  var header: ListHeader { ListHeader(title: title, reader: dependencies.account.profile) }
  var rowNames: RowNames { RowNames("draft") }

  var notice: NoticeViewModel? {
    failure.map {
      NoticeViewModel(failure: reason(for: $0), shown: "drafts", loadedAt: nil, now: now, offered: [.retry])
    }
  }

  var screenContent: ScreenContent<ListRows<OutboxRow>> {
    if let items, hasContent { return .content(list(of: items)) }
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

  private func list(of items: [OutboxItem]) -> ListRows<OutboxRow> {
    var previous: OutboxItem.Section?
    let ids = entryIDs
    let rows = items.map { item in
      let section = item.section
      defer { previous = section }
      var row = row(of: item, among: ids)
      if section != previous {
        let count = items.count { $0.section == section && !$0.isNotice }
        row.heading = OutboxText.heading(of: section, count: count)
      }
      row.keys = OutboxText.keys(of: item, services.keymap.value)
      return row
    }
    return ListRows(
      rows, selection: selectedIndex, footer: OutboxText.footer(unsentActions: unsentActions.count))
  }

  private func row(of item: OutboxItem, among ids: Set<DraftID>) -> OutboxRow {
    switch item {
    case .entry(let entry):
      var row = row(of: entry.draft, writtenAt: entry.sentAt, .outgoing)
      row.state = OutboxText.state(of: entry, share: shares[entry.id], among: ids, canSend: canSend, now: now)
      if case .waiting(.some) = entry.state { row.severity = .warning }
      if item.section == .needsConfirmation { row.severity = .failure }
      return row
    case .draft(let draft):
      var row = row(of: draft, writtenAt: draft.changedAt, .draft)
      row.severity = Severity(isFailure: draft.refusal != nil)
      row.state = OutboxText.state(of: draft)
      return row
    case .scheduled(let post):
      return OutboxRow(
        id: item.id, content: .scheduled, kind: OutboxText.kind(of: post), facts: OutboxText.facts(of: post),
        state: OutboxText.state(of: replacement(of: post.id)), text: OutboxText.wholeText(of: post.source))
    case .scheduledNotice(let notice):
      return OutboxRow(
        id: item.id, content: .notice, kind: "", state: OutboxText.sentence(of: notice, services.keymap.value),
        severity: Severity(isFailure: notice.isFailure))
    }
  }

  private func row(of draft: Draft, writtenAt moment: Date, _ content: OutboxRow.Content) -> OutboxRow {
    OutboxRow(
      id: draft.id.rawValue, content: content, kind: OutboxText.kind(of: draft.purpose),
      facts: [services.time.value.words(for: moment, at: now)] + OutboxText.facts(of: draft), state: "",
      text: OutboxText.excerpt(of: draft), nextAgeChange: services.time.value.nextChange(of: moment, at: now))
  }

  /// The draft or outgoing post that replaces a scheduled post; nil if nothing does.
  func replacement(of post: ScheduledPostID) -> ScheduledPostReplacement? {
    if cancelledPosts.contains(post) { return .confirmed }
    for item in items ?? [] where item.draft?.replaces == post {
      return item.draft.map { item.entry == nil ? .draft($0) : .outgoing }
    }
    return nil
  }

  func status(at index: Int, of count: Int) -> String {
    let posts = (items ?? []).enumerated().filter { !$0.element.isNotice }
    let position = posts.firstIndex { $0.offset == index }
    return position.map { "\($0 + 1) of \(posts.count)" } ?? ""
  }
}

// MARK: - Commands

extension OutboxPresenter {
  func commands(at index: Int?) -> [RowCommand] {
    let item = index.flatMap { index in items.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
    return (item.map(commands(for:)) ?? []) + [
      RowCommand(PostActionCommands.compose, hint: "write", .perform { self.router.startNewDraft() }),
      RowCommand(
        AvailableCommand(OutboxCommands.new, isListed: false) { [router] in router.startNewDraft() }),
    ] + undoCommands + [RowCommand(SourceCommands.refresh, "refresh and retry", .perform { self.reload() })]
  }

  private var undoCommands: [RowCommand] {
    dependencies.history.latest.map { action in
      [RowCommand(SourceCommands.undo, "undo: \(action)", .perform { self.dependencies.history.undo() })]
    } ?? []
  }

  private func commands(for item: OutboxItem) -> [RowCommand] {
    let signIn = RowCommand(SourceCommands.signInAgain, hint: "sign in", .perform { self.signInAgain() })
    return rowCommands(for: item) + (item.needsSignIn ? [signIn] : [])
  }

  /// A click opens drafts only: it should not withdraw an outgoing post.
  private func rowCommands(for item: OutboxItem) -> [RowCommand] {
    let id = item.id
    let discard = RowCommand(
      OutboxCommands.discard, .confirm(OutboxCommands.confirmDiscard, .perform { self.discard(id) }))
    switch item {
    case .scheduledNotice: return []
    case .draft: return [RowCommand(OutboxCommands.edit, hint: "edit", .open { self.edit(id) }), discard]
    case .entry(let entry):
      let send = OutboxText.sendTitle(entry, among: entryIDs, canSend: canSend).map {
        RowCommand(OutboxCommands.send, $0, .perform { self.send(id) })
      }
      let withdraw = RowCommand(OutboxCommands.withdraw, .perform { self.edit(id) })
      return withMenu([send, withdraw, discard].compactMap(\.self))
    case .scheduled:
      return withMenu([
        RowCommand(OutboxCommands.changeTime, .perform { self.promptForTime(id) }),
        RowCommand(OutboxCommands.editScheduled, .perform { self.edit(id) }),
        RowCommand(
          OutboxCommands.cancelScheduled, .confirm(OutboxCommands.confirmCancel, .perform { self.discard(id) })),
      ])
    }
  }

  private func withMenu(_ commands: [RowCommand]) -> [RowCommand] {
    [RowCommand(OutboxCommands.choose, hint: "options", .menu { commands })] + commands
  }
}

/// The commands for drafts and outgoing posts.
public enum OutboxCommands {
  public static let edit = Command("write-on", "edit draft", synonyms: ["continue draft"], keys: ["Enter"], in: .write)
  public static let choose = Command("outgoing-choose", "show options", keys: ["Enter"], in: .write)
  public static let send = Command("send-now", "send now", keys: ["s"], in: .write)
  public static let withdraw = Command("outgoing-take-back", "stop sending and edit", keys: ["e"], in: .write)
  public static let discard = Command("outgoing-discard", "discard", keys: ["x"], in: .write)
  public static let confirmDiscard = Command(
    "outgoing-confirm-discard", "yes, discard it", keys: ["y"], in: .write, isConfirmation: true)
  public static let changeTime = Command("scheduled-time", "change the time", keys: ["t"], in: .write)
  public static let editScheduled = Command("scheduled-edit", "edit", keys: ["e"], in: .write)
  public static let cancelScheduled = Command("scheduled-cancel", "cancel this post", keys: ["x"], in: .write)
  public static let confirmCancel = Command(
    "scheduled-confirm-cancel", "yes, do not publish it", keys: ["y"], in: .write, isConfirmation: true)
  static let submitTime = Command("scheduled-set-time", "change the time", keys: ["Enter"], in: .write)
  static let keepTime = Command("scheduled-keep-time", "keep the time", keys: ["Escape"], in: .write, isDismissal: true)
  public static let new = Command("outgoing-new", "write a post", keys: ["n"], in: .write)

  public static let all = [
    edit, choose, send, withdraw, discard, confirmDiscard, changeTime, editScheduled, cancelScheduled, confirmCancel,
    submitTime, keepTime, new,
  ]
}

/// The changed version of a scheduled post.
enum ScheduledPostReplacement: Hashable, Sendable {
  case draft(Draft)
  case outgoing
  /// The server has it. The former post is being cancelled.
  case confirmed
}
