import Domain
import Foundation
import PostCell
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import UserProfile

/// What is done with whoever stands on the screen.
@MainActor @Suite struct ProfileActionTests {
  private func open(
    _ ties: Set<Relationship.Tie> = [.followedBy], locked: Bool = false,
    kinds: Set<UserAction.Kind> = Set(UserAction.Kind.allCases)
  ) async -> (ProfileHarness, StubActions) {
    var page = ProfileHarness.page
    (page.isLocked, page.relationship) = (locked, Relationship(ties: ties))
    let bench = ProfileHarness(
      ProfileHarness.grace, .init(person: .success(page), posts: [.posts: .success(ProfileHarness.posts())]))
    let server = StubActions(kinds, clock: bench.clock)
    bench.server = server
    return (await bench.open(), server)
  }

  private func keys(_ names: String) -> [Key] { names.map { Key.character($0) } }

  private func press(_ names: String, _ bench: ProfileHarness) async {
    for key in keys(names) { await bench.press(key) }
  }

  @Test func `f follows and unfollows, seen before the server knows it`() async {
    let (bench, server) = await open()
    #expect(!bench.text().contains("you follow them"))
    bench.navigator.handle(.character("f"))
    #expect(bench.text().contains("you follow them"))
    await bench.settle()
    await press("f", bench)
    #expect(!bench.text().contains("you follow them"))
    #expect(server.actions == [.follow(true, person: "7"), .follow(false, person: "7")])
    #expect(bench.notices == ["@grace@far.example followed.", "@grace@far.example no longer followed."])
  }

  @Test func `Whoever chooses who follows them is asked, and the question can be withdrawn`() async {
    let (bench, server) = await open(locked: true)
    await press("f", bench)
    #expect(bench.text().contains("you have asked to follow them"))
    await press("f", bench)
    #expect(!bench.text().contains("you have asked"))
    #expect(server.actions == [.follow(true, person: "7"), .follow(false, person: "7")])
  }

  @Test func `Muted for a day, with a word of what they do, and no longer`() async {
    let (bench, server) = await open()
    await press("amn3", bench)
    #expect(server.actions == [.mute(MuteTerms(duration: 86_400, hidesNotifications: false), person: "7")])
    #expect(bench.text().contains("muted until 2026-11-21"))
    await press("am", bench)
    #expect(server.actions.last == .mute(nil, person: "7"))
    #expect(!bench.text().contains("muted"))
    await press("am1", bench)
    #expect(server.actions.last == .mute(MuteTerms(), person: "7"))
  }

  @Test func `To block asks first, and a no brings back what there was`() async {
    let (bench, server) = await open([.followedBy, .following, .showingReposts])
    await press("aXn", bench)
    #expect(server.actions == [])
    await press("aXy", bench)
    #expect(server.actions == [.block(true, person: "7")])
    #expect(bench.text().contains("blocked") && !bench.text().contains("you follow them"))
    server.refuse(.block(true, person: "7"))
    await bench.settle()
    #expect(!bench.text().contains("blocked") && bench.text().contains("follows you · you follow them"))
  }

  @Test func `U takes back what was done last`() async {
    let (bench, server) = await open([.following, .showingReposts])
    await press("aR", bench)
    #expect(bench.text().contains("their reposts are hidden"))
    await press("U", bench)
    #expect(!bench.text().contains("their reposts are hidden"))
    #expect(server.actions == [.showReposts(false, person: "7"), .showReposts(true, person: "7")])
  }

  @Test func `Lists are named, and one is taken off again`() async {
    let (bench, server) = await open([.following])
    await press("al", bench)
    #expect(bench.text().contains("put on “Friends”"))
    await press("1", bench)
    await press("al", bench)
    #expect(bench.text().contains("take off “Friends”"))
    await press("1", bench)
    #expect(server.actions == [.addToList(true, list: "1", person: "7"), .addToList(false, list: "1", person: "7")])
  }

  @Test func `Who asks to follow is let in, or refused, only after a question`() async {
    let (bench, server) = await open([.requestedBy])
    #expect(bench.text().contains("asks to follow you"))
    await press("-n", bench)
    #expect(server.actions == [])
    await press("=", bench)
    #expect(server.actions == [])
    #expect(bench.text().contains("yes, let @grace@far.example follow you"))
    await press("y", bench)
    #expect(server.actions == [.acceptFollower(true, person: "7")])
    #expect(bench.text().contains("follows you"))
    let (other, refusing) = await open([.requestedBy])
    await press("-y", other)
    #expect(refusing.actions == [.acceptFollower(false, person: "7")])
  }

  @Test func `A report says of what, with the post that is selected`() async {
    let (bench, _) = await open()
    await press("a!", bench)
    await press("j", bench)
    await press("a!", bench)
    #expect(bench.ways == ["report grace@far.example ", "report grace@far.example 1"])
  }

  @Test func `What cannot be done is not offered, and no two keys are at odds`() async {
    let (none, server) = await open(kinds: [.follow])
    await press("am1aXya!", none)
    #expect(server.actions == [] && none.ways == [])
    let (bench, _) = await open([.requestedBy, .following, .muting])
    for _ in 0..<3 {
      _ = bench.lines()
      #expect(Keymap.standard.undeclaredConflicts(among: bench.viewController.availableCommands) == [])
      await press("j", bench)
    }
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5)])
  func `The menu fits into each size`(width: Int, height: Int) async {
    let (bench, _) = await open([.following])
    await press("a", bench)
    let lines = bench.lines(width, height)
    #expect(lines.count == height && lines.allSatisfy { $0.count <= width })
    #expect(lines.joined().contains("unfollow"))
  }
}
