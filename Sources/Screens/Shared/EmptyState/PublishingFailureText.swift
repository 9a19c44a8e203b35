import Domain
import DraftChecks

/// Messages for posts that cannot be sent or were sent incompletely, shared by all screens and commands. See also the
/// extensions below.
public enum PublishingFailureText {
  public static func missingDescription(of fileName: String) -> String { "\(fileName) has no description." }
}

extension DraftFault {
  /// The fault in a sentence.
  public var text: String {
    switch self {
    case .empty: "Your post is empty."
    case .tooLong(let by): "\(by) over the limit."
    case .tooManyFiles(let limit): "Too many files: the server allows \(limit)."
    case .fewOptions: "A poll needs at least two options."
    case .tooManyOptions(let limit): "Too many options: the server allows \(limit)."
    case .optionTooLong(let number, let limit): "Option \(number) is longer than \(limit) characters."
    case .descriptionTooLong(let number, let limit):
      "The description of file \(number) is longer than \(limit) characters."
    case .sameOptions: "Two options are the same."
    case .pollWithFiles: "A post can have a poll or files, not both."
    case .pollWithoutText: "A poll needs a question in the text."
    case .noSchedule: "This server can’t schedule posts."
    }
  }
}

extension [PublishingLoss] {
  /// One sentence about all losses; nil if there are none.
  public var text: String? {
    guard !isEmpty else { return nil }
    return "The post was published, but " + map(\.clause).joined(separator: ", and ") + "."
  }
}

extension PublishingLoss {
  fileprivate var clause: String {
    switch self {
    case .visibility(let requested, let actual):
      "its visibility is “\(actual.displayName)”, not “\(requested.displayName)”"
    case .schedule(let moment): "immediately, not at \(LocalTime.minute(moment)): the server can’t schedule posts"
    case .poll: "its poll is missing"
    case .media(let missing, let count):
      count == 1 ? "its file is missing" : "\(missing) of its \(count) files \(missing == 1 ? "is" : "are") missing"
    case .descriptions(let count):
      count == 1 ? "the description of a file was not saved" : "the descriptions of \(count) files were not saved"
    case .warning: "its content warning is missing"
    case .quote: "the quoted post is missing"
    case .language(let tag): "its language is not set to \(tag)"
    }
  }
}

extension PublishTime {
  /// The label of a field for a time.
  public static let promptLabel = "Publish at"
  /// The examples in the empty field.
  public static let promptPlaceholder = "2026-12-01 09:00, tomorrow 9:00, tomorrow, +2h"
}

extension PublishTime.ParseError {
  /// The fault in a sentence.
  public var text: String {
    switch self {
    case .unreadable: "Enter a time like “2026-12-01 09:00”, “tomorrow 9:00” or “+2h”."
    case .tooSoon: "Schedule posts at least five minutes ahead."
    }
  }
}

extension LocalMediaFile {
  /// The reason that the file cannot be attached, in a sentence; nil if it can.
  public func rejectionReason(within limits: PostLimits) -> String? {
    guard let kind else { return "\(path.lastPathPart) can’t be attached: unsupported file type." }
    let limit = kind == .video || kind == .audio ? limits.videoBytes : limits.imageBytes
    guard let limit, bytes > limit else { return nil }
    return
      "\(path.lastPathPart) is \(bytes.formattedBytes(isLimit: false)); "
      + "the server allows \(limit.formattedBytes(isLimit: true))."
  }
}

extension String {
  /// The last component of the path; a folder keeps its slash.
  public var lastPathPart: String {
    let isFolder = hasSuffix("/")
    let name = split(separator: "/").last.map(String.init) ?? self
    return isFolder ? name + "/" : name
  }
}

extension Int {
  /// A size in bytes as text: “16 MB”, “40 kB”. Sizes are rounded up and limits down, so that a size over the limit
  /// never looks equal to it.
  fileprivate func formattedBytes(isLimit: Bool) -> String {
    let (unit, name) = self >= 1_000_000 ? (1_000_000, "MB") : self >= 1_000 ? (1_000, "kB") : (1, "bytes")
    let roundsUp = !isLimit && self % unit > 0
    return "\(self / unit + (roundsUp ? 1 : 0)) \(name)"
  }
}
