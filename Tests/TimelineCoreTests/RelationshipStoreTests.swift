import Domain
import Foundation
import Runtime
import Synchronization
import TestSupport
import Testing

@testable import TimelineCore

@MainActor @Suite struct RelationshipStoreTests {
  private static let grace = Profile(id: "7", handle: "grace@far.example", name: "Grace")

  /// Takes what is wanted when it is let, and refuses what it is told to.
  private final class Server: ActionRepository {
    private let state = Mutex((actions: [UserAction](), fails: false))
    private let atOnce = Mutex((now: 0, most: 0))
    private let refused: Broadcast<RefusedAction>
    init(_ clock: VirtualClock) { refused = Broadcast(clock: clock) }
    var actions: [UserAction] { state.withLock(\.actions) }
    /// How many were handed over at the same time.
    var mostAtOnce: Int { atOnce.withLock(\.most) }
    func fail() { state.withLock { $0.fails = true } }
    func refuse(_ action: UserAction) {
      refused.notify(RefusedAction(action, error: .refused(host: "h", message: "No")))
    }

    let kinds = Set(UserAction.Kind.allCases)
    func perform(_ action: UserAction) async throws(StoreError) {
      atOnce.withLock { $0 = (now: $0.now + 1, most: max($0.most, $0.now + 1)) }
      defer { atOnce.withLock { $0.now -= 1 } }
      await Task.yield()
      let fails = state.withLock { state in
        state.actions.append(action)
        return state.fails
      }
      if fails { throw .busy(path: "store") }
    }
    func refusals() -> AsyncStream<RefusedAction> { refused.listen() }
    func lists() async throws(TimelineError) -> [ListedTimeline] { [ListedTimeline(.list("1"), title: "Friends")] }
  }

  private final class Notices {
    var all: [String] = []
  }

  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let server: Server
  private let notices = Notices()
  private let actor: PostActionService

  init() {
    server = Server(clock)
    actor = PostActionService(server, of: .demo("ada"), cache: PostCache(), clock: clock, runner: runner) {
      [notices] text, _ in notices.all.append(text)
    }
  }

  private var ties: Set<Relationship.Tie>? { actor.ties["7"]?.ties }
  private func settle() async { await clock.settle(runner) }

  @Test func `What is done and taken back at once is handed over in that order`() async {
    for isOn in [true, false, true, false] {
      actor.perform(.favourite(isOn, PostID("1")), on: .fixture(id: "1"))
      actor.perform(.follow(isOn, person: "7"), about: "@grace")
    }
    await settle()
    let wanted: [[UserAction]] = [true, false, true, false].map {
      [.favourite($0, PostID("1")), .follow($0, person: "7")]
    }
    #expect(server.actions == wanted.flatMap(\.self))
    #expect(server.mostAtOnce == 1)
  }

  @Test func `What the source cannot do leaves nothing to take back`() {
    let actor = PostActionService()
    actor.perform(.favourite(true, PostID("1")), on: .fixture(id: "1"))
    #expect(actor.history.latest == nil)
  }

  @Test func `What is done is so at once, and is taken back by U`() async {
    actor.ties.learn(ProfilePage(profile: Self.grace, relationship: Relationship(ties: [.followedBy])))
    actor.perform(.follow(true, person: "7"), about: "@grace")
    #expect(ties == [.followedBy, .following, .showingReposts])
    await settle()
    #expect(actor.history.latest == "@grace followed")
    actor.history.takeBack()
    #expect(ties?.contains(.following) == false)
    await settle()
    #expect(server.actions == [.follow(true, person: "7"), .follow(false, person: "7")])
    #expect(notices.all == ["@grace followed.", "@grace no longer followed."])
  }

  @Test func `A follow of somebody who may have been followed before is not taken back, and that is said`() async {
    actor.perform(.mute(MuteTerms(), person: "9"), about: "@alan")
    actor.perform(.follow(true, person: "7"), about: "@grace")
    await settle()
    // What the server says by now is what came of it.
    actor.ties.learn(Relationship(ties: [.following]), with: "7")
    #expect(actor.history.latest == "@grace followed")
    actor.history.takeBack()
    await settle()
    #expect(server.actions == [.mute(MuteTerms(), person: "9"), .follow(true, person: "7")])
    #expect(notices.all.last == "Not taken back: you may have followed @grace before; only the server knows.")
    actor.history.takeBack()
    await settle()
    #expect(server.actions.last == .mute(nil, person: "9"))
    // Who was followed all along is followed, and nothing is to be taken back.
    actor.perform(.follow(true, person: "7"), about: "@grace")
    #expect(actor.history.latest == nil)
  }

  @Test(arguments: [
    (UserAction.delete(PostID("1")), "deleted", "A deleted post cannot be brought back."),
    (.vote([0], poll: "p", PostID("1")), "vote", "A vote cannot be taken back."),
    (.report(Report(person: "7")), "this reported", "A report cannot be taken back."),
    (.dismiss(notification: "1"), "notification dismissed", "A dismissed notification cannot be brought back."),
    (
      .acceptFollower(false, person: "7"), "this may not follow you",
      "A request that was refused cannot be brought back."
    ),
  ])
  func `U after what cannot be undone says so, and leaves what was done before it`(
    action: UserAction, words: String, sentence: String
  ) async {
    actor.perform(.favourite(true, PostID("2")), on: .fixture(id: "2"))
    if action.post == nil {
      actor.perform(action, about: "this")
    } else {
      actor.perform(action, on: .fixture(id: "1"))
    }
    await settle()
    #expect(actor.history.latest == "\(words), which cannot be undone")
    actor.history.takeBack()
    await settle()
    #expect(notices.all.last == sentence)
    #expect(server.actions == [.favourite(true, PostID("2")), action])
    actor.history.takeBack()
    await settle()
    #expect(server.actions.last == .favourite(false, PostID("2")))
  }

  /// Knows one person, or nobody.
  private struct People: PeopleRepository {
    let page: ProfilePage?
    let parts: [ProfileTab] = [.posts]
    func person(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
      guard let page else { throw .offline(host: "h") }
      return page
    }
    func posts(
      of person: Profile, _ part: ProfileTab, at position: PagePosition, limit: Int, _ freshness: Freshness
    ) async throws(TimelineError) -> TimelinePage { throw .cancelled }
  }

  @Test func `What there is between the reader and somebody is loaded where it is not known`() async {
    #expect(!actor.isUncertain(of: "7"))
    actor.people = People(page: ProfilePage(profile: Self.grace, relationship: Relationship(ties: [.following])))
    #expect(actor.isUncertain(of: "7"))
    var shown = 0
    actor.loadRelationship(with: Self.grace) { shown += 1 }
    actor.loadRelationship(with: Self.grace) { shown += 1 }
    await settle()
    #expect(shown == 1 && ties == [.following] && !actor.isUncertain(of: "7"))
  }

  @Test func `Where it cannot be known, that is no reason to offer nothing`() async {
    actor.people = People(page: nil)
    actor.loadRelationship(with: Self.grace) {}
    await settle()
    #expect(ties == nil && !actor.isUncertain(of: "7"))
    actor.people = People(page: ProfilePage(profile: Self.grace, relationship: Relationship()))
    actor.loadRelationship(with: Self.grace) {}
    await settle()
    #expect(ties == [])
  }

  @Test func `Whoever chooses who follows them is asked`() {
    actor.ties.learn(ProfilePage(profile: Self.grace, isLocked: true, relationship: Relationship()))
    actor.perform(.follow(true, person: "7"), about: "@grace")
    #expect(ties?.contains(.requested) == true && ties?.contains(.following) == false)
    actor.perform(.follow(false, person: "7"), about: "@grace")
    #expect(ties?.contains(.requested) == false)
  }

  @Test func `What the server refuses is as it was, and what else was done stays`() async {
    actor.ties.learn(
      ProfilePage(profile: Self.grace, relationship: Relationship(ties: [.following, .followedBy, .showingReposts])))
    actor.perform(.block(true, person: "7"), about: "@grace")
    actor.perform(.mute(MuteTerms(), person: "7"), about: "@grace")
    #expect(ties == [.blocking, .muting, .mutingNotifications, .showingReposts])
    await settle()
    server.refuse(.block(true, person: "7"))
    await settle()
    #expect(ties == [.following, .followedBy, .showingReposts, .muting, .mutingNotifications])
    #expect(notices.all.last == "Blocked: h says “No”")
  }

  @Test func `What is not kept is not so`() async {
    server.fail()
    actor.perform(.follow(true, person: "7"), about: "@grace")
    await settle()
    #expect(ties == [])
    #expect(notices.all.last == "@grace followed: not kept, another Tern is at work on store")
  }

  @Test func `What the source told before it heard of the last key does not stand`() async {
    actor.ties.learn(ProfilePage(profile: Self.grace, relationship: Relationship()))
    actor.perform(.follow(true, person: "7"), about: "@grace")
    actor.perform(.follow(false, person: "7"), about: "@grace")
    actor.ties.learn(Relationship(ties: [.following]), with: "7")
    #expect(ties?.contains(.following) == false)
    actor.ties.learn(Relationship(ties: [.followedBy]), with: "7")
    await settle()
    #expect(ties == [.followedBy])
  }

  @Test func `A mute for an hour hides posts for an hour, and a profile never`() {
    let post = Post.fixture(id: "1", author: Self.grace)
    let reposted = Post.fixture(id: "2", author: Profile(id: "9", handle: "alan"), repost: Repost(by: Self.grace))
    #expect(!actor.ties.hides(post, in: .home))
    actor.perform(.mute(MuteTerms(duration: 3_600), person: "7"), about: "@grace")
    #expect(actor.ties["7"]?.mutedUntil == .noon.addingTimeInterval(3_600))
    for timeline in [TimelineID.home, .local, .list("1"), .tag("tea")] {
      #expect(actor.ties.hides(post, in: timeline) && actor.ties.hides(reposted, in: timeline))
    }
    #expect(!actor.ties.hides(post, in: .profile("7")) && !actor.ties.hides(post, in: .bookmarks))
    // Servers do not say until when.
    actor.ties.learn(Relationship(ties: [.muting]), with: "7")
    clock.advance(to: .noon.addingTimeInterval(3_601))
    #expect(!actor.ties.hides(post, in: .home))
  }

  @Test func `Who is not to be seen passing things on still writes`() {
    let own = Post.fixture(id: "1", author: Self.grace)
    let reposted = Post.fixture(id: "2", author: Profile(id: "9", handle: "alan"), repost: Repost(by: Self.grace))
    actor.perform(.showReposts(false, person: "7"), about: "@grace")
    #expect(actor.ties.hides(reposted, in: .home) && !actor.ties.hides(own, in: .home))
  }

  @Test func `What was answered or dismissed goes, and comes back with a no`() async {
    func entry(_ kind: PostNotification.Kind, at: Date) -> Post {
      var post = Post.fixture(id: "n", author: Self.grace)
      post.notification = PostNotification(id: "n", kind: kind, people: [Self.grace], at: at)
      return post
    }
    let request = entry(.followRequest, at: .noon.minutesAgo(1))
    actor.perform(.acceptFollower(true, person: "7"), about: "@grace")
    #expect(actor.ties.hides(request, in: .notifications))
    #expect(!actor.ties.hides(entry(.followRequest, at: .noon.addingTimeInterval(60)), in: .notifications))
    await settle()
    server.refuse(.acceptFollower(true, person: "7"))
    await settle()
    #expect(!actor.ties.hides(request, in: .notifications))
    actor.perform(.dismiss(notification: "n"), about: "this")
    #expect(actor.ties.hides(request, in: .notifications))
    await settle()
    server.refuse(.dismiss(notification: "n"))
    await settle()
    #expect(!actor.ties.hides(request, in: .notifications))
  }

  @Test func `Tags and lists are known by what was done with them`() async {
    actor.ties.learn(followed: ["Tea"], asOf: nil)
    #expect(actor.ties.isFollowed(tag: "tea") == true && actor.ties.isFollowed(tag: "loom") == nil)
    actor.perform(.followTag(false, "tea"), about: "#tea")
    #expect(actor.ties.isFollowed(tag: "TEA") == false)
    var isNotified = false
    actor.askForLists { isNotified = true }
    await settle()
    #expect(isNotified && actor.lists.map(\.title) == ["Friends"])
    actor.perform(.addToList(true, list: "1", person: "7"), about: "@grace")
    #expect(actor.ties.lists(of: "7") == ["1"])
    await settle()
    server.refuse(.addToList(true, list: "1", person: "7"))
    await settle()
    #expect(actor.ties.lists(of: "7") == [])
  }

  @Test func `Whoever was muted before the start is hidden, until the source gives what they have written since`() {
    func post(_ minutesAgo: Double, by author: Profile = Self.grace) -> Post {
      .fixture(author: author, createdAt: .noon.minutesAgo(minutesAgo))
    }
    let ties = RelationshipStore(clock: clock)
    let muted = HiddenAccount(id: "7", relationship: Relationship(ties: [.muting]), since: .noon.minutesAgo(10))
    ties.learn(hidden: [muted])
    #expect(ties.hides(post(20), in: .home))
    #expect(!ties.hides(post(20), in: .bookmarks))
    #expect(!ties.hides(post(5), in: .home))
    #expect(!ties.hides(post(20, by: Profile(id: "8", handle: "alan")), in: .home))
    // What the source says of them holds.
    ties.learn(Relationship(), with: "7")
    #expect(!ties.hides(post(20), in: .home))
  }

  /// Hears that something is other than it was.
  private final class Screen: RelationshipObserver {
    private(set) var count = 0
    func relationshipsDidChange() { count += 1 }
  }

  @Test func `Whoever was muted for a time is so no more when it is over, and the screens hear of it`() async {
    let screen = Screen()
    actor.ties.add(screen)
    actor.ties.learn(ProfilePage(profile: Self.grace, relationship: Relationship(ties: [.following])))
    actor.perform(.mute(MuteTerms(duration: 3_600), person: "7"), about: "@grace")
    await settle()
    #expect(ties == [.following, .muting, .mutingNotifications])
    let post = Post.fixture(id: "1", author: Self.grace)
    #expect(actor.ties.hides(post, in: .home))
    let before = screen.count
    await clock.advance(by: 3_599, runner)
    #expect(screen.count == before && actor.ties.hides(post, in: .home))
    await clock.advance(by: 1, runner)
    #expect(screen.count == before + 1 && ties == [.following])
    #expect(!actor.ties.hides(post, in: .home))
    #expect(clock.nextDeadline == nil)
  }
}
