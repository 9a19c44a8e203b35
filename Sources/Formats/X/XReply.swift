import Domain

/// Whom a tweet answers, as version 1.1 and archives say it.
enum XReply {
  /// The name stands with the mention, where there is one.
  /// - Parameter author: who may answer a tweet of their own.
  static func author(of tweet: JSONValue, by author: Profile?) -> Profile? {
    let id = (tweet["in_reply_to_user_id_str"] ?? tweet["in_reply_to_user_id"])?.text
    let handle = tweet["in_reply_to_screen_name"]?.text
    guard id != nil || handle != nil else { return nil }
    func isMeant(_ person: JSONValue) -> Bool {
      if let id, let other = (person["id_str"] ?? person["id"])?.text { return id == other }
      return handle != nil && handle?.lowercased() == person["screen_name"]?.text?.lowercased()
    }
    let mention = tweet["entities"]?["user_mentions"]?.elements.prefix(XTextEntity.maxCount).first(where: isMeant)
    if let id, let author, author.id == id { return author }
    guard let handle = handle ?? mention?["screen_name"]?.text else { return nil }
    if let author, author.id == nil || id == nil, author.handle.lowercased() == handle.lowercased() { return author }
    return Profile(id: id, handle: handle, name: mention?["name"]?.name)
  }
}
