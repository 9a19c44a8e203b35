import Domain

/// What a person has written in reports that nobody has yet, for as long as the program runs: one for each person.
@MainActor
public final class ReportDrafts {
  struct Kept: Hashable {
    var report: Report
    /// Why it was not taken; nil where it was not sent.
    var refusal: String?
  }

  /// Whom a report is about, and what.
  public struct Subject {
    public let person: Profile
    public let post: Post?

    init(_ person: Profile, _ post: Post?) { (self.person, self.post) = (person, post) }
  }

  /// Nobody waits for what came of more.
  private static let maxSent = 20

  private var kept: [String: Kept] = [:]
  /// Those that were refused since the person was last written of, the first first.
  private var refused: [String: [Kept]] = [:]
  /// The last that were sent: they may be refused.
  private var sent: [(report: Report, subject: Subject)] = []

  public init() {}

  /// What is written on of somebody: what was kept, with the words of those that were refused since.
  func takeUp(_ person: String) -> Kept? {
    guard let refused = refused.removeValue(forKey: person), let last = refused.last else { return kept[person] }
    var report = kept[person]?.report ?? last.report
    let older = refused.map(\.report.comment).filter { !$0.isEmpty && $0 != report.comment }
    report.comment = (older + [report.comment]).filter { !$0.isEmpty }.joined(separator: " ")
    kept[person] = Kept(report: report, refusal: last.refusal)
    return kept[person]
  }

  func keep(_ report: Report) { kept[report.person] = Kept(report: report) }

  /// Nothing is written of them.
  func drop(_ person: String) { kept[person] = nil }

  func noteSent(_ report: Report, about person: Profile, _ post: Post?) {
    kept[report.person] = nil
    sent = sent.suffix(Self.maxSent - 1) + [(report, Subject(person, post))]
  }

  /// It is written on.
  /// - Returns: what it is about; nil where it was sent before this start.
  public func refuse(_ report: Report, because reason: String) -> Subject? {
    guard let index = sent.firstIndex(where: { $0.report == report }) else { return nil }
    // What has been written since stays, beside it.
    refused[report.person, default: []].append(Kept(report: report, refusal: reason))
    return sent.remove(at: index).subject
  }
}
