import Domain

/// The unsent reports, at most one per account. They are lost when the program ends.
@MainActor
public final class ReportDrafts {
  struct SavedReport: Hashable {
    var report: Report
    /// The reason that the server refused the report; nil if it was not sent.
    var refusal: String?
  }

  /// The reported account, and the reported post if there is one.
  public struct Subject {
    public let profile: Profile
    public let post: Post?

    init(_ profile: Profile, _ post: Post?) { (self.profile, self.post) = (profile, post) }
  }

  /// Refusals of older reports are ignored.
  private static let maxSent = 20

  private var savedReports: [String: SavedReport] = [:]
  /// The reports that were refused since the account was last reported, oldest first.
  private var refused: [String: [SavedReport]] = [:]
  /// The last sent reports, which may still be refused.
  private var sent: [(report: Report, subject: Subject)] = []

  public init() {}

  /// The saved report about an account, including the comments of reports that were refused since.
  func restore(_ account: String) -> SavedReport? {
    guard let refused = refused.removeValue(forKey: account), let last = refused.last else {
      return savedReports[account]
    }
    var report = savedReports[account]?.report ?? last.report
    let older = refused.map(\.report.comment).filter { !$0.isEmpty && $0 != report.comment }
    report.comment = (older + [report.comment]).filter { !$0.isEmpty }.joined(separator: " ")
    savedReports[account] = SavedReport(report: report, refusal: last.refusal)
    return savedReports[account]
  }

  func save(_ report: Report) { savedReports[report.account] = SavedReport(report: report) }

  func remove(_ account: String) { savedReports[account] = nil }

  func didSend(_ report: Report, about profile: Profile, _ post: Post?) {
    savedReports[report.account] = nil
    sent = sent.suffix(Self.maxSent - 1) + [(report, Subject(profile, post))]
  }

  /// Saves a report that the server refused, so that it can be edited and sent again.
  /// - Returns: the subject of the report; nil if it was sent before the last start.
  public func reject(_ report: Report, because reason: String) -> Subject? {
    guard let index = sent.firstIndex(where: { $0.report == report }) else { return nil }
    // A newer unsent report is kept, too.
    refused[report.account, default: []].append(SavedReport(report: report, refusal: reason))
    return sent.remove(at: index).subject
  }
}
