import Domain
import FoundationEssentials

/// Simulates the server's side of actions on accounts, hashtags and notifications.
extension WritableDemoRepository {
  /// The page with the user's current relationship to the account.
  func withRelationship(_ page: ProfilePage) -> ProfilePage {
    let id = page.profile.actionTargetID
    var page = page
    page.isLocked = initialRelationships.isLocked(id)
    guard page.profile.isSame(as: profile) else {
      page.relationship = relationship(with: id)
      return page
    }
    return management.isProfileChanged ? management.applied(to: page) : page
  }

  /// The current relationships, by `Profile.actionTargetID`.
  func relationships(with profiles: [Profile]) -> [String: Relationship] {
    let ids = profiles.filter { !$0.isSame(as: profile) }.map(\.actionTargetID)
    return Dictionary(ids.map { ($0, relationship(with: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Performs the action, unless the simulated request fails.
  func performAccountAction(_ action: UserAction) async {
    do throws(TimelineError) {
      try await base.simulateRequest()
      if let account = action.account, action.isOn != false, initialRelationships.isRefusing(account) {
        throw refusedError("This action is not allowed")
      }
    } catch {
      return refuse(action, error: error)
    }
    userChanges.confirm(action, at: clock.now)
    management.apply(action)
    if case .dismiss(let id) = action { dismissed.insert(id) }
    guard let account = action.account else { return }
    let relationship = relationship(with: account).applying(
      action, at: clock.now, requiresApproval: initialRelationships.isLocked(account))
    relationships[account] = relationship
    changeBroadcast.notify(.relationship(relationship, account: account))
  }

  private func relationship(with account: String) -> Relationship {
    relationships[account] ?? initialRelationships.relationship(with: account)
  }

  /// The user's notifications that are not dismissed: pending follow requests, followers, and those about posts.
  func notifications() async -> [Post] {
    let aboutProfiles = notificationsAboutProfiles
    var entries = aboutProfiles
    for (index, listed) in (initialRelationships.notifications ?? []).enumerated() {
      guard var post = await post(PostID(listed.post)).flatMap(now) else { continue }
      post.notification = PostNotification(
        id: "\(listed.kind)-\(listed.post)", kind: PostNotification.Kind(rawValue: listed.kind),
        profiles: listed.people.map(\.profile), count: listed.count,
        at: start.addingTimeInterval(-600 * Double(aboutProfiles.count + index + 1)))
      entries.append(post)
    }
    entries += await acceptedNotifications()
    return entries.filter { post in post.notification.map { !dismissed.contains($0.id) } ?? true }
  }

  private var notificationsAboutProfiles: [Post] {
    let requests = (initialRelationships.requests ?? []).filter {
      relationship(with: $0.handle.lowercased()).flags.contains(.requestedBy)
    }
    .map { (PostNotification.Kind.followRequest, $0.profile) }
    let follows = (initialRelationships.followers ?? []).map { (PostNotification.Kind.follow, Profile(handle: $0)) }
    return (requests + follows).enumerated().map { index, entry in
      let (kind, author) = entry
      let at = start.addingTimeInterval(-600 * Double(index + 1))
      let notification = PostNotification(
        id: "\(kind.rawValue)-\(author.handle)", kind: kind, profiles: [author], at: at)
      var post = Post(id: PostID(notification.id), account: account, author: author, createdAt: at, text: PostText())
      post.notification = notification
      return post
    }
  }
}
