import Domain

/// Whoever wrote a tweet.
struct XUser {
  let profile: Profile
  /// Whether only those whom they let may read them.
  let isProtected: Bool

  /// nil where it says neither name nor handle.
  init?(_ user: JSONValue?) {
    let handle = user?["screen_name"]?.text ?? user?["username"]?.text
    let name = user?["name"]?.name
    guard handle != nil || name != nil else { return nil }
    profile = Profile(handle: handle ?? "", name: name)
    isProtected = user?["protected"]?.bool == true
  }

  var visibility: Visibility? { isProtected ? .followers : nil }
}
