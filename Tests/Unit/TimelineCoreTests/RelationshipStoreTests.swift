import Domain
import Foundation
import Runtime
import TestSupport
import Testing

@testable import TimelineCore

@MainActor @Suite struct RelationshipStoreTests {
  private static let grace = Profile(id: "7", handle: "grace@far.example", name: "Grace")

  private final class Notices {
    var all: [String] = []
  }

  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let server: StubActions
  private let notices = Notices()
  private let actor: PostActionService

  init() {
    server = StubActions(lists: [ListedTimeline(.list("1"), title: "Friends")], clock: clock)
    actor = PostActionService(server, of: .demo("ada"), cache: PostCache(), clock: clock, runner: runner) {
      [notices] text, _ in notices.all.append(text)
    }
  }

  private var flags: Set<Relationship.Flag>? { actor.relationships["7"]?.flags }
  private func settle() async { await clock.settle(runner) }

  @Test func `An action and its undo are sent in that order`() async {
    for isOn in [true, false, true, false] {
      actor.perform(.favourite(isOn, PostID("1")), on: .fixture(id: "1"))
      actor.perform(.follow(isOn, account: "7"), about: "@grace")
    }
    await settle()
    let wanted: [[UserAction]] = [true, false, true, false].map {
      [.favourite($0, PostID("1")), .follow($0, account: "7")]
    }
    #expect(server.actions == wanted.flatMap(\.self))
  }

  @Test func `An unsupported action cannot be undone`() {
    let actor = PostActionService()
    actor.perform(.favourite(true, PostID("1")), on: .fixture(id: "1"))
    #expect(actor.history.latest == nil)
  }

  @Test func `An action applies at once and can be undone`() async {
    actor.relationships.update(ProfilePage(profile: Self.grace, relationship: Relationship(flags: [.followedBy])))
    actor.perform(.follow(true, account: "7"), about: "@grace")
    #expect(flags == [.followedBy, .following, .showingReposts])
    await settle()
    #expect(actor.history.latest == "followed @grace")
    actor.history.undo()
    #expect(flags?.contains(.following) == false)
    await settle()
    #expect(server.actions == [.follow(true, account: "7"), .follow(false, account: "7")])
    #expect(notices.all == ["Followed @grace.", "Unfollowed @grace."])
  }

  @Test func `A follow is not undone if the account may have been followed before`() async {
    actor.perform(.mute(MuteOptions(), account: "9"), about: "@alan")
    actor.perform(.follow(true, account: "7"), about: "@grace")
    await settle()
    // The server's report replaces the assumption.
    actor.relationships.update(Relationship(flags: [.following]), with: "7")
    #expect(actor.history.latest == "followed @grace")
    actor.history.undo()
    await settle()
    #expect(server.actions == [.mute(MuteOptions(), account: "9"), .follow(true, account: "7")])
    #expect(notices.all.last == "Not undone: you may have followed @grace before. Only the server knows.")
    actor.history.undo()
    await settle()
    #expect(server.actions.last == .mute(nil, account: "9"))
    // The account was followed before, so there is nothing to undo.
    actor.perform(.follow(true, account: "7"), about: "@grace")
    #expect(actor.history.latest == nil)
  }

  @Test(arguments: [
    (UserAction.delete(PostID("1")), "post deleted", "A deleted post cannot be restored."),
    (.vote([0], poll: "p", PostID("1")), "vote", "A vote cannot be undone."),
    (.report(Report(account: "7")), "reported this account", "A report cannot be withdrawn."),
    (.dismiss(notification: "1"), "notification dismissed", "A dismissed notification cannot be restored."),
    (.removeConversation("1"), "conversation removed", "A removed conversation returns with its next message."),
    (
      .acceptFollower(false, account: "7"), "rejected the request from this account",
      "A rejected follow request cannot be restored."
    ),
  ])
  func `Undoing an irreversible action shows why and changes nothing`(
    action: UserAction, words: String, sentence: String
  ) async {
    actor.perform(.favourite(true, PostID("2")), on: .fixture(id: "2"))
    if action.post == nil {
      actor.perform(action, about: "this account")
    } else {
      actor.perform(action, on: .fixture(id: "1"))
    }
    await settle()
    #expect(actor.history.latest == "\(words) (cannot be undone)")
    actor.history.undo()
    await settle()
    #expect(notices.all.last == sentence)
    #expect(server.actions == [.favourite(true, PostID("2")), action])
    actor.history.undo()
    await settle()
    #expect(server.actions.last == .favourite(false, PostID("2")))
  }

  /// Knows one profile or none.
  private struct People: ProfileRepository {
    let page: ProfilePage?
    let tabs: [ProfileTab] = [.posts]
    func profile(_ person: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
      guard let page else { throw .offline(host: "h") }
      return page
    }
    func posts(
      of person: Profile, _ part: ProfileTab, _ request: PageRequest
    ) async throws(TimelineError) -> TimelinePage { throw .cancelled }

    func relationships(with people: [Profile]) async throws(TimelineError) -> [String: Relationship] {
      guard let page else { throw .offline(host: "h") }
      return page.relationship.map { [page.profile.actionTargetID: $0] } ?? [:]
    }
  }

  @Test func `An unknown relationship is loaded`() async {
    #expect(!actor.isRelationshipUnknown(of: "7"))
    actor.profiles = People(page: ProfilePage(profile: Self.grace, relationship: Relationship(flags: [.following])))
    #expect(actor.isRelationshipUnknown(of: "7"))
    var shown = 0
    actor.loadRelationship(with: Self.grace) { shown += 1 }
    actor.loadRelationship(with: Self.grace) { shown += 1 }
    await settle()
    #expect(shown == 1 && flags == [.following] && !actor.isRelationshipUnknown(of: "7"))
  }

  @Test func `Several relationships are loaded together, and those that stay unknown are not waited for`() async {
    let alan = Profile(id: "8", handle: "alan")
    actor.profiles = People(page: ProfilePage(profile: Self.grace, relationship: Relationship(flags: [.following])))
    var shown = 0
    actor.loadRelationships(with: [Self.grace, alan]) { shown += 1 }
    actor.loadRelationships(with: [Self.grace, alan]) { shown += 1 }
    await settle()
    #expect(shown == 1 && flags == [.following])
    #expect(!actor.isRelationshipUnknown(of: "7") && !actor.isRelationshipUnknown(of: "8"))
    actor.loadRelationships(with: [Self.grace]) { shown += 1 }
    await settle()
    #expect(shown == 1)
  }

  @Test func `Actions are still offered if the relationship is unavailable`() async {
    actor.profiles = People(page: nil)
    actor.loadRelationship(with: Self.grace) {}
    await settle()
    #expect(flags == nil && !actor.isRelationshipUnknown(of: "7"))
    actor.profiles = People(page: ProfilePage(profile: Self.grace, relationship: Relationship()))
    actor.loadRelationship(with: Self.grace) {}
    await settle()
    #expect(flags == [])
  }

  @Test func `Following a locked account is a request`() {
    actor.relationships.update(ProfilePage(profile: Self.grace, isLocked: true, relationship: Relationship()))
    actor.perform(.follow(true, account: "7"), about: "@grace")
    #expect(flags?.contains(.requested) == true && flags?.contains(.following) == false)
    actor.perform(.follow(false, account: "7"), about: "@grace")
    #expect(flags?.contains(.requested) == false)
  }

  @Test func `A refused action is reverted and later ones stay`() async {
    actor.relationships.update(
      ProfilePage(profile: Self.grace, relationship: Relationship(flags: [.following, .followedBy, .showingReposts])))
    actor.perform(.block(true, account: "7"), about: "@grace")
    actor.perform(.mute(MuteOptions(), account: "7"), about: "@grace")
    #expect(flags == [.blocking, .muting, .mutingNotifications, .showingReposts])
    await settle()
    server.refuse(.block(true, account: "7"))
    await settle()
    #expect(flags == [.following, .followedBy, .showingReposts, .muting, .mutingNotifications])
    #expect(notices.all.last == "Could not block @grace: near.example says “No”")
  }

  @Test func `A refusal names the author, even of a post that no screen has loaded`() async {
    server.refuse(
      .favourite(true, PostID("1")), on: .fixture(id: "1", author: Self.grace, text: "Spiders do not refactor"))
    await settle()
    #expect(notices.all.last == "Could not like @grace@far.example “Spiders do not refactor”: near.example says “No”")
  }

  @Test(arguments: [
    (UserAction.favourite(true, PostID("1")), "like @grace"),
    (.favourite(false, PostID("1")), "remove the like from @grace"),
    (.repost(true, PostID("1"), visibility: nil), "repost @grace"),
    (.repost(false, PostID("1"), visibility: nil), "remove the repost of @grace"),
    (.bookmark(true, PostID("1")), "bookmark @grace"), (.pin(true, PostID("1")), "pin @grace to your profile"),
    (.muteThread(true, PostID("1")), "mute the conversation of @grace"),
    (.vote([0], poll: "p", PostID("1")), "vote on @grace"), (.delete(PostID("1")), "delete @grace"),
    (.setQuotePolicy(.nobody, PostID("1")), "change who may quote @grace"),
    (.revokeQuote(of: PostID("1"), by: PostID("2")), "revoke the quote in @grace"),
    (.follow(true, account: "7"), "follow @grace"), (.follow(false, account: "7"), "unfollow @grace"),
    (.mute(MuteOptions(), account: "7"), "mute @grace"), (.mute(nil, account: "7"), "unmute @grace"),
    (.block(true, account: "7"), "block @grace"), (.showReposts(false, account: "7"), "hide reposts from @grace"),
    (.acceptFollower(true, account: "7"), "accept @grace as a follower"),
    (.addToList(true, list: "1", account: "7"), "add @grace to the list"),
    (.note("a", account: "7"), "save the note about @grace"),
    (.notify(true, account: "7"), "turn on notifications of posts by @grace"),
    (.endorse(false, account: "7"), "stop featuring @grace on your profile"), (.followTag(true, "tea"), "follow #tea"),
    (.blockServer(true, "far.example"), "block far.example"),
    (.dismiss(notification: "n"), "dismiss the notification"),
    (.readConversation("c"), "mark the conversation read"), (.removeConversation("c"), "remove the conversation"),
    (.report(Report(account: "7")), "report @grace"),
    (.cancelScheduled(ScheduledPostID("s")), "cancel the replaced post, which is still scheduled"),
  ])
  func `Each failed action is named, with its target`(action: UserAction, request: String) {
    #expect(action.failureText(about: "@grace", because: "h says “No”") == "Could not \(request): h says “No”")
  }

  @Test(arguments: [
    UserAction.follow(true, account: "7"), .mute(MuteOptions(), account: "7"), .block(true, account: "7"),
  ])
  func `A refusal names an account that was acted on before launch`(action: UserAction) async {
    actor.profiles = People(page: ProfilePage(profile: Self.grace))
    server.refuse(action)
    await settle()
    #expect(notices.all == ["Could not \(action.kind) @grace@far.example: near.example says “No”"])
    actor.profiles = People(page: nil)
    server.refuse(action)
    await settle()
    #expect(notices.all.last == "Could not \(action.kind) the account: near.example says “No”")
  }

  @Test func `An action that could not be saved is reverted`() async {
    server.storeError = .busy(path: "store")
    actor.perform(.follow(true, account: "7"), about: "@grace")
    await settle()
    #expect(flags == nil)
    #expect(notices.all.last == "Could not follow @grace: another Tern is using the store")
  }

  @Test func `A report from before the last action is discarded`() async {
    actor.relationships.update(ProfilePage(profile: Self.grace, relationship: Relationship()))
    actor.perform(.follow(true, account: "7"), about: "@grace")
    actor.perform(.follow(false, account: "7"), about: "@grace")
    actor.relationships.update(Relationship(flags: [.following]), with: "7")
    #expect(flags?.contains(.following) == false)
    actor.relationships.update(Relationship(flags: [.followedBy]), with: "7")
    await settle()
    #expect(flags == [.followedBy])
  }

  @Test func `A mute for an hour hides posts for an hour, but never on a profile`() {
    let post = Post.fixture(id: "1", author: Self.grace)
    let reposted = Post.fixture(id: "2", author: Profile(id: "9", handle: "alan"), repost: Repost(by: Self.grace))
    #expect(!actor.relationships.hides(post, in: .home))
    actor.perform(.mute(MuteOptions(duration: 3_600), account: "7"), about: "@grace")
    #expect(actor.relationships["7"]?.mutedUntil == .noon.addingTimeInterval(3_600))
    for timeline in [TimelineID.home, .local, .list("1"), .tag("tea")] {
      #expect(actor.relationships.hides(post, in: timeline) && actor.relationships.hides(reposted, in: timeline))
    }
    #expect(!actor.relationships.hides(post, in: .profile("7")) && !actor.relationships.hides(post, in: .bookmarks))
    // Servers do not report the end of a mute.
    actor.relationships.update(Relationship(flags: [.muting]), with: "7")
    clock.advance(to: .noon.addingTimeInterval(3_601))
    #expect(!actor.relationships.hides(post, in: .home))
  }

  @Test func `Hidden reposts do not hide posts`() {
    let own = Post.fixture(id: "1", author: Self.grace)
    let reposted = Post.fixture(id: "2", author: Profile(id: "9", handle: "alan"), repost: Repost(by: Self.grace))
    actor.perform(.showReposts(false, account: "7"), about: "@grace")
    #expect(actor.relationships.hides(reposted, in: .home) && !actor.relationships.hides(own, in: .home))
  }

  @Test func `Answered requests and dismissed notifications return after a refusal`() async {
    func entry(_ kind: PostNotification.Kind, at: Date) -> Post {
      var post = Post.fixture(id: "n", author: Self.grace)
      post.notification = PostNotification(id: "n", kind: kind, profiles: [Self.grace], at: at)
      return post
    }
    let request = entry(.followRequest, at: .noon.minutesAgo(1))
    actor.perform(.acceptFollower(true, account: "7"), about: "@grace")
    #expect(actor.relationships.hides(request, in: .notifications))
    #expect(!actor.relationships.hides(entry(.followRequest, at: .noon.addingTimeInterval(60)), in: .notifications))
    await settle()
    server.refuse(.acceptFollower(true, account: "7"))
    await settle()
    #expect(!actor.relationships.hides(request, in: .notifications))
    actor.perform(.dismiss(notification: "n"), about: "this")
    #expect(actor.relationships.hides(request, in: .notifications))
    await settle()
    server.refuse(.dismiss(notification: "n"))
    await settle()
    #expect(!actor.relationships.hides(request, in: .notifications))
  }

  @Test func `Followed hashtags and lists are known from actions`() async {
    actor.relationships.update(followed: ["Tea"], asOf: nil)
    #expect(actor.relationships.isFollowed(tag: "tea") == true && actor.relationships.isFollowed(tag: "loom") == nil)
    actor.perform(.followTag(false, "tea"), about: "#tea")
    #expect(actor.relationships.isFollowed(tag: "TEA") == false)
    var isNotified = false
    actor.loadLists { isNotified = true }
    await settle()
    #expect(isNotified && actor.lists?.map(\.title) == ["Friends"])
    actor.perform(.addToList(true, list: "1", account: "7"), about: "@grace")
    #expect(actor.relationships.lists(of: "7") == ["1"])
    await settle()
    server.refuse(.addToList(true, list: "1", account: "7"))
    await settle()
    #expect(actor.relationships.lists(of: "7") == [])
  }

  @Test func `Lists that could not be loaded are requested again, and each caller learns the outcome`() async {
    var notified: [String] = []
    server.listsError = .timedOut(host: "near.example", seconds: 30)
    actor.reloadLists()
    actor.loadLists { notified.append("first") }
    actor.loadLists { notified.append("second") }
    await settle()
    #expect(notified == ["first", "second"])
    #expect(actor.lists == nil && actor.listsFailure == server.listsError)
    server.listsError = nil
    actor.loadLists { notified.append("third") }
    #expect(actor.listsFailure == nil)
    await settle()
    #expect(notified == ["first", "second", "third"])
    #expect(actor.lists?.map(\.title) == ["Friends"] && actor.listsFailure == nil)
  }

  @Test func `Accounts muted before launch are hidden until the source reports newer posts`() {
    func post(_ minutesAgo: Double, by author: Profile = Self.grace) -> Post {
      .fixture(author: author, createdAt: .noon.minutesAgo(minutesAgo))
    }
    let relationships = RelationshipStore(clock: clock)
    let muted = HiddenAccount(id: "7", relationship: Relationship(flags: [.muting]), since: .noon.minutesAgo(10))
    relationships.update(hidden: [muted])
    #expect(relationships.hides(post(20), in: .home))
    #expect(!relationships.hides(post(20), in: .bookmarks))
    #expect(!relationships.hides(post(5), in: .home))
    #expect(!relationships.hides(post(20, by: Profile(id: "8", handle: "alan")), in: .home))
    // The report of the source takes precedence.
    relationships.update(Relationship(), with: "7")
    #expect(!relationships.hides(post(20), in: .home))
  }

  /// Counts change notifications.
  private final class Screen: RelationshipObserver {
    private(set) var count = 0
    func relationshipsDidChange() { count += 1 }
  }

  @Test func `Observers are notified when a mute expires`() async {
    let screen = Screen()
    actor.relationships.add(screen)
    actor.relationships.update(ProfilePage(profile: Self.grace, relationship: Relationship(flags: [.following])))
    actor.perform(.mute(MuteOptions(duration: 3_600), account: "7"), about: "@grace")
    await settle()
    #expect(flags == [.following, .muting, .mutingNotifications])
    let post = Post.fixture(id: "1", author: Self.grace)
    #expect(actor.relationships.hides(post, in: .home))
    let before = screen.count
    await clock.advance(by: 3_599, runner)
    #expect(screen.count == before && actor.relationships.hides(post, in: .home))
    await clock.advance(by: 1, runner)
    #expect(screen.count == before + 1 && flags == [.following])
    #expect(!actor.relationships.hides(post, in: .home))
    #expect(clock.nextDeadline == nil)
  }

  private func requested(_ page: ProfilePage?) {
    actor.relationships.update(
      ProfilePage(profile: Self.grace, isLocked: true, relationship: Relationship(flags: [.requested])))
    actor.profiles = People(page: page)
  }

  @Test func `An accepted follow request is not withdrawn`() async {
    requested(ProfilePage(profile: Self.grace, isLocked: true, relationship: Relationship(flags: [.following])))
    actor.perform(.follow(false, account: "7"), about: "@grace")
    actor.perform(.follow(false, account: "7"), about: "@grace")
    await settle()
    #expect(server.actions.isEmpty && flags == [.following])
    #expect(notices.all == ["@grace accepted your request: you follow them."])
    actor.perform(.follow(false, account: "7"), about: "@grace")
    await settle()
    #expect(server.actions == [.follow(false, account: "7")] && notices.all.last == "Unfollowed @grace.")
  }

  @Test func `A pending follow request is withdrawn after the server was asked`() async {
    requested(ProfilePage(profile: Self.grace, isLocked: true, relationship: Relationship(flags: [.requested])))
    actor.perform(.follow(false, account: "7"), about: "@grace")
    await settle()
    #expect(server.actions == [.follow(false, account: "7")] && flags == [])
    #expect(notices.all == ["Follow request to @grace withdrawn."])
  }

  @Test func `A follow request that may have been accepted is not withdrawn`() async {
    requested(nil)
    actor.perform(.follow(false, account: "7"), about: "@grace")
    await settle()
    #expect(server.actions.isEmpty && flags == [.requested])
    #expect(notices.all == ["Request to @grace not withdrawn: can’t reach h. They may have accepted it."])
  }

  @Test func `The undo of an accepted follow request does not end the follow`() async {
    actor.relationships.update(ProfilePage(profile: Self.grace, isLocked: true, relationship: Relationship()))
    actor.perform(.follow(true, account: "7"), about: "@grace")
    await settle()
    actor.profiles = People(
      page: ProfilePage(profile: Self.grace, isLocked: true, relationship: Relationship(flags: [.following])))
    actor.history.undo()
    await settle()
    #expect(server.actions == [.follow(true, account: "7")] && flags == [.following])
  }

  @Test func `A known relationship is loaded again after minutes`() async {
    actor.profiles = People(page: ProfilePage(profile: Self.grace, relationship: Relationship(flags: [.requested])))
    actor.loadRelationship(with: Self.grace) {}
    await settle()
    actor.profiles = People(page: ProfilePage(profile: Self.grace, relationship: Relationship(flags: [.following])))
    actor.loadRelationship(with: Self.grace) {}
    actor.loadRelationships(with: [Self.grace]) {}
    await settle()
    #expect(flags == [.requested])
    clock.advance(to: .noon.addingTimeInterval(121))
    actor.loadRelationships(with: [Self.grace]) {}
    await settle()
    #expect(flags == [.following])
    actor.profiles = People(page: ProfilePage(profile: Self.grace, relationship: Relationship()))
    clock.advance(to: .noon.addingTimeInterval(242))
    actor.loadRelationship(with: Self.grace) {}
    await settle()
    #expect(flags == [])
  }

  @Test func `What the user has allowed again elsewhere is shown`() async {
    let reposted = Post.fixture(id: "2", author: Profile(id: "9", handle: "alan"), repost: Repost(by: Self.grace))
    let screen = Screen()
    actor.relationships.add(screen)
    actor.relationships.update(Relationship(flags: [.following, .showingReposts]), with: "7")
    actor.perform(.showReposts(false, account: "7"), about: "@grace")
    await settle()
    #expect(actor.relationships.hides(reposted, in: .home))
    let count = screen.count
    actor.relationships.update(Relationship(flags: [.following, .showingReposts]), with: "7")
    #expect(!actor.relationships.hides(reposted, in: .home) && screen.count > count)
    actor.perform(.follow(false, account: "7"), about: "@grace")
    await settle()
    let old = Post.fixture(id: "3", author: Self.grace, createdAt: .noon.minutesAgo(9))
    #expect(actor.relationships.hides(old, in: .home))
    clock.advance(to: .noon.addingTimeInterval(60))
    actor.relationships.update(Relationship(flags: [.following]), with: "7")
    #expect(!actor.relationships.hides(old, in: .home))
  }
}
