import Domain

/// What a status carries besides its text.
enum MastodonMedia {
  /// Its attachments, and the page that it links to with a preview.
  static func media(of status: JSONValue) -> [Media] {
    let attachments = status["media_attachments"]?.elements.map { attachment in
      Media(kind: kind(of: attachment), url: url(of: attachment), description: attachment["description"]?.text)
    }
    return (attachments ?? []) + (status["card"].flatMap(card).map { [$0] } ?? [])
  }

  /// Where the server has no copy yet, the one on the author's server; else the small picture.
  private static func url(of attachment: JSONValue) -> String? {
    ["url", "remote_url", "preview_url"].lazy.compactMap { attachment[$0]?.text }.first
  }

  private static func kind(of attachment: JSONValue) -> Media.Kind {
    switch attachment["type"]?.string {
    case "image": .image
    case "gifv": .gif
    case "video": .video
    case "audio": .audio
    default: .other
    }
  }

  private static func card(_ card: JSONValue) -> Media? {
    guard card.isObject, let url = card["url"]?.text else { return nil }
    return Media(kind: .link, url: url, description: card["title"]?.text)
  }
}
