import Domain
import Foundation
import PostCell
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import UserProfile

/// Actions on the account of a profile.
@MainActor @Suite struct ProfileActionTests {
  private func open(
    _ ties: Set<Relationship.Flag> = [.followedBy], locked: Bool = false,
    kinds: Set<UserAction.Kind> = Set(UserAction.Kind.allCases)
  ) async -> (ProfileHarness, StubActions) {
    var page = ProfileHarness.page
    (page.isLocked, page.relationship) = (locked, Relationship(flags: ties))
    let harness = ProfileHarness(
      ProfileHarness.grace, .init(person: .success(page), posts: [.posts: .success(ProfileHarness.posts())]))
    let server = StubActions(kinds, lists: [ListedTimeline(.list("1"), title: "Friends")], clock: harness.clock)
    harness.server = server
    return (await harness.open(), server)
  }

  private func keys(_ names: String) -> [Key] { names.map { Key.character($0) } }

  private func press(_ names: String, _ harness: ProfileHarness) async {
    for key in keys(names) { await harness.press(key) }
  }

  @Test func `f follows and unfollows, shown before the server responds`() async {
    let (harness, server) = await open()
    #expect(!harness.text().contains("you follow them"))
    harness.navigator.handle(.character("f"))
    #expect(harness.text().contains("you follow them"))
    await harness.settle()
    await press("f", harness)
    #expect(!harness.text().contains("you follow them"))
    #expect(server.actions == [.follow(true, account: "7"), .follow(false, account: "7")])
    #expect(harness.notices == ["Followed @grace@far.example.", "Unfollowed @grace@far.example."])
  }

  @Test func `An account that approves followers gets a request, which can be cancelled`() async {
    let (harness, server) = await open(locked: true)
    await press("f", harness)
    #expect(harness.text().contains("follow request sent"))
    await press("f", harness)
    #expect(!harness.text().contains("follow request sent"))
    #expect(
      harness.notices == [
        "Follow request sent to @grace@far.example.", "Follow request to @grace@far.example withdrawn.",
      ])
    #expect(server.actions == [.follow(true, account: "7"), .follow(false, account: "7")])
  }

  @Test func `If the lists cannot be loaded, the menu says so and tries again when it is opened`() async {
    let (harness, server) = await open()
    server.listsError = .timedOut(host: "near.example", seconds: 30)
    harness.actor?.reloadLists()
    await harness.settle()
    await press("al", harness)
    #expect(harness.text().contains("Couldn’t load your lists: near.example"))
    server.listsError = nil
    await harness.press(.escape)
    await press("al", harness)
    #expect(harness.text().contains("Your lists are loaded: open this menu again"))
    await harness.press(.escape)
    await press("al1", harness)
    #expect(server.actions == [.addToList(true, list: "1", account: "7")])
  }

  @Test func `An account can be muted for a day, with notifications, and unmuted`() async {
    let (harness, server) = await open()
    await press("amn3", harness)
    #expect(server.actions == [.mute(MuteOptions(duration: 86_400, hidesNotifications: false), account: "7")])
    #expect(harness.text().contains("muted until 2026-11-21"))
    await press("am", harness)
    #expect(server.actions.last == .mute(nil, account: "7"))
    #expect(!harness.text().contains("muted"))
    await press("am1", harness)
    #expect(server.actions.last == .mute(MuteOptions(), account: "7"))
  }

  @Test func `Blocking has to be confirmed, and a refusal restores the relationship`() async {
    let (harness, server) = await open([.followedBy, .following, .showingReposts])
    await press("aXn", harness)
    #expect(server.actions == [])
    await press("aXy", harness)
    #expect(server.actions == [.block(true, account: "7")])
    #expect(harness.text().contains("blocked") && !harness.text().contains("you follow them"))
    server.refuse(.block(true, account: "7"))
    await harness.settle()
    #expect(!harness.text().contains("blocked") && harness.text().contains("follows you · you follow them"))
  }

  @Test func `U undoes the last action`() async {
    let (harness, server) = await open([.following, .showingReposts])
    await press("aR", harness)
    #expect(harness.text().contains("reposts hidden"))
    await press("U", harness)
    #expect(!harness.text().contains("reposts hidden"))
    #expect(server.actions == [.showReposts(false, account: "7"), .showReposts(true, account: "7")])
  }

  @Test func `An account can be added to a list and removed again`() async {
    let (harness, server) = await open([.following])
    await press("al", harness)
    #expect(harness.text().contains("add to “Friends”"))
    await press("1", harness)
    await press("al", harness)
    #expect(harness.text().contains("remove from “Friends”"))
    await press("1", harness)
    #expect(server.actions == [.addToList(true, list: "1", account: "7"), .addToList(false, list: "1", account: "7")])
  }

  @Test func `Accepting and rejecting a follow request have to be confirmed`() async {
    let (harness, server) = await open([.requestedBy])
    #expect(harness.text().contains("wants to follow you"))
    await press("-n", harness)
    #expect(server.actions == [])
    await press("=", harness)
    #expect(server.actions == [])
    #expect(harness.text().contains("yes, accept @grace@far.example"))
    await press("y", harness)
    #expect(server.actions == [.acceptFollower(true, account: "7")])
    #expect(harness.text().contains("follows you"))
    let (other, refusing) = await open([.requestedBy])
    await press("-y", other)
    #expect(refusing.actions == [.acceptFollower(false, account: "7")])
  }

  @Test func `A report names the account and the selected post`() async {
    let (harness, _) = await open()
    await press("a!", harness)
    await press("j", harness)
    await press("a!", harness)
    #expect(harness.navigations == ["report grace@far.example", "report grace@far.example 1"])
  }

  @Test func `Unavailable actions have no commands, and no two keys conflict`() async {
    let (none, server) = await open(kinds: [.follow])
    await press("am1aXya!", none)
    #expect(server.actions == [] && none.navigations == [])
    let (harness, _) = await open([.requestedBy, .following, .muting])
    for _ in 0..<3 {
      _ = harness.lines()
      #expect(Keymap.standard.undeclaredConflicts(among: harness.viewController.availableCommands) == [])
      await press("j", harness)
    }
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)])
  func `The menu fits every screen`(width: Int, height: Int) async {
    let (harness, _) = await open([.following])
    await press("a", harness)
    let lines = harness.lines(width, height)
    #expect(lines.count == height && lines.allSatisfy { $0.count <= width })
    #expect(lines.joined().contains("unfollow"))
  }

  @Test func `A followed account is featured and notified about, one that is not followed is not`() async {
    let (harness, server) = await open([.following])
    await press("a*aE", harness)
    #expect(server.actions == [.notify(true, account: "7"), .endorse(true, account: "7")])
    #expect(harness.text().contains("post notifications on") && harness.text().contains("featured on your profile"))
    await press("a*", harness)
    #expect(server.actions.last == .notify(false, account: "7"))
    let (other, nothing) = await open([.followedBy])
    await press("a*", other)
    #expect(nothing.actions.isEmpty)
  }

  @Test func `The note has a form of its own, and a refused one disappears`() async {
    let (harness, server) = await open()
    await press("aN", harness)
    #expect(harness.navigations == ["note about grace@far.example"])
    harness.actor?.perform(.note("met at the loom", account: "7"), about: "@grace")
    await harness.settle()
    #expect(harness.text().contains("Your note: met at the loom"))
    server.refuse(.note("met at the loom", account: "7"))
    await harness.settle()
    #expect(!harness.text().contains("Your note"))
  }

  @Test func `A server is blocked after a confirmation, and unblocked`() async {
    let (harness, server) = await open()
    await press("aSn", harness)
    #expect(server.actions.isEmpty)
    await press("aSy", harness)
    #expect(server.actions == [.blockServer(true, "far.example")])
    #expect(harness.text().contains("their server is blocked"))
    await press("aS", harness)
    #expect(server.actions.last == .blockServer(false, "far.example"))
  }

  @Test(arguments: [
    (["Ada"], "Followed by Ada, whom you follow"), (["Ada", "Bo"], "Followed by Ada and Bo, whom you follow"),
    (["Ada", "Bo", "Cy"], "Followed by Ada, Bo and 1 other you follow"),
    (["Ada", "Bo", "Cy", "Di", "Ed"], "Followed by Ada, Bo and 3 others you follow"),
  ])
  func `Familiar followers are named`(names: [String], text: String) async {
    let harness = ProfileHarness(ProfileHarness.grace, .init(person: .success(ProfileHarness.page)))
    harness.lists = true
    harness.repository.change { $0.familiar = names.map { Profile(handle: $0.lowercased(), name: $0) } }
    #expect(await harness.open().text().contains(text))
    await harness.press(.character("i"), .character("k"))
    #expect(harness.navigations == ["familiarFollowers(of: \"7\") for @grace@far.example"])
  }

  @Test func `The user’s own profile is edited, and loaded again afterwards`() async {
    let ada = Profile(id: "1", handle: "ada@demo", name: "Ada Lovelace")
    let harness = ProfileHarness(ada, .init(person: .success(ProfilePage(profile: ada))))
    harness.lists = true
    _ = await harness.open()
    await harness.press(.character("e"))
    #expect(harness.navigations == ["own profile"])
    await harness.press(.character("i"), .character("d"))
    #expect(harness.navigations.last == "blocked servers")
    harness.viewController.viewDidAppear()
    await harness.settle()
    #expect(harness.repository.requests.contains("ada@demo refresh"))
  }
}
