import Domain

/// Reads what a server tells its reader of: notifications one by one, and in groups (documentation,
/// methods/notifications and methods/grouped_notifications).
package struct MastodonNotificationReader {
  /// So many people of a group are named.
  private static let maxPeople = 8
  /// In characters.
  private static let maxEmojiLength = 100

  private let statuses: MastodonStatusReader

  package init(statuses: MastodonStatusReader) {
    self.statuses = statuses
  }

  /// - Returns: the post that it is about; one of its own where it is about none. nil where it cannot be read.
  package func entry(_ notification: JSONValue) -> Post? {
    guard let id = notification["id"]?.text else { return nil }
    // By the name that the same server has for it among groups.
    let key = notification["group_key"]?.text ?? "ungrouped-\(id)"
    let told = PostNotification(
      id: key, kind: kind(of: notification), people: person(of: notification).map { [$0] } ?? [],
      at: notification["created_at"]?.date, emoji: Self.emoji(of: notification))
    return entry(told, about: notification["status"].flatMap(statuses.entry), saying: notification)
  }

  /// A page of groups; accounts and statuses stand beside them, each once.
  /// - Parameter count: no more of them are read.
  /// - Returns: one for each group; nil for one that cannot be read.
  package func entries(ofGroups answer: JSONValue, upTo count: Int) -> [(group: JSONValue, entry: Post?)] {
    // Where full accounts are asked for the first person of a group only, the others are told in short.
    let people = values(answer["accounts"], upTo: count * Self.maxPeople)
      .merging(values(answer["partial_accounts"], upTo: count * Self.maxPeople)) { whole, _ in whole }
    let posts = values(answer["statuses"], upTo: count)
    return answer["notification_groups"]?.elements.prefix(count).map { group in
      (group, entry(group, people: people, posts: posts))
    } ?? []
  }
}

extension MastodonNotificationReader {
  private func values(_ list: JSONValue?, upTo count: Int) -> [String: JSONValue] {
    let pairs = list?.elements.prefix(count).compactMap { value in value["id"]?.text.map { ($0, value) } } ?? []
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private func entry(_ group: JSONValue, people: [String: JSONValue], posts: [String: JSONValue]) -> Post? {
    guard let key = group["group_key"]?.text else { return nil }
    let ids = group["sample_account_ids"]?.elements.prefix(Self.maxPeople).compactMap(\.text) ?? []
    let told = PostNotification(
      id: key, kind: kind(of: group), people: ids.compactMap { people[$0].flatMap(statuses.profile) },
      count: group["notifications_count"]?.count, at: group["latest_page_notification_at"]?.date,
      emoji: Self.emoji(of: group))
    let post = group["status_id"]?.text.flatMap { posts[$0] }.flatMap(statuses.entry)
    return entry(told, about: post, saying: group)
  }

  private func kind(of notification: JSONValue) -> PostNotification.Kind {
    PostNotification.Kind(rawValue: notification["type"]?.text ?? "unknown")
  }

  /// Who did it. Forks have other names for it, and leave it out where the status says it.
  private func person(of notification: JSONValue) -> Profile? {
    let accounts = [
      notification["account"], notification["user"], notification["report"]?["account"],
      notification["status"]?["account"],
    ]
    // Only what has been done with a status is not done by its author.
    let isByAuthor = [.mention, .post, .edit, .quote].contains(kind(of: notification))
    return accounts.prefix(isByAuthor ? 4 : 3).lazy.compactMap { $0.flatMap(statuses.profile) }.first
  }

  /// The emoji of a reaction. Pleroma, Akkoma: `emoji`, where a custom one may stand without its colons beside an
  /// `emoji_url`; Fedibird: `emoji_reaction.name`; Firefish, Iceshrimp: `reaction`, a text or `{"name"}`.
  private static func emoji(of notification: JSONValue) -> String? {
    let places = [notification["emoji"], notification["emoji_reaction"], notification["reaction"]].compactMap(\.self)
    guard let place = places.first(where: { ($0["name"] ?? $0).text != nil }),
      let name = (place["name"] ?? place).text
    else { return nil }
    let isCustom = [notification["emoji_url"], place["url"], place["static_url"]].contains { $0?.text != nil }
    let shown = String(name.prefix(maxEmojiLength))
    return isCustom && !shown.hasPrefix(":") ? ":\(shown):" : shown
  }

  private func entry(_ told: PostNotification, about post: Post?, saying notification: JSONValue) -> Post {
    var entry =
      post
      ?? Post(
        id: PostID(told.id), author: told.people.first, createdAt: told.at,
        text: PostText(words(of: notification).map { [.text($0)] } ?? []))
    entry.notification = told
    return entry
  }

  /// What a notification says that is about no status.
  private func words(of notification: JSONValue) -> String? {
    let report = notification["report"]
    let reported = (report?["target_account"] ?? notification["target"]).flatMap(statuses.profile)
    let parts = [reported.map { "@\($0.handle)" }, report?["comment"]?.text].compactMap(\.self)
    return notification["moderation_warning"]?["text"]?.text ?? notification["event"]?["target_name"]?.text
      ?? (parts.isEmpty ? nil : parts.joined(separator: ": "))
  }
}
