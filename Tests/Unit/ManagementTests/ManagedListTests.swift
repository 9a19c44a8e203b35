import Domain
import Foundation
import Runtime
import ScreenSupport
import ScreenTestSupport
import TerminalKit
import TestSupport
import Testing
import TimelineCore

@testable import Management

/// Lists, members, hashtags and servers while the server cannot be reached, refuses, or its responses are lost.
@MainActor @Suite struct ManagedListTests {
  private static let no = TimelineError.refused(host: "near.example", message: "Not today")
  private static let lost = TimelineError.timedOut(host: "near.example", seconds: 30)
  private static let friends = UserList(id: "3", title: "Friends")

  private let harness = ManagementHarness()

  private func setFailure(_ error: TimelineError?) {
    harness.server.change { ($0.failure, $0.losesAnswers) = (error, error == Self.lost) }
  }

  // MARK: - Reading

  typealias Make = @MainActor @Sendable (ManagementDependencies) -> any ViewController

  nonisolated private static let screens: [(name: String, make: Make)] = [
    ("lists", { ManagementAssembly.makeLists($0) }),
    ("members", { ManagementAssembly.makeMembers(of: UserList(id: "3", title: "Friends"), $0) }),
    ("hashtags", { ManagementAssembly.makeTags($0) }), ("servers", { ManagementAssembly.makeBlockedServers($0) }),
  ]

  @Test(arguments: screens.map { $0.name }) func `Offline, a screen says so, and R tries again`(name: String)
    async throws
  {
    let make = try #require(Self.screens.first { $0.name == name }).make
    setFailure(.offline(host: "near.example"))
    await harness.open(make)
    #expect(harness.text().contains("Can’t reach near.example"))
    setFailure(nil)
    await harness.type("R")
    #expect(!harness.text().contains("Can’t reach near.example"))
  }

  @Test(arguments: screens.map { $0.name }) func `What is refused is shown in the words of the server`(
    name: String
  ) async throws {
    let make = try #require(Self.screens.first { $0.name == name }).make
    setFailure(Self.no)
    await harness.open(make)
    #expect(harness.text().contains("Not today"))
  }

  // MARK: - Changing

  @Test func `A list whose deletion is refused or fails stays`() async {
    harness.server.change { $0.lists = [Self.friends] }
    await harness.open(ManagementAssembly.makeLists)
    setFailure(Self.no)
    await harness.type("xy")
    #expect(harness.text().contains("Nothing changed: near.example says “Not today”."))
    setFailure(.offline(host: "near.example"))
    await harness.type("xy")
    #expect(harness.text().contains("Friends"))
    setFailure(nil)
    #expect(harness.server.now.lists == [Self.friends])
  }

  @Test func `A list whose deletion was lost is gone from the screen`() async {
    harness.server.change { $0.lists = [Self.friends] }
    await harness.open(ManagementAssembly.makeLists)
    setFailure(Self.lost)
    await harness.type("xy")
    #expect(harness.text().contains("Not confirmed:") && !harness.text().contains("Friends"))
  }

  @Test func `A form that fails says why`() async {
    await harness.open(ManagementAssembly.makeLists)
    await harness.type("n")
    setFailure(Self.no)
    #expect(await harness.save(["name": "Friends"]) == "near.example says “Not today”")
    setFailure(.offline(host: "near.example"))
    #expect(await harness.save(["name": "Friends"]) == "can’t reach near.example")
    #expect(harness.server.now.lists.isEmpty)
  }

  @Test func `A member that is refused is not on the list`() async {
    await harness.open { ManagementAssembly.makeMembers(of: Self.friends, $0) }
    setFailure(Self.no)
    await harness.type("n@grace\n")
    #expect(harness.text().contains("Nothing changed: near.example says “Not today”."))
    setFailure(nil)
    await harness.type("R")
    #expect(harness.text().contains("No members yet"))
  }

  @Test func `A member whose addition was lost is on the list once`() async {
    await harness.open { ManagementAssembly.makeMembers(of: Self.friends, $0) }
    setFailure(Self.lost)
    await harness.type("n@grace\n")
    #expect(harness.text().contains("Not confirmed:") && harness.text().contains("@handle-of-grace"))
    setFailure(nil)
    await harness.type("n@grace\n")
    #expect(harness.server.now.members["3"]?.count == 1)
  }

  @Test func `A member whose removal was lost leaves the screen`() async {
    harness.server.change { $0.members["3"] = [Profile(id: "7", handle: "grace")] }
    await harness.open { ManagementAssembly.makeMembers(of: Self.friends, $0) }
    setFailure(Self.lost)
    await harness.type("xy")
    #expect(harness.text().contains("Not confirmed:") && harness.text().contains("No members yet"))
  }
}

/// Hashtags and blocked servers, which are changed by actions that wait for the server.
@MainActor @Suite final class ManagedActionTests: ScreenDriver {
  /// The notices of the actions.
  private final class Notices {
    var all: [String] = []
  }

  private let listed = FakeManagement()
  private lazy var server = StubActions(clock: clock)
  private lazy var actions = PostActionService(
    server, of: .mastodon("ada@near.example"), cache: PostCache(), clock: clock, runner: runner
  ) { [notices] text, _ in notices.all.append(text) }
  private let notices = Notices()

  private var dependencies: ManagementDependencies {
    let stub = StubTimelineRepository()
    return ManagementDependencies(
      services: services,
      account: .fixture(
        handle: "ada@near.example",
        origin: .server(ServerOrigin(host: "near.example", address: "https://near.example"))),
      source: Source(
        capabilities: SourceCapabilities(), timelines: stub, threads: stub, search: stub, management: listed),
      actions: actions, localFilters: nil,
      router: ManagementRouter(
        showForm: { _ in }, showMembers: { _ in }, showProfile: { _ in }, showTag: { _ in }, showLogin: {}))
  }

  @Test func `A hashtag is listed at once, and leaves if the server refuses it`() async {
    await show(ManagementAssembly.makeTags(dependencies))
    await type("n#loom\n")
    #expect(server.actions == [.followTag(true, "loom")] && text().contains("#loom"))
    // The server may not have received it yet.
    await type("R")
    #expect(text().contains("#loom"))
    server.refuse(.followTag(true, "loom"), message: "Not today")
    await settle()
    await type("R")
    #expect(!text().contains("#loom"))
    #expect(notices.all.last?.hasSuffix("near.example says “Not today”") == true)
  }

  @Test func `A hashtag that cannot be unfollowed is listed again`() async {
    listed.change { $0.tags = ["loom"] }
    await show(ManagementAssembly.makeTags(dependencies))
    await type("x")
    #expect(!text().contains("#loom"))
    server.refuse(.followTag(false, "loom"), message: "Not today")
    await settle()
    await type("R")
    #expect(text().contains("#loom"))
  }

  @Test func `A blocked server is listed at once, and leaves if the server refuses it`() async {
    await show(ManagementAssembly.makeBlockedServers(dependencies))
    await type("nSpam.example\n")
    #expect(server.actions == [.blockServer(true, "spam.example")] && text().contains("spam.example"))
    server.refuse(.blockServer(true, "spam.example"), message: "Not today")
    await settle()
    await type("R")
    #expect(text().contains("You block no servers"))
  }

  @Test func `A server that cannot be unblocked is listed again`() async {
    listed.change { $0.servers = ["spam.example"] }
    await show(ManagementAssembly.makeBlockedServers(dependencies))
    await type("x")
    #expect(!text().contains("spam.example"))
    server.refuse(.blockServer(false, "spam.example"), message: "Not today")
    await settle()
    await type("R")
    #expect(text().contains("spam.example"))
  }

  @Test func `A refused note is shown again in its form`() async throws {
    let (notes, grace) = (RefusedNotes(), Profile(id: "7", handle: "grace"))
    let form = ProfileForms.note("", refused: notes, about: grace, dependencies)
    _ = try await form.save(["note": "met at the loom fair"])
    let action = UserAction.note("met at the loom fair", account: "7")
    #expect(server.actions.isEmpty)
    await settle()
    #expect(server.actions == [action])
    #expect(notes.keep(action))
    let again = ProfileForms.note("", refused: notes, about: grace, dependencies)
    #expect(again.fields.map(\.value) == ["met at the loom fair"])
    _ = try await again.save(["note": "met"])
    #expect(ProfileForms.note("met", refused: notes, about: grace, dependencies).fields.map(\.value) == ["met"])
    #expect(!notes.keep(.note("", account: "7")) && !notes.keep(.block(true, account: "7")))
  }
}
