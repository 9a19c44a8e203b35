import Domain
import FoundationEssentials

/// A draft as servers are sent it (documentation, methods/statuses). What is nil is not said.
struct StatusBody: Encodable {
  struct Poll: Encodable {
    var options: [String]
    var duration: Int
    var allowsSeveral: Bool

    enum CodingKeys: String, CodingKey {
      case options
      case duration = "expires_in"
      case allowsSeveral = "multiple"
    }
  }

  struct MediaAttributes: Encodable {
    var id: String
    var description: String
  }

  var status: String
  var warning: String?
  var visibility: String?
  var language: String?
  var isSensitive: Bool?
  var replyTo: String?
  var quotedStatusID: String?
  var quoteID: String?
  var mediaIDs: [String]?
  var mediaAttributes: [MediaAttributes]?
  var poll: Poll?
  var publishAt: String?

  enum CodingKeys: String, CodingKey {
    case status, visibility, language, poll
    case warning = "spoiler_text"
    case isSensitive = "sensitive"
    case replyTo = "in_reply_to_id"
    case quotedStatusID = "quoted_status_id"
    case quoteID = "quote_id"
    case mediaIDs = "media_ids"
    case mediaAttributes = "media_attributes"
    case publishAt = "scheduled_at"
  }

  init(_ draft: Draft) {
    status = draft.text.unescapingControls
    language = draft.language
    poll = draft.poll.map { poll in
      Poll(
        options: poll.options.map(\.unescapingControls), duration: poll.duration, allowsSeveral: poll.allowsSeveral)
    }
    let media = draft.media.compactMap(\.remoteID)
    let warning = draft.warning.unescapingControls
    if case .edit = draft.purpose {
      // What is not said stays as it was, or goes: each is said.
      self.warning = warning
      isSensitive = draft.isSensitive
      mediaIDs = media
      let attributes = draft.media.compactMap { media in
        media.remoteID.map { MediaAttributes(id: $0, description: media.description.unescapingControls) }
      }
      mediaAttributes = attributes.isEmpty ? nil : attributes
      return
    }
    self.warning = warning.isEmpty ? nil : warning
    isSensitive = draft.isSensitive ? true : nil
    mediaIDs = media.isEmpty ? nil : media
    visibility = draft.visibility?.serverName
    publishAt = draft.publishAt.map { $0.formatted(.iso8601) }
    if case .reply(let subject) = draft.purpose { replyTo = subject.id.rawValue }
  }
}

extension Visibility {
  /// Documentation, entities/Status.
  var serverName: String { self == .followers ? "private" : rawValue }
}
