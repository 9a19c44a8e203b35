import Domain
import FoundationEssentials

/// What a server does with what is wanted of people, tags and notifications, played by the demo.
extension WritableDemoRepository {
  func withRelationship(_ page: ProfilePage) -> ProfilePage {
    let id = page.profile.actingID
    var page = page
    page.isLocked = people.isLocked(id)
    if !page.profile.isSame(as: profile) { page.relationship = relationship(with: id) }
    return page
  }

  /// It is told at once, and taken back where the server says no.
  func performOnOthers(_ action: UserAction) async {
    let person = action.person
    let before = person.map(relationship)
    let after = before?.applying(action, at: clock.now, asksFirst: person.map(people.isLocked) ?? false)
    show(after, of: person)
    if case .dismiss(let id) = action { dismissed.insert(id) }
    do throws(TimelineError) {
      try await base.playRequest()
      if let person, action.isOn != false, people.isRefusing(person) { throw refusal("They do not want that of you") }
    } catch {
      if let person, ties[person] == after { show(before, of: person) }
      if case .dismiss(let id) = action { dismissed.remove(id) }
      refused.notify(RefusedAction(action, error: error))
    }
  }

  private func relationship(with person: String) -> Relationship {
    ties[person] ?? people.relationship(with: person)
  }

  private func show(_ relationship: Relationship?, of person: String?) {
    guard let relationship, let person else { return }
    ties[person] = relationship
    news.notify(.relationship(relationship, person: person))
  }

  /// What the person is told of: who asks to follow them, as long as that has not been answered, and who follows them.
  var notifications: [Post] {
    let asking = (people.requests ?? []).filter {
      relationship(with: $0.handle.lowercased()).ties.contains(.requestedBy)
    }
    .map { (PostNotification.Kind.followRequest, Profile(handle: $0.handle, name: $0.name)) }
    let following = (people.followers ?? []).map { (PostNotification.Kind.follow, Profile(handle: $0)) }
    return (asking + following).enumerated().map { index, entry in
      let (kind, who) = entry
      let at = start.addingTimeInterval(-600 * Double(index + 1))
      let told = PostNotification(id: "\(kind.rawValue)-\(who.handle)", kind: kind, people: [who], at: at)
      var post = Post(id: PostID(told.id), account: account, author: who, createdAt: at, text: PostText())
      post.notification = told
      return post
    }.filter { post in post.notification.map { !dismissed.contains($0.id) } ?? true }
  }
}
