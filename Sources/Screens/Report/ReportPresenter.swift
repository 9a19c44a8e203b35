import Domain
import EmptyState
import ScreenSupport
import TerminalKit
import TimelineCore

/// Edits a report to the moderators of a server, and sends it once.
@MainActor
final class ReportPresenter {
  /// The limit of Mastodon, in Unicode scalars (app/models/report.rb).
  private static let maxComment = 1_000
  private static let reasons: [(Report.Reason, String)] = [
    (.spam, "It’s spam"), (.legal, "It’s illegal"), (.violation, "It breaks server rules"),
    (.other, "Something else"),
  ]

  weak var view: (any ListScreenView<ReportRow>)?
  private let dependencies: ReportDependencies
  private let leaveScreen: @MainActor (String?) -> Void
  private let original: Report
  private var report: Report
  /// The saved report that was restored, if any.
  private let savedReport: ReportDrafts.SavedReport?
  private var wasSent = false

  init(_ dependencies: ReportDependencies, leave: @escaping @MainActor (String?) -> Void) {
    self.dependencies = dependencies
    leaveScreen = leave
    original = Report(
      account: dependencies.profile.actionTargetID, posts: dependencies.post.map { [$0.id] } ?? [], reason: .spam)
    savedReport = dependencies.drafts.restore(original.account)
    report = savedReport?.report ?? original
    report.posts = original.posts
  }

  private var label: String { "@\(dependencies.profile.handle)" }

  /// The server of the reported account; nil if it is the user's own server.
  private var otherServer: String? {
    let parts = dependencies.profile.handle.split(separator: "@", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let server = String(parts[1])
    let own = dependencies.account.profile.handle.split(separator: "@").last.map(String.init)
    return server.lowercased() == own?.lowercased() ? nil : server
  }
}

// MARK: - Rows and commands

extension ReportPresenter: ListPresenter {
  var title: String { "Report" }
  var header: ListHeader { ListHeader(title: "Report \(label)", reader: dependencies.account.profile) }
  var rowNames: RowNames { RowNames("row", last: "send") }
  func status(at index: Int, of count: Int) -> String { "" }

  func viewDidLoad() {
    guard let savedReport else { return }
    if let refusal = savedReport.refusal {
      view?.showNotice(NoticeViewModel(text: "Not sent: \(refusal)", severity: .failure, isDismissible: true))
    } else {
      showNotice("Your unsent report is here.")
    }
  }

  var screenContent: ScreenContent<ListRows<ReportRow>> {
    var rows = Self.reasons.enumerated().map { number, reason in
      ReportRow(kind: .reason(number), text: reason.1, isChosen: report.reason == reason.0)
    }
    rows.append(
      ReportRow(
        kind: .comment, text: report.comment.isEmpty ? "Add a comment" : "Comment: \(report.comment)",
        note: report.comment.isEmpty ? "" : left(by: report.comment)))
    if let otherServer {
      rows.append(
        ReportRow(kind: .forward, text: "Forward to \(otherServer)", isChosen: report.forwards))
    }
    let post = dependencies.post.map { "Includes the post: \($0.text.plain.prefix(200))" }
    rows.append(ReportRow(kind: .send, text: "Send report", note: post ?? "About the account, without a post."))
    return .content(ListRows(rows, spacing: 0))
  }

  func commands(at index: Int?) -> [RowCommand] {
    let choose = selectedRow.map { row in
      RowCommand(ReportCommands.choose, hint: choiceHint(row), .open { self.choose(row.kind) })
    }
    let reasons = ReportCommands.reason.enumerated().map { number, command in
      RowCommand(command, .perform { self.choose(.reason(number)) })
    }
    let leave = RowCommand(ReportCommands.leave, hint: "save", .perform { self.leave() })
    let comment = RowCommand(ReportCommands.comment, hint: "comment", .prompt { self.commentPrompt })
    let forward = RowCommand(ReportCommands.forward, .perform { self.choose(.forward) })
    return [choose].compactMap(\.self) + reasons + (report == original ? [] : [leave]) + [comment]
      + (otherServer == nil ? [] : [forward])
  }

  /// nil if the selected reason is chosen already.
  private func choiceHint(_ row: ReportRow) -> String? {
    switch row.kind {
    case .send: "send"
    case .reason where row.isChosen == true: nil
    default: "choose"
    }
  }

  private func choose(_ row: ReportRow.Kind) {
    switch row {
    case .reason(let number):
      if Self.reasons.indices.contains(number) { report.reason = Self.reasons[number].0 }
    case .forward: report.forwards.toggle()
    case .comment:
      view?.show(commentPrompt)
      return
    case .send: return send()
    }
    save()
  }

  /// Saves the comment also when it is left.
  private var commentPrompt: ListPrompt {
    ListPrompt(
      { [weak self] in "Comment, \(self?.left(by: $0) ?? "")" }, text: report.comment,
      submit: (ReportCommands.acceptComment, "done"), leave: (ReportCommands.leaveComment, nil)
    ) { [weak self] in
      self?.setComment($0)
      return true
    } didLeave: { [weak self] in
      self?.setComment($0)
    }
  }

  private func setComment(_ text: String) {
    guard text != report.comment else { return }
    report.comment = text
    save()
  }

  /// The number of characters left for a comment: “12 left”, or “3 over” if it is too long.
  private func left(by comment: String) -> String {
    let left = Self.maxComment - comment.unicodeScalars.count
    return left < 0 ? "\(-left) over" : "\(left) left"
  }

  /// Closes the screen and notifies the user of an unsent report, which was saved at each change.
  private func leave() {
    leaveScreen(report == original ? nil : "Your report about \(label) is saved until you quit Tern.")
  }

  private func save() {
    if report == original { dependencies.drafts.remove(report.account) } else { dependencies.drafts.save(report) }
    render()
  }

  private func send() {
    guard !wasSent else { return }
    guard report.comment.unicodeScalars.count <= Self.maxComment else {
      view?.show(commentPrompt)
      return showNotice("The comment is too long: \(left(by: report.comment)).", isFailure: true)
    }
    wasSent = true
    dependencies.drafts.didSend(report, about: dependencies.profile, dependencies.post)
    dependencies.actions.perform(.report(report), about: label)
    leaveScreen(nil)
  }
}

public enum ReportCommands {
  public static let choose = Command("report-choose", "choose or send", keys: ["Enter"], in: .write)
  public static let reason = (1...4).map { number in
    Command(
      "report-reason-\(number)", "reason \(number)", keys: [KeySequence([.character(Character("\(number)"))])],
      in: .write)
  }
  public static let comment = Command("report-comment", "comment", keys: ["c"], in: .write)
  static let acceptComment = Command("report-take-comment", "save comment", keys: ["Enter"], in: .write)
  static let leaveComment = Command(
    "report-leave-comment", "save comment and go back", keys: ["Escape"], in: .write, isDismissal: true)
  public static let leave = Command(
    "report-leave", "save report and close", keys: ["Escape"], in: .write, isDismissal: true,
    over: [ProgramCommands.back])
  public static let forward = Command("report-forward", "forward to their server", keys: ["f"], in: .write)

  public static let all = [choose] + reason + [comment, acceptComment, leaveComment, leave, forward]
}
