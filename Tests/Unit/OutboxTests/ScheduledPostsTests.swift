import Domain
import FoundationEssentials
import TerminalKit
import TestSupport
import Testing

@testable import Outbox

/// The section of posts that the server will publish: keys as input, lines as output.
@MainActor
struct ScheduledPostsTests {
  private let harness = OutboxHarness()
  private let offline = TimelineError.offline(host: "timeline.example", .refused)

  private func post(
    _ id: String, _ text: String, hours: Double = 24, _ change: (inout ScheduledPost) -> Void = { _ in }
  ) -> ScheduledPost {
    var post = ScheduledPost(
      id: ScheduledPostID(id), publishAt: .noon.addingTimeInterval(hours * 3_600),
      source: PostSource(text: text, warning: "", visibility: .followers))
    change(&post)
    return post
  }

  private func time(_ hours: Double) -> String { LocalTime.minute(.noon.addingTimeInterval(hours * 3_600)) }

  // MARK: - The list

  @Test func `Scheduled posts are listed below drafts, whole, with their number`() async {
    harness.stored.all.withLock { $0 = [harness.draft("A draft")] }
    let long = String(repeating: "many words ", count: 60) + "end"
    harness.scheduled.posts = [
      post("1", "Good\nmorning") {
        $0.replyTo = PostID("7")
        ($0.source.warning, $0.source.poll) = ("tea", DraftPoll(options: ["black", "green"]))
        $0.source.media = [DraftMedia(path: "", description: "a cup", remoteID: "31")]
      }, post("2", long, hours: 48),
    ]
    await harness.open()
    let list = harness.list(width: 80, height: 50)
    #expect(list[0].contains("── Drafts · 1 ──"))
    #expect(list[1].hasPrefix(" ▌ Post  5m") && list[1].contains("Enter edit · x discard"))
    #expect(list[3].contains("── Scheduled · 2 ──"))
    #expect(list[4].hasPrefix("   Reply to a post  \(time(24))  followers"))
    #expect(
      list[5...10].map { String($0.dropFirst(3)) } == [
        "CW: tea", "Good", "morning", "○ black", "○ green", "▣ a cup",
      ])
    #expect(list[11].contains("t time · e edit · x cancel"))
    #expect(list.contains { $0.hasSuffix("end") })
    #expect(harness.screen(width: 80, height: 50).contains("1 of 3"))
  }

  @Test func `Without posts the section is left out, and the empty view says how long posts stay`() async {
    await harness.open()
    let screen = harness.screen(width: 80)
    #expect(screen.contains("posts are listed until they are published."))
    #expect(!screen.contains("Scheduled ·"))
  }

  @Test func `A server that does not list scheduled posts has no section, and is asked once`() async {
    harness.scheduled.loadError = .unsupported(host: "timeline.example")
    await harness.open()
    #expect(!harness.screen(width: 80).contains("are listed until"))
    await harness.press("R")
    #expect(harness.scheduled.loads == 1)
    harness.stored.all.withLock { $0 = [harness.draft("A draft")] }
    await harness.press("R")
    #expect(!harness.screen(width: 80).contains("Scheduled"))
  }

  @Test func `An account that cannot schedule has no section`() async {
    await harness.open(schedules: false)
    #expect(!harness.screen(width: 80).contains("are listed until"))
    #expect(harness.scheduled.loads == 0)
  }

  // MARK: - Loading and failures

  @Test func `While the list is loaded, the rest of the screen works`() async {
    harness.stored.all.withLock { $0 = [harness.draft("First"), harness.draft("Second")] }
    harness.scheduled.posts = [post("1", "Later")]
    harness.scheduled.delay(by: 5)
    await harness.open()
    #expect(harness.screen().contains("Drafts · 2") && !harness.screen().contains("Scheduled"))
    await harness.advance(2)
    #expect(harness.screen().contains("Loading scheduled posts from timeline.example"))
    await harness.press("j Enter")
    #expect(harness.navigation == ["edit: Second, saved"])
    await harness.advance(4)
    #expect(harness.screen().contains("Later") && !harness.screen().contains("Loading"))
  }

  @Test func `Alone on the screen, the list is shown as loading before there is an empty view`() async {
    harness.scheduled.delay(by: 5)
    await harness.open()
    await harness.advance(1)
    #expect(harness.screen().contains("Loading scheduled posts"))
    await harness.advance(5)
    #expect(harness.screen().contains("No drafts, and nothing to send"))
  }

  @Test func `A failure is a notice in the section, and R tries again`() async {
    harness.stored.all.withLock { $0 = [harness.draft("First")] }
    harness.scheduled.posts = [post("1", "Later")]
    harness.scheduled.loadError = offline
    await harness.open()
    let list = harness.list(width: 80)
    #expect(list[3].contains("── Scheduled ──"))
    #expect(list[4] == "   Can’t reach timeline.example · R tries again")
    await harness.press("G e x")
    #expect(harness.navigation.isEmpty && harness.stored.texts == ["First"])
    harness.scheduled.loadError = nil
    await harness.press("R")
    #expect(harness.screen().contains("Scheduled · 1") && !harness.screen().contains("Can’t reach"))
  }

  @Test func `Offline, the stored posts are shown with their age`() async {
    harness.scheduled.loadError = .offline(host: "timeline.example", .offlineMode)
    harness.scheduled.stored = ScheduledPostList([post("1", "Later")], asOf: .noon.minutesAgo(60))
    await harness.open()
    let list = harness.list(width: 80).joined(separator: "\n")
    #expect(list.contains("Later") && list.contains("Scheduled · 1"))
    #expect(list.contains("scheduled posts as of \(LocalTime.clock(.noon.minutesAgo(60)))"))
  }

  @Test func `Without anything else, the empty view names the failure`() async {
    harness.scheduled.loadError = offline
    await harness.open()
    let screen = harness.screen(width: 80)
    #expect(screen.contains("No drafts, and nothing to send"))
    #expect(screen.contains("Couldn’t load scheduled posts: Can’t reach timeline.example."))
  }

  @Test func `A rate limit counts down and then loads again`() async {
    harness.stored.all.withLock { $0 = [harness.draft("First")] }
    harness.scheduled.posts = [post("1", "Later")]
    harness.scheduled.loadError = .rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(30))
    await harness.open()
    #expect(harness.screen(width: 80).contains("Retrying in 30 s"))
    await harness.advance(10)
    #expect(harness.screen(width: 80).contains("Retrying in 20 s"))
    harness.scheduled.loadError = nil
    await harness.advance(25)
    #expect(harness.screen(width: 80).contains("Later"))
  }

  @Test func `After the session has expired, L signs in`() async {
    harness.stored.all.withLock { $0 = [harness.draft("First")] }
    harness.scheduled.loadError = .sessionExpired(handle: "ada", host: "timeline.example")
    await harness.open()
    #expect(harness.screen(width: 80).contains("no longer signed in"))
    await harness.press("j L")
    #expect(harness.navigation == ["sign in"])
  }

  // MARK: - Changing the time

  @Test func `t changes the time`() async {
    harness.scheduled.posts = [post("1", "Later"), post("2", "Latest", hours: 30)]
    await harness.open()
    await harness.press("t")
    #expect(harness.screen(width: 120).contains("Publish at"))
    #expect(harness.screen(width: 120).contains(time(24)))
    await harness.press("C-u + 2 d Enter")
    #expect(harness.scheduled.posts[0].publishAt > .noon.addingTimeInterval(2 * 86_400 - 1))
    let list = harness.list(width: 80).joined(separator: "\n")
    #expect(list.contains("▌ Post  \(LocalTime.minute(harness.scheduled.posts[0].publishAt))"))
    // The order follows the time, and the changed post stays selected.
    #expect(harness.screen(width: 80).contains("2 of 2"))
    #expect(harness.screen(width: 80).contains("Scheduled for"))
  }

  @Test func `A time that cannot be used keeps the field open, and Escape changes nothing`() async {
    let before = [post("1", "Later")]
    harness.scheduled.posts = before
    await harness.open()
    await harness.press("t C-u n o w Enter")
    #expect(harness.screen(width: 120).contains("Enter a time like"))
    await harness.press("C-u + 1 m Enter")
    #expect(harness.screen(width: 120).contains("at least five minutes ahead"))
    await harness.press("Escape")
    #expect(!harness.screen(width: 120).contains("Publish at"))
    #expect(harness.scheduled.posts == before)
  }

  @Test func `A refused time is reported in the words of the server`() async {
    let before = [post("1", "Later")]
    harness.scheduled.posts = before
    await harness.open()
    harness.scheduled.failChanges(by: .refused(host: "timeline.example", message: "Scheduled at must be in the future"))
    await harness.press("t C-u + 2 h Enter")
    #expect(harness.messages.last?.contains("The time was not changed:") == true)
    #expect(harness.messages.last?.contains("Scheduled at must be in the future") == true)
    #expect(harness.list(width: 80)[1].contains(time(24)))
  }

  @Test func `A scheduled reply that also quotes is not edited, since one of them would be lost`() async {
    harness.scheduled.posts = [
      post("1", "Both") {
        $0.replyTo = PostID("7")
        $0.quoted = PostID("8")
      }
    ]
    await harness.open()
    await harness.press("e")
    #expect(harness.navigation.isEmpty)
    #expect(harness.screen(width: 120).contains("Tern cannot edit a post that is both a reply and a quote"))
  }

  @Test func `After a lost response, the list shows the time at the server`() async {
    harness.scheduled.posts = [post("1", "Later")]
    await harness.open()
    harness.scheduled.failChanges(by: offline, isApplied: true)
    await harness.press("t C-u + 2 d Enter")
    #expect(harness.messages.last?.hasPrefix("The time was not changed: ") == true)
    #expect(harness.list(width: 80)[1].contains(LocalTime.minute(harness.scheduled.posts[0].publishAt)))
  }

  // MARK: - Cancelling

  @Test func `Cancelling asks for confirmation, and undo saves a draft`() async {
    harness.scheduled.posts = [post("1", "Later")]
    await harness.open()
    await harness.press("x")
    #expect(harness.screen(width: 80).contains("yes, do not publish it"))
    await harness.press("Escape")
    #expect(harness.scheduled.posts.count == 1)
    await harness.press("x y")
    #expect(harness.scheduled.posts.isEmpty)
    #expect(harness.screen(width: 80).contains("No drafts, and nothing to send"))
    #expect(harness.messages.last == "Cancelled · U saves it as a draft")
    await harness.press("U")
    let draft = harness.stored.all.withLock { $0.first }
    #expect(draft?.text == "Later" && draft?.replaces == nil && draft?.publishAt == .noon.addingTimeInterval(86_400))
  }

  @Test func `A refused or lost cancellation is reported, and the list shows what is left`() async {
    harness.scheduled.posts = [post("1", "Later"), post("2", "Latest", hours: 30)]
    await harness.open()
    harness.scheduled.failChanges(by: offline)
    await harness.press("x y")
    #expect(harness.messages.last?.hasPrefix("Not cancelled: ") == true)
    #expect(harness.screen(width: 80).contains("Scheduled · 2"))
    harness.scheduled.failChanges(by: offline, isApplied: true)
    await harness.press("x y")
    #expect(harness.screen(width: 80).contains("Scheduled · 1") && !harness.screen(width: 80).contains("Later"))
  }

  @Test func `A post that is gone at the server disappears with the reason`() async {
    harness.scheduled.posts = [post("1", "Later")]
    await harness.open()
    harness.scheduled.posts = []
    await harness.press("x y")
    #expect(harness.messages.last == "It is no longer scheduled: it was published or cancelled.")
    #expect(harness.screen(width: 80).contains("No drafts, and nothing to send"))
  }

  // MARK: - Editing

  @Test func `e opens a draft that replaces the post, and the post stays scheduled`() async {
    harness.scheduled.posts = [post("1", "Later")]
    await harness.open()
    await harness.press("e")
    #expect(harness.navigation == ["edit: Later"])
    #expect(harness.scheduled.posts.count == 1)
  }

  @Test func `A saved change is continued, and a sent one cannot be changed`() async throws {
    var draft = harness.draft("Much later")
    draft.replaces = ScheduledPostID("1")
    harness.stored.all.withLock { $0 = [draft] }
    harness.scheduled.posts = [post("1", "Later")]
    await harness.open()
    #expect(harness.screen(width: 80).contains("changes a scheduled post when you send it"))
    #expect(harness.screen(width: 80).contains("a changed version is in your drafts"))
    await harness.press("G e")
    #expect(harness.navigation == ["edit: Much later, saved"])

    var entry = harness.entry("Much later", .waiting(since: offline))
    entry.draft.replaces = ScheduledPostID("1")
    harness.stored.all.withLock { $0 = [] }
    harness.publishing.setEntries([entry])
    await harness.settle()
    #expect(harness.screen(width: 80).contains("a changed version is waiting to be sent"))
    await harness.press("G e t")
    #expect(harness.navigation.count == 1 && harness.screen(width: 80).contains("A changed version is waiting"))
  }

  @Test func `A replaced post is marked until the server has cancelled it, and then the list is loaded`() async {
    harness.scheduled.posts = [post("1", "Later"), post("2", "Much later", hours: 30)]
    await harness.open()
    harness.actions.unsent.notify([.cancelScheduled(ScheduledPostID("1"))])
    await harness.settle()
    #expect(harness.screen(width: 80).contains("replaced by a changed version · being cancelled"))
    harness.scheduled.posts.removeFirst()
    harness.actions.unsent.notify([])
    await harness.settle()
    #expect(harness.screen(width: 80).contains("Scheduled · 1"))
  }

  @Test func `A post that was scheduled just now appears`() async {
    await harness.open()
    harness.scheduled.posts = [post("1", "Later")]
    harness.publishing.news.notify(.sent(DraftID("x"), .scheduled(at: .noon.addingTimeInterval(86_400))))
    await harness.settle()
    #expect(harness.screen(width: 80).contains("Later"))
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 5), (3, 2)])
  func `The section fits in every size`(width: Int, height: Int) async {
    harness.scheduled.posts = [post("1", "Some words \u{1B}[2J about the weather of tomorrow")]
    await harness.open()
    let lines = harness.lines(width, height)
    #expect(lines.count == height)
    #expect(!lines.joined().unicodeScalars.contains("\u{1B}"))
    if width >= 40 { #expect(lines.joined().contains("Some words")) }
  }
}
