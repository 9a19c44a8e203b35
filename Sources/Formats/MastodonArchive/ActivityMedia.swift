import Domain

/// What a note carries besides its text.
enum ActivityMedia {
  static func media(of object: JSONValue) -> [Media] {
    guard let attachment = object["attachment"] else { return [] }
    return (attachment.isArray ? attachment.elements : [attachment]).compactMap(media)
  }

  private static func media(_ attachment: JSONValue) -> Media? {
    let url = ActivityActor.address(of: attachment["url"] ?? attachment["href"]) ?? attachment.text
    let description = attachment["name"]?.text ?? attachment["summary"]?.text
    guard url != nil || description != nil || attachment.isObject else { return nil }
    return Media(kind: kind(of: attachment), url: url, description: description)
  }

  private static func kind(of attachment: JSONValue) -> Media.Kind {
    let link = attachment["url"].flatMap { $0.elements.first ?? $0 }
    let type = (attachment["mediaType"] ?? link?["mediaType"])?.text?.lowercased() ?? ""
    switch type.prefix(while: { $0 != "/" }) {
    case "image": return .image
    case "video": return .video
    case "audio": return .audio
    default: break
    }
    switch ActivityNote.type(of: attachment) {
    case "Image": return .image
    case "Video": return .video
    case "Audio": return .audio
    case "Link", "Page": return .link
    default: return .other
    }
  }
}
