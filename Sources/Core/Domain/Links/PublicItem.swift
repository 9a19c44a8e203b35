/// A post or profile that its own server may show to everyone, without an account.
public struct PublicItem: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// A post, by its ID at the server.
    case post(PostID)
    /// A profile, by its handle.
    case profile(String)
  }

  public let server: ServerOrigin
  public let content: Content

  /// nil if the address does not say where and how to request it, as `/objects/…` does not.
  public init?(_ address: FediverseAddress) {
    if address.isHandle {
      guard let host = address.text.split(separator: "@").last,
        let server = PublicTimeline(typed: String(host))?.server
      else { return nil }
      self.server = server
      content = .profile(String(address.text.dropFirst()))
      return
    }
    let page = address.text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard page.count > 2, let server = PublicTimeline(typed: "\(page[0])//\(page[1])")?.server, let last = page.last
    else { return nil }
    self.server = server
    switch address.kind {
    case .post where !["objects", "notes"].contains(page[2]): content = .post(PostID(String(last)))
    case .profile: content = .profile(String(last.first == "@" ? last.dropFirst() : last))
    case .post, .page: return nil
    }
  }
}
