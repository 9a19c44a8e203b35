import Domain
import FoundationEssentials

/// A post that the simulated server will publish.
struct DemoScheduledPost {
  let id: ScheduledPostID
  /// The idempotency key of the request.
  let key: String
  var draft: Draft
  var publishAt: Date
}

/// Simulates the scheduled posts of a server. Due posts are published before each response.
extension WritableDemoRepository: ScheduledPostRepository {
  /// The minimum time that a post is scheduled ahead, in seconds.
  private static let minLeadTime = 300.0

  func scheduledPosts() async throws(TimelineError) -> [ScheduledPost] {
    try await base.simulateRequest()
    try await publishDuePosts()
    return scheduled.map(\.post).sorted { $0.publishAt < $1.publishAt }
  }

  /// - Throws: `refused` if the date is too soon.
  func reschedule(
    _ post: ScheduledPostID, to moment: Date
  ) async throws(TimelineError) -> ScheduledPost? {
    try await base.simulateRequest()
    try await publishDuePosts()
    guard let index = scheduled.firstIndex(where: { $0.id == post }) else { return nil }
    try checkLeadTime(of: moment)
    scheduled[index].publishAt = moment
    return scheduled[index].post
  }

  func cancelScheduledPost(_ post: ScheduledPostID) async throws(TimelineError) -> Bool {
    try await base.simulateRequest()
    try await publishDuePosts()
    guard let index = scheduled.firstIndex(where: { $0.id == post }) else { return false }
    scheduled.remove(at: index)
    return true
  }

  /// Schedules a draft, unless a request with the same key has done so.
  /// - Returns: when it will be published.
  /// - Throws: `refused` if the date is too soon.
  func schedule(_ draft: Draft, at moment: Date, key: String) throws(TimelineError) -> Date {
    if supportsIdempotency, let known = scheduled.first(where: { $0.key == key }) { return known.publishAt }
    try checkLeadTime(of: moment)
    scheduledCount += 1
    let id = ScheduledPostID("scheduled-\(scheduledCount)")
    scheduled.append(DemoScheduledPost(id: id, key: key, draft: draft, publishAt: moment))
    return moment
  }

  func publishDuePosts() async throws(TimelineError) {
    let now = clock.now
    let due = scheduled.filter { $0.publishAt <= now }.sorted { $0.publishAt < $1.publishAt }
    guard !due.isEmpty else { return }
    scheduled.removeAll { $0.publishAt <= now }
    for post in due { _ = try await insertPost(of: post.draft, at: post.publishAt) }
  }

  private func checkLeadTime(of moment: Date) throws(TimelineError) {
    guard moment.timeIntervalSince(clock.now) >= Self.minLeadTime else {
      throw refusedError("The scheduled date must be at least five minutes ahead.")
    }
  }
}

extension DemoScheduledPost {
  fileprivate var post: ScheduledPost { ScheduledPost(id: id, publishAt: publishAt, draft: draft) }
}
