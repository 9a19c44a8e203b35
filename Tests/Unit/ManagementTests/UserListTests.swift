import Domain
import Foundation
import TerminalKit
import ScreenSupport
import TestSupport
import Testing

@testable import Management

/// Lists, their members, hashtags and blocked servers.
@MainActor @Suite struct UserListTests {
  private let harness = ManagementHarness()

  @Test func `Lists are created, renamed and deleted after a confirmation`() async {
    await harness.open(ManagementAssembly.makeLists)
    #expect(harness.text().contains("No lists yet"))
    await harness.type("n")
    #expect(await harness.save([:]) == "A list needs a name")
    #expect(
      await harness.save(["name": "Friends", "replies": "none", "exclusive": "on"]) == "Saved the list “Friends”.")
    #expect(
      harness.server.now.lists == [
        UserList(id: "l0", title: "Friends", replies: UserList.RepliesPolicy.none, isExclusive: true)
      ])
    await harness.type("R")
    #expect(harness.text().contains("no replies · left out of Home"))
    await harness.type("e")
    #expect(await harness.save(["name": "Old friends"]) == "Saved the list “Old friends”.")
    await harness.type("R\n")
    #expect(harness.opened == ["members of Old friends"])
    await harness.type("xy")
    #expect(harness.server.now.lists.isEmpty)
  }

  @Test func `What a server cannot do is not in the form`() async {
    harness.server.change { $0.lists = [UserList(id: "1", title: "Old", replies: nil, isExclusive: nil)] }
    await harness.open(ManagementAssembly.makeLists)
    await harness.type("e")
    #expect(harness.forms.last?.fields.map(\.name) == ["name"])
  }

  @Test func `Members are added by handle and removed`() async {
    let list = UserList(id: "3", title: "Friends")
    await harness.open { ManagementAssembly.makeMembers(of: list, $0) }
    await harness.type("n@grace\n")
    #expect(harness.text().contains("Added @grace to “Friends”."))
    #expect(harness.server.now.members["3"]?.map(\.handle) == ["handle-of-grace"])
    await harness.type("\n")
    #expect(harness.opened == ["profile of handle-of-grace"])
    await harness.type("xy")
    #expect(harness.server.now.members["3"] == [])
  }

  @Test func `A server without lists says so`() async {
    harness.server.change { $0.failure = .unsupported(host: "near.example") }
    await harness.open(ManagementAssembly.makeLists)
    #expect(harness.text().contains("near.example"))
    #expect(!harness.text().contains("new"))
  }

  @Test func `Hashtags and servers are listed`() async {
    harness.server.change { ($0.tags, $0.servers) = (["loom"], ["spam.example"]) }
    await harness.open(ManagementAssembly.makeTags)
    #expect(harness.text().contains("#loom"))
    await harness.open(ManagementAssembly.makeBlockedServers)
    #expect(harness.text().contains("spam.example"))
  }

  @Test func `The form for the profile changes what was typed`() async throws {
    let server = harness.server
    let profile = server.now.profile
    guard let form = ProfileForms.own(profile, harness.dependencies()) else {
      Issue.record("no form")
      return
    }
    var values = Dictionary(form.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    values.merge(["bio": "I weave\\nalgebra", "field 1": "Web", "content 1": "https://a.example", "locked": "on"]) {
      $1
    }
    #expect(try await form.save(values) == "Saved your profile.")
    var expected = profile
    expected.bio = "I weave\nalgebra"
    expected.fields = [.init(name: "Web", value: "https://a.example")]
    expected.isLocked = true
    #expect(server.now.profile == expected)
  }

  @Test func `The form has all fields of the profile, and leaves what was not changed`() async throws {
    let server = harness.server
    let fields = (1...6).map { EditableProfile.Field(name: "F\($0)", value: " v\($0)") }
    server.change { $0.profile = EditableProfile(name: "Ada", bio: "a \\n b", fields: fields) }
    let form = try #require(ProfileForms.own(server.now.profile, harness.dependencies()))
    var values = Dictionary(form.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    #expect(values["content 6"] == " v6" && values["field 7"] == nil)
    _ = try await form.save(values)
    #expect(server.now.profile.bio == "a \\n b" && server.now.profile.fields == fields)
    values["content 2"] = "new"
    _ = try await form.save(values)
    #expect(server.now.profile.fields?.map(\.value) == [" v1", "new", " v3", " v4", " v5", " v6"])
    server.change { $0.profile = EditableProfile(name: "Ada", bio: nil, fields: nil) }
    let short = try #require(ProfileForms.own(server.now.profile, harness.dependencies()))
    #expect(!short.fields.contains { $0.name == "bio" || $0.name.hasPrefix("field") })
  }

  @Test func `Who may quote is offered where the server states it`() async throws {
    let server = harness.server
    let fields = { @MainActor in ProfileForms.own(server.now.profile, self.harness.dependencies())?.fields ?? [] }
    #expect(!fields().contains { $0.name == "quotes" })
    server.change { $0.profile.quotePolicy = .followers }
    let field = try #require(fields().first { $0.name == "quotes" })
    #expect(field.value == "followers" && field.choices == ["everyone", "followers", "only you"])
    let form = try #require(ProfileForms.own(server.now.profile, harness.dependencies()))
    var values = Dictionary(form.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    #expect(try await form.save(values) == "Saved your profile.")
    #expect(server.now.profile.quotePolicy == .followers)
    values["quotes"] = "only you"
    server.change { $0.failure = .refused(host: "near.example", message: "Not today") }
    await #expect(throws: FormError.self) { try await form.save(values) }
    #expect(server.now.profile.quotePolicy == .followers)
    server.change { $0.failure = nil }
    #expect(try await form.save(values) == "Saved your profile.")
    #expect(server.now.profile.quotePolicy == .nobody)
  }
}
