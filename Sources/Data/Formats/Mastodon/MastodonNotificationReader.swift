import Domain

/// Reads notifications, single and in groups (documentation, methods/notifications and methods/grouped_notifications).
package struct MastodonNotificationReader {
  /// The maximum number of accounts of a group.
  private static let maxAccounts = 8
  /// In characters.
  private static let maxEmojiLength = 100

  private let statuses: MastodonStatusReader

  package init(statuses: MastodonStatusReader) {
    self.statuses = statuses
  }

  /// - Returns: the post of the notification; an empty one if missing. nil if it is malformed.
  package func entry(_ notification: JSONValue) -> Post? {
    guard let id = notification["id"]?.text else { return nil }
    // The key that the same server uses for it in groups.
    let key = notification["group_key"]?.text ?? PostNotification.ungroupedPrefix + id
    let details = PostNotification(
      id: key, kind: kind(of: notification), profiles: account(of: notification).map { [$0] } ?? [],
      at: notification["created_at"]?.date, emoji: Self.emoji(of: notification))
    return entry(details, about: notification["status"].flatMap(statuses.entry), of: notification)
  }

  /// The entries of a page of groups. Accounts and statuses are listed once each, outside the groups.
  /// - Parameter count: the maximum number of groups.
  /// - Returns: a result for each group; nil if it is malformed.
  package func entries(ofGroups page: JSONValue, upTo count: Int) -> [(group: JSONValue, entry: Post?)] {
    // Servers may return only the first account of a group in full and the others in short form.
    let accounts = values(page["accounts"], upTo: count * Self.maxAccounts)
      .merging(values(page["partial_accounts"], upTo: count * Self.maxAccounts)) { whole, _ in whole }
    let posts = values(page["statuses"], upTo: count)
    return page["notification_groups"]?.elements.prefix(count).map { group in
      (group, entry(group, accounts: accounts, posts: posts))
    } ?? []
  }
}

extension MastodonNotificationReader {
  /// The last post of a conversation (documentation, entities/Conversation); nil if it is malformed or has no post.
  package func conversation(_ value: JSONValue) -> Post? {
    guard let id = value["id"]?.text, var post = value["last_status"].flatMap(statuses.entry) else { return nil }
    let people = value["accounts"]?.elements.prefix(Self.maxAccounts).compactMap(statuses.profile) ?? []
    post.notification = PostNotification(
      conversation: id, with: people, isUnread: value["unread"]?.bool ?? false, at: post.createdAt)
    return post
  }
}

extension MastodonNotificationReader {
  private func values(_ list: JSONValue?, upTo count: Int) -> [String: JSONValue] {
    let pairs = list?.elements.prefix(count).compactMap { value in value["id"]?.text.map { ($0, value) } } ?? []
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private func entry(_ group: JSONValue, accounts: [String: JSONValue], posts: [String: JSONValue]) -> Post? {
    guard let key = group["group_key"]?.text else { return nil }
    let ids = group["sample_account_ids"]?.elements.prefix(Self.maxAccounts).compactMap(\.text) ?? []
    let details = PostNotification(
      id: key, kind: kind(of: group), profiles: ids.compactMap { accounts[$0].flatMap(statuses.profile) },
      count: group["notifications_count"]?.count, at: group["latest_page_notification_at"]?.date,
      emoji: Self.emoji(of: group))
    let post = group["status_id"]?.text.flatMap { posts[$0] }.flatMap(statuses.entry)
    return entry(details, about: post, of: group)
  }

  private func kind(of notification: JSONValue) -> PostNotification.Kind {
    PostNotification.Kind(rawValue: notification["type"]?.text ?? "unknown")
  }

  /// The acting account. Forks use other keys, and omit it if the status has it.
  private func account(of notification: JSONValue) -> Profile? {
    let accounts = [
      notification["account"], notification["user"], notification["report"]?["account"],
      notification["status"]?["account"],
    ]
    // Only actions on a status are not by its author.
    let isByAuthor = [.mention, .post, .edit, .quote].contains(kind(of: notification))
    return accounts.prefix(isByAuthor ? 4 : 3).lazy.compactMap { $0.flatMap(statuses.profile) }.first
  }

  /// The emoji of a reaction. Pleroma, Akkoma: `emoji`, possibly a custom one without colons, with `emoji_url`;
  /// Fedibird: `emoji_reaction.name`; Firefish, Iceshrimp: `reaction`, a string or `{"name"}`.
  private static func emoji(of notification: JSONValue) -> String? {
    let candidates = [notification["emoji"], notification["emoji_reaction"], notification["reaction"]].compactMap(
      \.self)
    guard let candidate = candidates.first(where: { ($0["name"] ?? $0).text != nil }),
      let name = (candidate["name"] ?? candidate).text
    else { return nil }
    let isCustom = [notification["emoji_url"], candidate["url"], candidate["static_url"]].contains { $0?.text != nil }
    let shown = String(name.prefix(maxEmojiLength))
    return isCustom && !shown.hasPrefix(":") ? ":\(shown):" : shown
  }

  private func entry(_ details: PostNotification, about post: Post?, of notification: JSONValue) -> Post {
    var entry =
      post
      ?? Post(
        id: PostID(details.id), author: details.profiles.first, createdAt: details.at,
        text: PostText(message(of: notification).map { [.text($0)] } ?? []))
    entry.notification = details
    return entry
  }

  /// The text of a notification without a status.
  private func message(of notification: JSONValue) -> String? {
    let report = notification["report"]
    let reported = (report?["target_account"] ?? notification["target"]).flatMap(statuses.profile)
    let parts = [reported.map { "@\($0.handle)" }, report?["comment"]?.text].compactMap(\.self)
    return notification["moderation_warning"]?["text"]?.text ?? notification["event"]?["target_name"]?.text
      ?? (parts.isEmpty ? nil : parts.joined(separator: ": "))
  }
}
