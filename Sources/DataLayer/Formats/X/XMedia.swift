import Domain

/// What a tweet carries besides its text.
enum XMedia {
  static func media(of tweet: JSONValue) -> [Media] {
    entities(of: tweet).map { entity in
      Media(kind: kind(of: entity), url: url(of: entity), description: entity["ext_alt_text"]?.text)
    }
  }

  /// `entities.media` holds only the first one, and calls a film a photo.
  static func entities(of tweet: JSONValue) -> [JSONValue] {
    let extended = tweet["extended_entities"]?["media"]?.elements ?? []
    return extended.isEmpty ? tweet["entities"]?["media"]?.elements ?? [] : extended
  }

  private static func kind(of entity: JSONValue) -> Media.Kind {
    switch entity["type"]?.string {
    case "photo": .image
    case "video": .video
    case "animated_gif": .gif
    default: .other
    }
  }

  /// A film's best file; else the picture.
  private static func url(of entity: JSONValue) -> String? {
    let films = entity["video_info"]?["variants"]?.elements.filter { $0["content_type"]?.string == "video/mp4" }
    let best = films?.max { ($0["bitrate"]?.int ?? 0) < ($1["bitrate"]?.int ?? 0) }
    return (best?["url"] ?? entity["media_url_https"] ?? entity["media_url"])?.text
  }
}
