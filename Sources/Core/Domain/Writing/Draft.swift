import FoundationEssentials

/// A draft with everything needed to send it or to continue writing later.
public struct Draft: Hashable, Sendable {
  public enum Purpose: Hashable, Sendable {
    case post
    case reply(to: DraftSubject)
    case quote(DraftSubject)
    /// Replaces the content of the post.
    case edit(DraftSubject)
    /// Replies to the post of another draft of the same account and is sent after it, as the next post of a thread.
    case continuation(of: DraftID)
  }

  public var id: DraftID
  /// The author's account.
  public var account: AccountID
  public var purpose: Purpose
  public var text: String
  /// The content warning; empty if none.
  public var warning: String
  /// The chosen visibility; nil for the account's default, but never wider than the post replied to or quoted
  /// (`visibility(ownDefault:)`).
  public var visibility: Visibility?
  /// The policy for quotes of it; nil for the account's default.
  public var quotePolicy: QuotePolicy?
  /// By BCP 47: `en`, `pt-BR`; nil for the server's default.
  public var language: String?
  public var isSensitive: Bool
  public var poll: DraftPoll?
  public var media: [DraftMedia]
  /// When the server is to publish it; nil to publish it immediately.
  public var publishAt: Date?
  /// The scheduled post at the server that this draft replaces: it is cancelled once the server has accepted this one.
  public var replaces: ScheduledPostID?
  public var changedAt: Date
  /// The reason that the server did not accept it, as a message; nil if it was not sent.
  public var refusal: String?

  public init(
    id: DraftID = DraftID(), account: AccountID, purpose: Purpose = .post, text: String = "", warning: String = "",
    visibility: Visibility? = nil, quotePolicy: QuotePolicy? = nil, language: String? = nil, isSensitive: Bool = false,
    poll: DraftPoll? = nil, media: [DraftMedia] = [], publishAt: Date? = nil, replaces: ScheduledPostID? = nil,
    changedAt: Date,
    refusal: String? = nil
  ) {
    self.id = id
    self.account = account
    self.purpose = purpose
    self.text = text
    self.warning = warning
    self.visibility = visibility
    self.quotePolicy = quotePolicy
    self.language = language
    self.isSensitive = isSensitive
    self.poll = poll
    self.media = media
    self.publishAt = publishAt
    self.replaces = replaces
    self.changedAt = changedAt
    self.refusal = refusal
  }

  /// Whether one draft can replace the other without losing content.
  public func hasSameContent(as other: Draft) -> Bool {
    var other = other
    (other.id, other.changedAt, other.refusal) = (id, changedAt, refusal)
    return self == other
  }

  /// Whether the draft has no content worth saving.
  public var isEmpty: Bool {
    text.allSatisfy(\.isWhitespace) && warning.allSatisfy(\.isWhitespace) && media.isEmpty
      && (poll?.options.allSatisfy { $0.allSatisfy(\.isWhitespace) } ?? true)
  }
}

/// The permanent ID of a draft and of the outbox entry made from it.
public struct DraftID: Hashable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  public init() {
    rawValue = UUID().uuidString
  }
}

/// The post that a draft replies to, quotes or edits, with the details needed while offline.
public struct DraftSubject: Hashable, Sendable {
  static let maxExcerpt = 280

  public var id: PostID
  public var author: Profile?
  /// The beginning of its text.
  public var excerpt: String
  /// nil if unknown, which never counts as public.
  public var visibility: Visibility?

  public init(id: PostID, author: Profile?, excerpt: String, visibility: Visibility? = nil) {
    self.id = id
    self.author = author
    self.excerpt = String(excerpt.prefix(Self.maxExcerpt))
    self.visibility = visibility
  }

  public init(_ post: Post) {
    self.init(id: post.id, author: post.author, excerpt: post.text.plain, visibility: post.visibility)
  }
}

extension Draft.Purpose {
  public var subject: DraftSubject? {
    switch self {
    case .post, .continuation: nil
    case .reply(let subject), .quote(let subject), .edit(let subject): subject
    }
  }
}

public struct DraftPoll: Hashable, Sendable {
  public var options: [String]
  /// In seconds.
  public var duration: Int
  public var allowsMultiple: Bool
  /// Whether the votes are shown only after the end.
  public var hidesTotals: Bool

  public init(
    options: [String] = ["", ""], duration: Int = 86_400, allowsMultiple: Bool = false, hidesTotals: Bool = false
  ) {
    self.options = options
    self.duration = duration
    self.allowsMultiple = allowsMultiple
    self.hidesTotals = hidesTotals
  }
}

/// An attachment of a draft.
public struct DraftMedia: Hashable, Sendable {
  public var path: String
  /// The version of the file that the user chose; nil if unknown. Another one is not sent.
  public var version: FileVersion?
  /// The description for people who cannot see it; empty if none.
  public var description: String
  /// The server's ID after the upload.
  public var remoteID: String?
  /// The description sent with the upload; nil if unknown.
  public var uploadedDescription: String?
  /// The focal point of a picture; nil for the server's default, the middle.
  public var focus: FocalPoint?
  /// The focal point sent with the upload.
  public var uploadedFocus: FocalPoint?

  public init(
    path: String, version: FileVersion? = nil, description: String = "", remoteID: String? = nil,
    uploadedDescription: String? = nil, focus: FocalPoint? = nil, uploadedFocus: FocalPoint? = nil
  ) {
    self.path = path
    self.version = version
    self.description = description
    self.remoteID = remoteID
    self.uploadedDescription = uploadedDescription
    self.focus = focus
    self.uploadedFocus = uploadedFocus
  }

  /// The chosen file.
  public init(_ file: LocalMediaFile, description: String = "") {
    self.init(path: file.path, version: file.version, description: description)
  }

  /// Whether the file, its description and its focal point are at the server. Those of a published post are sent with
  /// the post.
  public var isAtServer: Bool {
    remoteID != nil && uploadedDescription.map { $0 == description && uploadedFocus == focus } ?? true
  }
}

extension Draft {
  /// Whether the string has the form of a BCP 47 language tag: `en`, `pt-BR`.
  public static func isLanguage(_ text: String) -> Bool {
    text.split(separator: "-", omittingEmptySubsequences: false).enumerated().allSatisfy { number, part in
      (number == 0 ? 2...3 : 1...8).contains(part.count)
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
