import Domain
import Testing

@Suite struct NotificationGroupTests {
  @Test(arguments: [
    ("mention", NotificationGroup.mentions), ("quote", .mentions), ("follow", .follows), ("follow_request", .follows),
    ("severed_relationships", .follows), ("favourite", .reactions), ("reblog", .reactions), ("reaction", .reactions),
    ("status", .others), ("poll", .others), ("update", .others), ("quoted_update", .others),
    ("moderation_warning", .others), ("admin.sign_up", .others), ("admin.report", .others), ("unheard", .others),
  ])
  func `Each kind is in one group`(kind: String, group: NotificationGroup) {
    #expect(NotificationGroup(PostNotification.Kind(rawValue: kind)) == group)
  }

  @Test func `The groups follow each other, and all notifications the last`() {
    var shown: [NotificationGroup?] = [nil]
    for _ in 0..<5 { shown.append(shown.last?.next ?? nil) }
    #expect(shown == [nil, .mentions, .follows, .reactions, .others, nil])
  }
}
