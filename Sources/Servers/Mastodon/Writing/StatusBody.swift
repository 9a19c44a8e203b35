import Domain
import FoundationEssentials
import Network

/// The request body for a draft (documentation, methods/statuses). Values that are nil are omitted.
struct StatusBody: Encodable {
  struct Poll: Encodable {
    var options: [String]
    var duration: Int
    var allowsMultiple: Bool
    /// Omitted, the totals are shown.
    var hidesTotals: Bool?

    enum CodingKeys: String, CodingKey {
      case options
      case hidesTotals = "hide_totals"
      case duration = "expires_in"
      case allowsMultiple = "multiple"
    }
  }

  struct MediaAttributes: Encodable {
    var id: String
    var description: String
    /// `0.5,-0.3`; omitted, the focal point stays.
    var focus: String?
  }

  var status: String
  var warning: String?
  var visibility: String?
  var language: String?
  var isSensitive: Bool?
  var replyTo: String?
  var quotedStatusID: String?
  var quoteID: String?
  var quotePolicy: String?
  var mediaIDs: [String]?
  var mediaAttributes: [MediaAttributes]?
  var poll: Poll?
  var publishAt: String?
  var isLocalOnly: Bool?

  enum CodingKeys: String, CodingKey {
    case status, visibility, language, poll
    case isLocalOnly = "local_only"
    case warning = "spoiler_text"
    case isSensitive = "sensitive"
    case replyTo = "in_reply_to_id"
    case quotedStatusID = "quoted_status_id"
    case quoteID = "quote_id"
    case quotePolicy = "quote_approval_policy"
    case mediaIDs = "media_ids"
    case mediaAttributes = "media_attributes"
    case publishAt = "scheduled_at"
  }

  init(_ draft: Draft) {
    status = draft.text.unescapingControls
    language = draft.language
    poll = draft.poll.map { poll in
      Poll(
        options: poll.options.map(\.unescapingControls), duration: poll.duration, allowsMultiple: poll.allowsMultiple,
        hidesTotals: poll.hidesTotals ? true : nil)
    }
    quotePolicy = draft.quotePolicy?.rawValue
    let media = draft.media.compactMap(\.remoteID)
    let warning = draft.warning.unescapingControls
    if case .edit = draft.purpose {
      // Omitted values would stay or be removed: all are sent.
      self.warning = warning
      isSensitive = draft.isSensitive
      mediaIDs = media
      let attributes = draft.media.compactMap { media in
        media.remoteID.map {
          MediaAttributes(
            id: $0, description: media.description.unescapingControls, focus: media.focus?.coordinates)
        }
      }
      mediaAttributes = attributes.isEmpty ? nil : attributes
      return
    }
    self.warning = warning.isEmpty ? nil : warning
    isSensitive = draft.isSensitive ? true : nil
    mediaIDs = media.isEmpty ? nil : media
    visibility = draft.visibility?.serverName
    isLocalOnly = draft.visibility?.isLocalOnly == true ? true : nil
    publishAt = draft.publishAt.map { $0.formatted(.iso8601) }
    if case .reply(let subject) = draft.purpose { replyTo = subject.id.rawValue }
  }
}

extension StatusBody {
  /// The body as a form, for servers that read no nested JSON. The descriptions of existing files (`media_attributes`)
  /// cannot be expressed in a form that all servers read.
  var form: FormBody {
    var items: [HTTPAddress.QueryItem] = [.init("status", status)]
    func add(_ name: String, _ value: String?) {
      if let value { items.append(.init(name, value)) }
    }
    add("spoiler_text", warning)
    add("visibility", visibility)
    add("local_only", isLocalOnly.map(String.init))
    add("language", language)
    add("sensitive", isSensitive.map(String.init))
    add("in_reply_to_id", replyTo)
    add("quoted_status_id", quotedStatusID)
    add("quote_id", quoteID)
    add("quote_approval_policy", quotePolicy)
    for id in mediaIDs ?? [] { add("media_ids[]", id) }
    for option in poll?.options ?? [] { add("poll[options][]", option) }
    add("poll[expires_in]", poll.map { String($0.duration) })
    add("poll[multiple]", poll.map { String($0.allowsMultiple) })
    add("poll[hide_totals]", poll?.hidesTotals.map(String.init))
    add("scheduled_at", publishAt)
    return FormBody(items)
  }
}
