import Domain
import FoundationEssentials

/// A post as ActivityPub tells it: a note, a question, an article.
struct ActivityNote {
  /// No note has more: a text that somebody has made up shall not take for ever.
  private static let maxTags = 1000

  let object: JSONValue
  let now: Date
  /// Where a text has several translations.
  var languages = PreferredLanguages.user

  /// The first, where something is several things.
  static func type(of value: JSONValue) -> String? {
    (value["type"]?.elements.first ?? value["type"])?.text
  }

  var id: String? { object["id"]?.text ?? url }

  /// Of several, the first is the page for people.
  var url: String? { ActivityActor.address(of: object["url"]) }

  /// HTML; what is more than a note has a title above it.
  var text: PostText {
    let html = object.translated("content", for: languages)?.text ?? ""
    let text = HTMLText.text(of: html).marking(mentions).marking(tags: tags)
    guard let title = object.translated("name", for: languages)?.text,
      !["Note", "Question"].contains(Self.type(of: object))
    else { return text }
    let heading = text.isEmpty ? title : title + "\n\n"
    return PostText([.text(heading)] + text.runs, emphasis: text.emphasis.map { $0.moved(by: heading.utf8.count) })
  }

  /// The content warning.
  var warning: String? { object.translated("summary", for: languages)?.text }

  /// As `contentMap` says it, with the text that is shown; Pleroma and Lemmy write `language`. `generator` is the program.
  var details: PostDetails? {
    let said = object["language"]
    return PostDetails(
      language: PostLanguage.code(
        object.translated("content", for: languages)?.language ?? (said?["identifier"] ?? said)?.text),
      application: object["generator"]?["name"]?.text)
  }

  /// Whom it mentions: `{"type": "Mention", "href": "https://h.example/users/bob", "name": "@bob@h.example"}`.
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
    // One that stands alone needs no list.
    (object["tag"].map { $0.isArray ? $0.elements : [$0] } ?? []).prefix(Self.maxTags)
  }

  /// Servers write it under one name or another, or as a link among the tags (FEP-e232); the post itself may stand
  /// elsewhere in the file.
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

  /// Some servers write when it was last changed where nothing was.
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
        title: answer.translated("name", for: languages)?.text ?? "", votes: answer["replies"]?["totalItems"]?.count)
    }
    // One that is over says when it was closed, or for how long it was to be open, or both.
    let end = object["endTime"]?.date ?? object["closed"]?.date
    return Poll(
      options: options, isClosed: isClosed, endsAt: end, voters: object["votersCount"]?.count,
      allowsSeveral: object["anyOf"]?.elements.isEmpty == false)
  }

  private var isClosed: Bool {
    if let closed = object["closed"] { return closed.bool ?? isPast(closed) ?? true }
    return object["endTime"].flatMap(isPast) ?? false
  }

  private func isPast(_ value: JSONValue) -> Bool? {
    value.date.map { $0 <= now }
  }
}
