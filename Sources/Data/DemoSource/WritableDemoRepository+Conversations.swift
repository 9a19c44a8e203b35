import Domain
import FoundationEssentials

/// Simulates private conversations.
extension WritableDemoRepository {
  /// The last post of each conversation that the user has not removed, the latest first.
  func conversations() async -> [Post] {
    var entries: [Post] = []
    for listed in initialRelationships.conversations ?? [] {
      guard let last = await lastPost(of: listed), !removedConversations.contains(last.id) else { continue }
      var entry = last
      entry.notification = PostNotification(
        conversation: listed.post, with: listed.people.map(\.profile),
        isUnread: listed.unread == true && last.id.rawValue == listed.post && !readConversations.contains(last.id),
        at: last.createdAt)
      entries.append(entry)
    }
    return entries.sorted { ($0.createdAt ?? .distantPast) > ($1.createdAt ?? .distantPast) }
  }

  /// Marks a conversation read or removes it, unless the simulated request fails.
  /// - Parameter id: the ID of the conversation's last post in accounts.json.
  func performConversationAction(_ action: UserAction, _ id: String) async {
    guard let listed = initialRelationships.conversations?.first(where: { $0.post == id }),
      let last = await lastPost(of: listed)?.id
    else { return }
    let isRemoval = action.kind == .removeConversation
    do throws(TimelineError) {
      try await base.simulateRequest()
      if isRemoval, listed.people.contains(where: { initialRelationships.isRefusing($0.handle.lowercased()) }) {
        throw refusedError("This action is not allowed")
      }
    } catch {
      return refuse(action, error: error)
    }
    userChanges.confirm(action, at: clock.now)
    if isRemoval { removedConversations.insert(last) } else { readConversations.insert(last) }
  }

  /// The last post, which may be a reply of the user.
  private func lastPost(of listed: DemoRelationships.ListedConversation) async -> Post? {
    guard var last = await post(PostID(listed.post)).flatMap(now) else { return nil }
    while let reply = writtenPosts.first(where: { $0.replyTo == last.id }).flatMap(now) { last = reply }
    return last
  }
}
