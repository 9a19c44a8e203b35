import Domain

/// Reads what a server tells its reader of: notifications one by one, and in groups (documentation,
/// methods/notifications and methods/grouped_notifications).
package struct MastodonNotificationReader {
  /// So many people of a group are named.
  private static let maxPeople = 8

  private let statuses: MastodonStatusReader

  package init(statuses: MastodonStatusReader) {
    self.statuses = statuses
  }

  /// - Returns: the post that it is about; one of its own where it is about none. nil where it cannot be read.
  package func entry(_ notification: JSONValue) -> Post? {
    guard let id = notification["id"]?.text else { return nil }
    let people = [notification["account"].flatMap(statuses.profile)].compactMap { $0 }
    // By the name that the same server has for it among groups.
    let key = notification["group_key"]?.text ?? "ungrouped-\(id)"
    let told = PostNotification(
      id: key, kind: kind(of: notification), people: people, at: notification["created_at"]?.date)
    return entry(told, about: notification["status"].flatMap(statuses.entry), saying: notification)
  }

  /// A page of groups; accounts and statuses stand beside them, each once.
  /// - Parameter count: no more of them are read.
  /// - Returns: one for each group; nil for one that cannot be read.
  package func entries(ofGroups answer: JSONValue, upTo count: Int) -> [(group: JSONValue, entry: Post?)] {
    let people = values(answer["accounts"], upTo: count * Self.maxPeople)
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
      count: group["notifications_count"]?.count, at: group["latest_page_notification_at"]?.date)
    let post = group["status_id"]?.text.flatMap { posts[$0] }.flatMap(statuses.entry)
    return entry(told, about: post, saying: group)
  }

  private func kind(of notification: JSONValue) -> PostNotification.Kind {
    PostNotification.Kind(rawValue: notification["type"]?.text ?? "unknown")
  }

  private func entry(_ told: PostNotification, about post: Post?, saying notification: JSONValue) -> Post {
    let words =
      notification["moderation_warning"]?["text"]?.text ?? notification["event"]?["target_name"]?.text
    var entry =
      post
      ?? Post(
        id: PostID(told.id), author: told.people.first, createdAt: told.at,
        text: PostText(words.map { [.text($0)] } ?? []))
    entry.notification = told
    return entry
  }
}
