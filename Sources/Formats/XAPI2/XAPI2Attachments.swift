import Domain
import FoundationEssentials

/// What tweets carry besides their text, as `includes` has it.
enum XAPI2Attachments {
  static func media(_ media: JSONValue) -> Media {
    Media(kind: XMedia.kind(of: media), url: url(of: media), description: media["alt_text"]?.text)
  }

  static func poll(_ poll: JSONValue, now: Date) -> Poll {
    let options = (poll["options"]?.elements ?? []).sorted {
      ($0["position"]?.int ?? 0) < ($1["position"]?.int ?? 0)
    }
    return Poll(
      options: options.map { Poll.Option(title: $0["label"]?.string ?? "", votes: $0["votes"]?.count) },
      isClosed: isClosed(poll, now: now))
  }
}

extension XAPI2Attachments {
  /// A film; else the picture.
  private static func url(of media: JSONValue) -> String? {
    let film = XMedia.film(among: media["variants"], rate: "bit_rate")
    return film?.text ?? media["url"]?.text ?? media["preview_image_url"]?.text
  }

  private static func isClosed(_ poll: JSONValue, now: Date) -> Bool {
    if let status = poll["voting_status"]?.text { return status == "closed" }
    return poll["end_datetime"]?.date.map { $0 <= now } ?? false
  }
}
