import Domain
import FoundationEssentials

/// A draft as JSON. Rows of an unknown version are left as they are.
struct StoredDraft: Codable {
  private static let version = 1

  private struct Subject: Codable {
    var id: String
    var author: StoredProfile?
    var excerpt: String
    var visibility: String?
  }

  private struct Poll: Codable {
    var options: [String]
    var duration: Int
    var allowsMultiple: Bool
    var hidesTotals: Bool?
  }

  private struct Media: Codable {
    var path: String
    var version: String?
    var description: String
    var remoteID: String?
    var uploadedDescription: String?
    /// As `FocalPoint.coordinates`.
    var focus: String?
    var uploadedFocus: String?

    private enum CodingKeys: String, CodingKey {
      case path, version, description, remoteID, focus, uploadedFocus
      // The key of earlier versions.
      case uploadedDescription = "toldDescription"
    }
  }

  private var version = Self.version
  private var purpose: String
  private var subject: Subject?
  /// The ID of the draft that it continues.
  private var previous: String?
  private var text: String
  private var warning: String?
  private var visibility: String?
  private var quotePolicy: String?
  private var language: String?
  private var isSensitive: Bool
  private var poll: Poll?
  private var media: [Media]
  private var publishAt: Int64?
  /// The ID of the scheduled post that it replaces.
  private var replaces: String?
  private var changedAt: Int64
  private var refusal: String?

  init(_ draft: Draft) {
    purpose =
      switch draft.purpose {
      case .post: "post"
      case .reply: "reply"
      case .quote: "quote"
      case .edit: "edit"
      case .continuation: "continuation"
      }
    if case .continuation(let draft) = draft.purpose { previous = draft.rawValue }
    subject = draft.purpose.subject.map {
      Subject(
        id: $0.id.rawValue, author: $0.author.map(StoredProfile.init), excerpt: $0.excerpt,
        visibility: $0.visibility?.rawValue)
    }
    text = draft.text
    warning = draft.warning.isEmpty ? nil : draft.warning
    visibility = draft.visibility?.rawValue
    quotePolicy = draft.quotePolicy?.rawValue
    language = draft.language
    isSensitive = draft.isSensitive
    poll = draft.poll.map {
      Poll(
        options: $0.options, duration: $0.duration, allowsMultiple: $0.allowsMultiple,
        hidesTotals: $0.hidesTotals ? true : nil)
    }
    media = draft.media.map {
      Media(
        path: $0.path, version: $0.version?.rawValue, description: $0.description, remoteID: $0.remoteID,
        uploadedDescription: $0.uploadedDescription, focus: $0.focus?.coordinates,
        uploadedFocus: $0.uploadedFocus?.coordinates)
    }
    publishAt = draft.publishAt?.milliseconds
    replaces = draft.replaces?.rawValue
    changedAt = draft.changedAt.milliseconds
    refusal = draft.refusal
  }

  /// nil if it was written by a newer version.
  func draft(id: DraftID, account: AccountID) -> Draft? {
    guard version == Self.version, let purpose = readPurpose else { return nil }
    return Draft(
      id: id, account: account, purpose: purpose, text: text, warning: warning ?? "",
      visibility: visibility.map(Visibility.init(rawValue:)), quotePolicy: quotePolicy.flatMap(QuotePolicy.init),
      language: language, isSensitive: isSensitive,
      poll: poll.map {
        DraftPoll(
          options: $0.options, duration: $0.duration, allowsMultiple: $0.allowsMultiple,
          hidesTotals: $0.hidesTotals ?? false)
      },
      media: media.map {
        DraftMedia(
          path: $0.path, version: $0.version.map(FileVersion.init(rawValue:)), description: $0.description,
          remoteID: $0.remoteID, uploadedDescription: $0.uploadedDescription,
          focus: $0.focus.flatMap(FocalPoint.init(coordinates:)),
          uploadedFocus: $0.uploadedFocus.flatMap(FocalPoint.init(coordinates:)))
      },
      publishAt: publishAt.map(Date.init(milliseconds:)), replaces: replaces.map(ScheduledPostID.init),
      changedAt: Date(milliseconds: changedAt), refusal: refusal)
  }

  private var readPurpose: Draft.Purpose? {
    let subject = subject.map {
      DraftSubject(
        id: PostID($0.id), author: $0.author?.profile, excerpt: $0.excerpt,
        visibility: $0.visibility.map(Visibility.init(rawValue:)))
    }
    return switch (purpose, subject) {
    case ("post", _): .post
    case ("reply", let subject?): .reply(to: subject)
    case ("quote", let subject?): .quote(subject)
    case ("edit", let subject?): .edit(subject)
    case ("continuation", _): previous.map { .continuation(of: DraftID($0)) }
    default: nil
    }
  }
}

extension FocalPoint {
  /// A stored point: `0.5,-0.3`.
  fileprivate init?(coordinates: String) {
    let numbers = coordinates.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }
}
