import Domain
import DraftChecks
import EmptyState
import FoundationEssentials

extension Draft {
  var isEditing: Bool {
    if case .edit = purpose { true } else { false }
  }

  var title: String { replaces == nil ? purpose.title : "Edit scheduled post" }

  /// Whether the draft differs from `original` in more than its date and refusal.
  func differs(from original: Draft) -> Bool {
    var same = self
    (same.changedAt, same.refusal) = (original.changedAt, original.refusal)
    return same != original
  }

  /// Everything that the user has written, for a file that is read without Tern.
  var asFile: String {
    var parts = [text]
    if !warning.isEmpty { parts.append("Content warning: \(warning)") }
    if let subject = purpose.subject { parts.append("\(purpose.title): \(subject.excerpt)") }
    parts += (poll?.options ?? []).map { "Option: \($0)" }
    parts += media.map { "File: \($0.path)" + ($0.description.isEmpty ? "" : "\nDescription: \($0.description)") }
    if let publishAt { parts.append("Scheduled for \(LocalTime.minute(publishAt))") }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The posts of a thread: the first one keeps the purpose of the draft, each further one continues the previous. Only
  /// the draft itself if its text cannot or need not be split.
  /// - Parameter visibility: the visibility of all posts; nil leaves it to the server.
  func threadParts(limits: PostLimits, visibility: Visibility?, now: Date) -> [Draft] {
    guard let texts = ThreadSplit(text, warning: warning, limits: limits)?.texts else { return [self] }
    var parts: [Draft] = []
    for (number, text) in texts.enumerated() {
      var part = self
      part.text = text
      if let last = parts.last {
        part = Draft(
          account: account, purpose: .continuation(of: last.id), text: text, warning: warning, visibility: visibility,
          language: language, isSensitive: isSensitive, changedAt: now)
      }
      if number == 0 { part.id = id }
      parts.append(part)
    }
    return parts
  }
}

extension DraftMedia {
  /// The name of the local file. Files of a published post that is being edited have none.
  var fileName: String { path.isEmpty ? "a file on the server" : path.lastPathPart }
}

extension DraftFault {
  var isLength: Bool {
    if case .tooLong = self { true } else { false }
  }

  var concernsPoll: Bool {
    switch self {
    case .fewOptions, .tooManyOptions, .optionTooLong, .sameOptions, .pollWithFiles: true
    case .empty, .tooLong, .tooManyFiles, .descriptionTooLong, .pollWithoutText, .noSchedule: false
    }
  }
}

extension Int {
  /// The number of seconds in words: “1 day”, “30 minutes”.
  var inWords: String {
    func count(_ number: Int, _ unit: String) -> String { number == 1 ? "1 \(unit)" : "\(number) \(unit)s" }
    if self >= 86_400 { return count(self / 86_400, "day") }
    if self >= 3_600 { return count(self / 3_600, "hour") }
    return count(self / 60, "minute")
  }
}

extension String {
  func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
