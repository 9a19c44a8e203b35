import Domain
import FoundationEssentials

/// Simulates the server's side of actions on accounts, hashtags and notifications.
extension WritableDemoRepository {
  /// The page with the user's current relationship to the account.
  func withRelationship(_ page: ProfilePage) -> ProfilePage {
    let id = page.profile.actionTargetID
    var page = page
    page.isLocked = people.isLocked(id)
    if !page.profile.isSame(as: profile) { page.relationship = relationship(with: id) }
    return page
  }

  /// Applies the action and notifies observers immediately; reverts it if the simulated request fails.
  func performAccountAction(_ action: UserAction) async {
    let person = action.person
    let before = person.map(relationship)
    let after = before?.applying(action, at: clock.now, requiresApproval: person.map(people.isLocked) ?? false)
    show(after, of: person)
    if case .dismiss(let id) = action { dismissed.insert(id) }
    do throws(TimelineError) {
      try await base.simulateRequest()
      if let person, action.isOn != false, people.isRefusing(person) {
        throw refusedError("This action is not allowed")
      }
    } catch {
      if let person, relationships[person] == after { show(before, of: person) }
      if case .dismiss(let id) = action { dismissed.remove(id) }
      refusalBroadcast.notify(RefusedAction(action, error: error))
    }
  }

  private func relationship(with person: String) -> Relationship {
    relationships[person] ?? people.relationship(with: person)
  }

  private func show(_ relationship: Relationship?, of person: String?) {
    guard let relationship, let person else { return }
    relationships[person] = relationship
    changeBroadcast.notify(.relationship(relationship, person: person))
  }

  /// The user's notifications that are not dismissed: pending follow requests, then followers.
  var notifications: [Post] {
    let requests = (people.requests ?? []).filter {
      relationship(with: $0.handle.lowercased()).flags.contains(.requestedBy)
    }
    .map { (PostNotification.Kind.followRequest, Profile(handle: $0.handle, name: $0.name)) }
    let follows = (people.followers ?? []).map { (PostNotification.Kind.follow, Profile(handle: $0)) }
    return (requests + follows).enumerated().map { index, entry in
      let (kind, author) = entry
      let at = start.addingTimeInterval(-600 * Double(index + 1))
      let notification = PostNotification(id: "\(kind.rawValue)-\(author.handle)", kind: kind, people: [author], at: at)
      var post = Post(id: PostID(notification.id), account: account, author: author, createdAt: at, text: PostText())
      post.notification = notification
      return post
    }.filter { post in post.notification.map { !dismissed.contains($0.id) } ?? true }
  }
}
