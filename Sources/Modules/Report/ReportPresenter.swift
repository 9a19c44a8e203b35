import Domain
import EmptyState
import TimelineCore

/// Gathers what is to be told to those who keep order at a server, and has it sent once.
@MainActor
final class ReportPresenter: ReportPresentation {
  /// Mastodon takes no longer comment, in scalars (app/models/report.rb).
  private static let maxComment = 1_000
  private static let reasons: [(Report.Reason, String)] = [
    (.spam, "It is spam"), (.legal, "It is against the law"), (.violation, "It breaks the server’s rules"),
    (.other, "Something else"),
  ]

  weak var view: (any ReportView)?
  private let dependencies: ReportDependencies
  private let leaveScreen: @MainActor (String?) -> Void
  private let begun: Report
  private var report: Report
  /// What there was of it before; nil where there was nothing.
  private let kept: ReportDrafts.Kept?
  private var wasSent = false

  init(_ dependencies: ReportDependencies, leave: @escaping @MainActor (String?) -> Void) {
    self.dependencies = dependencies
    leaveScreen = leave
    begun = Report(
      person: dependencies.person.actingID, posts: dependencies.post.map { [$0.id] } ?? [], reason: .spam)
    kept = dependencies.drafts.takeUp(begun.person)
    report = kept?.report ?? begun
    report.posts = begun.posts
  }

  private var label: String { "@\(dependencies.person.handle)" }

  /// The server of a person of another one; nil where they are of the reader's own.
  private var otherServer: String? {
    let parts = dependencies.person.handle.split(separator: "@", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let server = String(parts[1])
    let own = dependencies.account.profile.handle.split(separator: "@").last.map(String.init)
    return server.lowercased() == own?.lowercased() ? nil : server
  }

  func viewDidLoad() {
    render()
    guard let kept else { return }
    if let refusal = kept.refusal {
      view?.showNotice(NoticeViewModel(text: "It was not taken: \(refusal)", isFailure: true))
    } else {
      let what = kept.report.comment.isEmpty ? "chosen" : "written"
      view?.showNotice(NoticeViewModel(text: "What you had \(what) is here.", isFailure: false))
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
    keep()
  }

  func setComment(_ text: String) {
    report.comment = text
    keep()
  }

  func left(by comment: String) -> String {
    let left = Self.maxComment - comment.unicodeScalars.count
    return left < 0 ? "\(-left) too many" : "\(left) left"
  }

  func leave() {
    leaveScreen(report == begun ? nil : "What you wrote of \(label) is here as long as Tern runs.")
  }

  private func keep() {
    if report == begun { dependencies.drafts.drop(report.person) } else { dependencies.drafts.keep(report) }
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
    dependencies.drafts.noteSent(report, about: dependencies.person, dependencies.post)
    dependencies.actor.perform(.report(report), about: label)
    leaveScreen(nil)
  }

  private func render() {
    let reader = dependencies.account.profile
    var rows = Self.reasons.enumerated().map { number, reason in
      ReportRow(kind: .reason(number), text: reason.1, isChosen: report.reason == reason.0)
    }
    rows.append(
      ReportRow(
        kind: .comment, text: report.comment.isEmpty ? "Add a comment" : "Comment: \(report.comment)",
        note: report.comment.isEmpty ? "" : left(by: report.comment)))
    if let otherServer {
      rows.append(
        ReportRow(kind: .forward, text: "Tell those of \(otherServer), too", isChosen: report.forwards))
    }
    let post = dependencies.post.map { "With the post: \($0.text.plain.prefix(200))" }
    rows.append(ReportRow(kind: .send, text: "Send the report", note: post ?? "About the person, without a post."))
    view?.showReport(
      ReportViewModel(
        title: "Report \(label)", account: reader.nameAndLabel, label: reader.label, comment: report.comment,
        isWritten: report != begun, rows: rows))
  }
}
