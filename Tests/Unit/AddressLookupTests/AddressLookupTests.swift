import Domain
import Foundation
import Runtime
import ScreenSupport
import ScreenTestSupport
import TerminalKit
import TestSupport
import Testing

@testable import AddressLookup

/// The whole screen: keys in, lines out.
@MainActor @Suite final class AddressLookupTests: ScreenDriver {
  private let server = StubServerFeatures()
  private var found: [FoundAddress] = []
  private var left = 0
  private var timelines: [PublicTimeline] = []

  private func open(_ address: String?, hasServer: Bool = true) async {
    await show(
      AddressLookupAssembly.make(
        address.flatMap { FediverseAddress($0) }, server: hasServer ? server : nil, services: services,
        session: AccountSession(account: .fixture()),
        router: AddressLookupRouter(
          open: { [weak self] in self?.found.append($0) },
          openTimeline: { [weak self] in self?.timelines.append($0) }, leave: { [weak self] in self?.left += 1 },
          showLogin: {})))
  }

  @Test func `what the server finds is opened`() async {
    server.change { $0.found = .post(.fixture(id: "9")) }
    await open("https://far.example/@grace/1")
    #expect(found == [.post(.fixture(id: "9"))])
    #expect(server.requests == ["found https://far.example/@grace/1"])
  }

  @Test func `an address can be typed, and other texts are refused`() async {
    server.change { $0.found = .profile(Profile(handle: "grace@far.example")) }
    await open(nil)
    #expect(text().contains("Type or paste the address"))
    navigator.handle(.paste("loom"))
    await press(.enter)
    #expect(text().contains("Not an address") && server.requests.isEmpty)
    await press(.control("u"))
    navigator.handle(.paste("grace@far.example"))
    await press(.enter)
    #expect(found == [.profile(Profile(handle: "grace@far.example"))])
  }

  @Test(arguments: ["tern.example", "https://tern.example/tags/loom", "#loom@tern.example"])
  func `a server or a hashtag at one is opened without a request`(typed: String) async {
    await open(nil)
    navigator.handle(.paste(typed))
    await press(.enter)
    #expect(timelines == [PublicTimeline(typed: typed)].compactMap(\.self) && timelines.count == 1)
    #expect(server.requests.isEmpty)
  }

  @Test func `an account without a server opens only timelines of servers`() async {
    await open(nil, hasServer: false)
    #expect(!text().contains("@ada@tern.example") && text().contains("#loom@tern.example"))
    navigator.handle(.paste("@ada@tern.example"))
    await press(.enter)
    #expect(text().contains("This account has no server") && found.isEmpty)
    await press(.control("u"))
    navigator.handle(.paste("tern.example"))
    await press(.enter)
    #expect(timelines.map(\.title) == ["tern.example"])
  }

  @Test func `the field is left with Esc`() async {
    await open(nil)
    await press(.escape)
    #expect(left == 1)
  }

  @Test func `if nothing is found, Enter opens the browser`() async {
    await open("https://far.example/@grace/1")
    #expect(text().contains("Nothing found at this address"))
    #expect(
      text().contains("near.example finds no post or profile") && text().contains("at https://far.example/@grace/1."))
    await press(.enter)
    #expect(opener.opened == ["https://far.example/@grace/1"] && left == 1)
  }

  @Test func `a handle that is not found has no page`() async {
    await open("@nobody@far.example")
    #expect(text().contains("Nothing found") && !text().contains("browser"))
  }

  @Test func `offline, the failure is shown and can be retried`() async {
    server.change { $0.failure = .offline(host: "near.example") }
    await open("https://far.example/@grace/1")
    #expect(found.isEmpty)
    server.change { ($0.failure, $0.found) = (nil, .post(.fixture(id: "9"))) }
    await press(.character("R"))
    #expect(found.count == 1)
  }
}
