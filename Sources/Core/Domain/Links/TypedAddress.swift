/// An address that the user typed or pasted.
public enum TypedAddress: Hashable, Sendable {
  /// The public timeline of a server.
  case timeline(PublicTimeline)
  /// A post or profile, or a page that may be one.
  case item(FediverseAddress)

  /// nil if the text is not an address.
  public init?(_ text: String) {
    // A server’s name, hashtag or front page is not a post or profile.
    if let timeline = PublicTimeline(typed: text) {
      self = .timeline(timeline)
    } else if let item = FediverseAddress(typed: text) {
      self = .item(item)
    } else {
      return nil
    }
  }
}
