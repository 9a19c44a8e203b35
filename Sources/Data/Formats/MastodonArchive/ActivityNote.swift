import Domain
import FoundationEssentials

/// A post in ActivityPub: a note, a question, an article.
struct ActivityNote {
  /// The maximum number of tags, so that malicious text does not take too long.
  private static let maxTags = 1000

  let object: JSONValue
  let now: Date
  /// The preferred languages, for text in several languages.
  var languages = PreferredLanguages.user

  /// The first type, if there are several.
  static func type(of value: JSONValue) -> String? {
    (value["type"]?.elements.first ?? value["type"])?.text
  }

  var id: String? { object["id"]?.text ?? url }

  /// The first address is the web page.
  var url: String? { ActivityActor.address(of: object["url"]) }

  /// The text from HTML. Articles have a title above it.
  var text: PostText {
    let html = object.localized("content", for: languages)?.text ?? ""
    let text = HTMLText.text(of: html).marking(mentions).marking(tags: tags)
    guard let title = object.localized("name", for: languages)?.text,
      !["Note", "Question"].contains(Self.type(of: object))
    else { return text }
    let heading = text.isEmpty ? title : title + "\n\n"
    return PostText([.text(heading)] + text.runs, emphasis: text.emphasis.map { $0.shifted(by: heading.utf8.count) })
  }

  /// The content warning.
  var warning: String? { object.localized("summary", for: languages)?.text }

  /// From `contentMap`, for the text that is shown; Pleroma and Lemmy write `language`. `generator` is the application.
  var details: PostDetails? {
    let said = object["language"]
    return PostDetails(
      language: PostLanguage.code(
        object.localized("content", for: languages)?.language ?? (said?["identifier"] ?? said)?.text),
      application: object["generator"]?["name"]?.text)
  }

  /// The mentions: `{"type": "Mention", "href": "https://h.example/users/bob", "name": "@bob@h.example"}`.
  var mentions: [Mention] {
    tagObjects.compactMap { tag in
      guard Self.type(of: tag) == "Mention", let address = tag["href"]?.text, let name = tag["name"]?.text else {
        return nil
      }
      let handle = name.drop { $0 == "@" }
      guard !handle.isEmpty else { return nil }
      return Mention(id: address, handle: String(handle), url: address)
    }
  }

  private var tags: TagNames {
    TagNames(
      tagObjects.filter { Self.type(of: $0) == "Hashtag" }.map { ($0["name"]?.text, $0["href"]?.text) })
  }

  private var tagObjects: ArraySlice<JSONValue> {
    // A single one may not be in an array.
    (object["tag"].map { $0.isArray ? $0.elements : [$0] } ?? []).prefix(Self.maxTags)
  }

  /// The quote. Servers use different keys, or a link among the tags (FEP-e232). The quoted post may be elsewhere in
  /// the file.
  var quote: Quote? {
    let keys = ["quote", "quoteUrl", "quoteUri", "quoteURL", "_misskey_quote", "quote_url", "quoteId"]
    let address = keys.lazy.compactMap { ActivityActor.address(of: object[$0]) }.first ?? linkedQuote
    return address.map { .unavailable(id: PostID($0), reason: .notInSource) }
  }

  private var linkedQuote: String? {
    let link = tagObjects.first { tag in
      let type = tag["mediaType"]?.text ?? ""
      let relations = (tag["rel"].map { $0.isArray ? $0.elements : [$0] } ?? []).compactMap(\.text)
      return Self.type(of: tag) == "Link"
        && (type.contains("activitystreams") || type == "application/activity+json"
          || relations.contains("https://misskey-hub.net/ns#_misskey_quote"))
    }
    return link?["href"]?.text
  }

  var counts: Counts? {
    func total(_ key: String) -> JSONValue? { object[key]?["totalItems"] }
    return Counts(replies: total("replies"), reposts: total("shares"), likes: total("likes"))
  }

  /// Some servers write a change date without a change.
  var isEdited: Bool {
    guard let updated = object["updated"]?.text else { return false }
    guard let published = object["published"]?.text else { return true }
    guard let updatedAt = Timestamp.parse(updated), let publishedAt = Timestamp.parse(published) else {
      return updated != published
    }
    return updatedAt > publishedAt
  }

  var poll: Poll? {
    let answers = [object["oneOf"], object["anyOf"]].compactMap { $0?.elements }.first { !$0.isEmpty }
    guard let answers else { return nil }
    let options = answers.map { answer in
      Poll.Option(
        title: answer.localized("name", for: languages)?.text ?? "", votes: answer["replies"]?["totalItems"]?.count)
    }
    // A poll that is over has the date of its end, or its duration, or both.
    let end = object["endTime"]?.date ?? object["closed"]?.date
    return Poll(
      options: options, isClosed: isClosed, endsAt: end, voters: object["votersCount"]?.count,
      allowsMultiple: object["anyOf"]?.elements.isEmpty == false)
  }

  private var isClosed: Bool {
    if let closed = object["closed"] { return closed.bool ?? isPast(closed) ?? true }
    return object["endTime"].flatMap(isPast) ?? false
  }

  private func isPast(_ value: JSONValue) -> Bool? {
    value.date.map { $0 <= now }
  }
}
