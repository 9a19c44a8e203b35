import Domain
import EmptyState
import FoundationEssentials

extension Draft {
  var isEditing: Bool {
    if case .edit = purpose { true } else { false }
  }

  /// What the screen is about.
  var title: String { purpose.title }

  /// Whether there is more to it than there was when it was begun.
  func isMore(than begun: Draft) -> Bool {
    var same = self
    (same.changedAt, same.refusal) = (begun.changedAt, begun.refusal)
    return same != begun
  }

  /// What goes with the text, a line each.
  var attachmentLines: [ComposerViewModel.Attachment] {
    let files = media.map { file in
      let isLacking = file.description.isEmpty
      return ComposerViewModel.Attachment(
        text: "▣ \(file.fileName) · \(isLacking ? "not said what it shows" : file.description)", isLacking: isLacking)
    }
    let time = [publishAt].compactMap(\.self).map { moment in
      ComposerViewModel.Attachment(text: "to be published at \(LocalTime.minute(moment))")
    }
    guard let poll else { return files + time }
    let answers = poll.allowsSeveral ? "several answers" : "one answer"
    return files + poll.options.map { .init(text: "○ \($0)") }
      + [.init(text: "\(answers) · open for \(poll.duration.inWords)")] + time
  }

  /// Several posts, each answering the one before: the first goes where the draft was meant to go.
  /// - Parameter visibility: of all of them; nil: what the server does by itself.
  func parts(limits: PostLimits, visibility: Visibility?, now: Date) -> [Draft] {
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
  /// One that is at the server already has no name here.
  var fileName: String { path.isEmpty ? "a file at the server" : path.lastPathPart }
}

extension DraftFault {
  var isLength: Bool {
    if case .tooLong = self { true } else { false }
  }

  var isOfPoll: Bool {
    switch self {
    case .fewOptions, .tooManyOptions, .optionTooLong, .sameOptions, .pollWithFiles: true
    case .empty, .tooLong, .tooManyFiles, .descriptionTooLong, .pollWithoutText, .noSchedule: false
    }
  }
}

extension Int {
  /// A number of seconds: “1 day”, “30 minutes”.
  fileprivate var inWords: String {
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
