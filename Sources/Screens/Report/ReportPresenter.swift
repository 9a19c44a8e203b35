import Domain
import EmptyState
import TimelineCore

/// Edits a report to the moderators of a server, and sends it once.
@MainActor
final class ReportPresenter: ReportPresentation {
  /// The limit of Mastodon, in Unicode scalars (app/models/report.rb).
  private static let maxComment = 1_000
  private static let reasons: [(Report.Reason, String)] = [
    (.spam, "It’s spam"), (.legal, "It’s illegal"), (.violation, "It breaks server rules"),
    (.other, "Something else"),
  ]

  weak var view: (any ReportView)?
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

  func viewDidLoad() {
    render()
    guard let savedReport else { return }
    if let refusal = savedReport.refusal {
      view?.showNotice(NoticeViewModel(text: "Not sent: \(refusal)", isFailure: true, isDismissible: true))
    } else {
      view?.showNotice(NoticeViewModel(text: "Your unsent report is here.", isFailure: false))
    }
  }

  func settingsDidChange() { render() }

  func choose(_ row: ReportRow.Kind) {
    switch row {
    case .reason(let number):
      if Self.reasons.indices.contains(number) { report.reason = Self.reasons[number].0 }
    case .forward: report.forwards.toggle()
    case .comment: break
    case .send: return send()
    }
    save()
  }

  func setComment(_ text: String) {
    report.comment = text
    save()
  }

  func left(by comment: String) -> String {
    let left = Self.maxComment - comment.unicodeScalars.count
    return left < 0 ? "\(-left) over" : "\(left) left"
  }

  func leave() {
    leaveScreen(report == original ? nil : "Your report about \(label) is saved until you quit Tern.")
  }

  private func save() {
    if report == original { dependencies.drafts.remove(report.account) } else { dependencies.drafts.save(report) }
    render()
  }

  private func send() {
    guard !wasSent else { return }
    guard report.comment.unicodeScalars.count <= Self.maxComment else {
      view?.beginComment()
      view?.showNotice(
        NoticeViewModel(text: "The comment is too long: \(left(by: report.comment)).", isFailure: true))
      return
    }
    wasSent = true
    dependencies.drafts.didSend(report, about: dependencies.profile, dependencies.post)
    dependencies.actions.perform(.report(report), about: label)
    leaveScreen(nil)
  }

  private func render() {
    let author = dependencies.account.profile
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
    view?.show(
      ReportViewModel(
        title: "Report \(label)", account: author.nameAndLabel, label: author.label, comment: report.comment,
        isWritten: report != original, rows: rows))
  }
}
