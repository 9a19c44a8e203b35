/// The address of a record: `at://did:plc:ada/app.bsky.feed.post/3k5u5ammyg72r`.
struct ATURI {
  /// DID or handle of whoever keeps it.
  let authority: Substring
  let collection: Substring
  let key: Substring

  init?(_ uri: String) {
    let parts = uri.split(separator: "/")
    guard parts.count == 4, parts[0] == "at:" else { return nil }
    (authority, collection, key) = (parts[1], parts[2], parts[3])
  }
}
