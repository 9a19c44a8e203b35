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

  static func kind(of entity: JSONValue) -> Media.Kind {
    switch entity["type"]?.string {
    case "photo": .image
    case "video": .video
    case "animated_gif": .gif
    default: .other
    }
  }

  /// The address of a film's best file.
  /// - Parameter rate: the key of its bit rate.
  static func film(among variants: JSONValue?, rate: String) -> JSONValue? {
    let films = variants?.elements.filter { $0["content_type"]?.string == "video/mp4" }
    return films?.max { ($0[rate]?.int ?? 0) < ($1[rate]?.int ?? 0) }?["url"]
  }

  /// A film; else the picture.
  private static func url(of entity: JSONValue) -> String? {
    let film = film(among: entity["video_info"]?["variants"], rate: "bitrate")
    return (film ?? entity["media_url_https"] ?? entity["media_url"])?.text
  }
}
