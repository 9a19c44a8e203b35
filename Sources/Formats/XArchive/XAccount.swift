import Domain

/// Whose archive it is: `account.js`. That holds e-mail address and phone number as well: they are never decoded.
struct XAccount {
  let profile: Profile
  private let id: String?

  /// nil where it does not say so.
  init?(_ file: JSONValue) {
    guard let account = file.elements.first?["account"], let handle = account["username"]?.text else { return nil }
    profile = Profile(handle: handle, name: account["accountDisplayName"]?.text)
    id = account["accountId"]?.text
  }

  /// Whether a tweet answers one by the same person, who may have been called otherwise then.
  func isAnswered(by tweet: JSONValue) -> Bool {
    let answered = (tweet["in_reply_to_user_id_str"] ?? tweet["in_reply_to_user_id"])?.text
    if let answered, let id { return answered == id }
    return tweet["in_reply_to_screen_name"]?.text?.lowercased() == profile.handle.lowercased()
  }
}
