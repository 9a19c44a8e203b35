import Domain

/// Who may read something, by whom it is addressed to.
enum ActivityAudience {
  /// What means everyone (ActivityPub, “Public Addressing”).
  private static let everyone: Set<String> = ["https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public"]

  /// nil where it is addressed to nobody that is known of.
  /// - Parameter followers: the address of the owner's followers.
  static func visibility(of value: JSONValue, followers: String?) -> Visibility? {
    guard value["to"] != nil || value["cc"] != nil else { return nil }
    let (to, cc) = (addresses(value["to"]), addresses(value["cc"]))
    if to.contains(where: everyone.contains) { return .public }
    if cc.contains(where: everyone.contains) { return .unlisted }
    return (to + cc).contains { $0 == followers || $0.hasSuffix("/followers") } ? .followers : .direct
  }

  private static func addresses(_ value: JSONValue?) -> [String] {
    guard let value else { return [] }
    return value.isArray ? value.elements.compactMap(ActivityActor.address) : [value].compactMap(ActivityActor.address)
  }
}
