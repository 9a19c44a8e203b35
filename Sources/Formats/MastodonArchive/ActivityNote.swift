import Domain
import FoundationEssentials

/// A post as ActivityPub tells it: a note, a question, an article.
struct ActivityNote {
  /// No note has more: a text that somebody has made up shall not take for ever.
  private static let maxTags = 1000

  let object: JSONValue
  let now: Date

  /// The first, where something is several things.
  static func type(of value: JSONValue) -> String? {
    (value["type"]?.elements.first ?? value["type"])?.text
  }

  var id: String? { object["id"]?.text ?? url }

  /// Of several, the first is the page for people.
  var url: String? { ActivityActor.address(of: object["url"]) }

  /// HTML; what is more than a note has a title above it.
  var text: PostText {
    let text = HTMLText.text(of: object["content"]?.string ?? "").marking(mentions)
    guard let title = object["name"]?.text, !["Note", "Question"].contains(Self.type(of: object)) else { return text }
    return PostText([.text(text.isEmpty ? title : title + "\n\n")] + text.runs)
  }

  /// Whom it mentions: `{"type": "Mention", "href": "https://h.example/users/bob", "name": "@bob@h.example"}`.
  var mentions: [Mention] {
    // One that stands alone needs no list.
    let tags = object["tag"].map { $0.isArray ? $0.elements : [$0] } ?? []
    return tags.prefix(Self.maxTags).compactMap { tag in
      guard Self.type(of: tag) == "Mention", let address = tag["href"]?.text, let name = tag["name"]?.text else {
        return nil
      }
      let handle = name.drop { $0 == "@" }
      guard !handle.isEmpty else { return nil }
      return Mention(id: address, handle: String(handle), url: address)
    }
  }

  /// Servers write it under one name or another; the post itself may stand elsewhere in the file.
  var quote: Quote? {
    let keys = ["quote", "quoteUrl", "quoteUri", "quoteURL", "_misskey_quote"]
    return keys.lazy.compactMap { ActivityActor.address(of: object[$0]) }.first
      .map { .unavailable(id: PostID($0), reason: .notInSource) }
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
      Poll.Option(title: answer["name"]?.string ?? "", votes: answer["replies"]?["totalItems"]?.count)
    }
    return Poll(options: options, isClosed: isClosed)
  }

  private var isClosed: Bool {
    if let closed = object["closed"] { return closed.bool ?? isPast(closed) ?? true }
    return object["endTime"].flatMap(isPast) ?? false
  }

  private func isPast(_ value: JSONValue) -> Bool? {
    value.date.map { $0 <= now }
  }
}
