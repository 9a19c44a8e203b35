import Domain
import Formats

extension ProfilePage {
  init?(_ account: JSONValue, _ reader: MastodonStatusReader) {
    guard let profile = reader.profile(account) else { return nil }
    let fields = account["fields"]?.elements.compactMap { field -> Field? in
      guard let name = field["name"]?.name else { return nil }
      return Field(
        name: name, value: HTMLText.text(of: field["value"]?.string ?? ""), verifiedAt: field["verified_at"]?.date)
    }
    self.init(
      profile: profile, about: HTMLText.text(of: account["note"]?.string ?? ""), fields: fields ?? [],
      isLocked: account["locked"]?.bool ?? false, isBot: account["bot"]?.bool ?? false,
      movedTo: account["moved"].flatMap(reader.profile))
  }
}

extension Relationship {
  private static let names: [(String, Flag)] = [
    ("following", .following), ("followed_by", .followedBy), ("requested", .requested),
    ("requested_by", .requestedBy), ("blocking", .blocking), ("blocked_by", .blockedBy), ("muting", .muting),
    ("muting_notifications", .mutingNotifications), ("domain_blocking", .blockingServer), ("notifying", .notifying),
    ("showing_reblogs", .showingReposts), ("endorsed", .endorsing),
  ]

  init(_ value: JSONValue) {
    self.init(
      flags: Set(Self.names.filter { value[$0.0]?.bool == true }.map(\.1)), note: value["note"]?.text)
  }
}
