import Domain

/// What is said of a post that cannot be sent, wherever that is found out.
public enum PublishingFailureText {
  /// Of a file; said once.
  public static let undescribed = "What a file shows has not been said."
}

extension DraftFault {
  /// In a sentence.
  public var words: String {
    switch self {
    case .empty: "There is nothing to send yet."
    case .tooLong(let by): by == 1 ? "It is one character too long." : "It is \(by) characters too long."
    case .tooManyFiles(let limit): limit == 1 ? "The server takes one file." : "The server takes \(limit) files."
    case .fewOptions: "A question needs two answers to choose from."
    case .tooManyOptions(let limit): "The server takes \(limit) answers."
    case .optionTooLong(let number, let limit): "Answer \(number) is longer than \(limit) characters."
    case .descriptionTooLong(let number, let limit):
      "What is said of file \(number) is longer than \(limit) characters."
    case .sameOptions: "Two answers are the same."
    case .pollWithFiles: "A question and files do not go together."
    case .pollWithoutText: "A question needs a text that asks it."
    case .noSchedule: "The server publishes nothing later."
    }
  }
}

extension [PublishingLoss] {
  /// One sentence of all that is missing; nil where nothing is.
  public var words: String? {
    guard !isEmpty else { return nil }
    return "The post was published, but " + map(\.clause).joined(separator: ", and ") + "."
  }
}

extension PublishingLoss {
  fileprivate var clause: String {
    switch self {
    case .visibility(let asked, let actual): "it is \(actual.fact) and should be \(asked.fact)"
    case .schedule(let moment): "at once and not at \(LocalTime.minute(moment)): the server publishes nothing later"
    case .poll: "its poll is missing"
    case .media(let missing, let count):
      count == 1 ? "its file is missing" : "\(missing) of its \(count) files \(missing == 1 ? "is" : "are") missing"
    case .warning: "its content warning is missing"
    case .quote: "the post that it quotes is missing"
    case .language(let tag): "its language is not set to \(tag)"
    }
  }
}

extension PublishTime.Fault {
  /// In a sentence.
  public var words: String {
    switch self {
    case .unreadable: "A time is “2026-12-01 09:00”, “tomorrow 9:00” or “+2h”."
    case .tooSoon: "The server wants at least five minutes until then."
    }
  }
}

extension LocalMediaFile {
  /// Why a server would not take it; nil where it would.
  public func refusal(within limits: PostLimits) -> String? {
    guard let kind else { return "\(path.lastPathPart) is of no kind that goes with a post." }
    let limit = kind == .video || kind == .audio ? limits.videoBytes : limits.imageBytes
    guard let limit, bytes > limit else { return nil }
    return
      "\(path.lastPathPart) has \(bytes.inBytes(isLimit: false)); the server takes \(limit.inBytes(isLimit: true))."
  }
}

extension String {
  /// The name at its end; of a folder, with its slash.
  public var lastPathPart: String {
    let isFolder = hasSuffix("/")
    let name = split(separator: "/").last.map(String.init) ?? self
    return isFolder ? name + "/" : name
  }
}

extension Int {
  /// “16 MB”, “40 kB”: what there is is not less than it is said to be, and a limit not more.
  fileprivate func inBytes(isLimit: Bool) -> String {
    let (unit, name) = self >= 1_000_000 ? (1_000_000, "MB") : self >= 1_000 ? (1_000, "kB") : (1, "bytes")
    let isUp = !isLimit && self % unit > 0
    return "\(self / unit + (isUp ? 1 : 0)) \(name)"
  }
}
