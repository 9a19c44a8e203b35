import Domain
import Foundation
import PostCell
import Runtime
import ScreenSupport
import ScreenTestSupport
import TerminalKit
import TestSupport
import Testing

@testable import ServerInfo

/// The whole screen: keys in, lines out.
@MainActor @Suite final class ServerInfoTests: ScreenDriver {
  private let server = StubServerFeatures()
  private var opened: [PostDestination] = []

  override init() {
    super.init()
    size.height = 30
    server.change {
      $0.announcements = [
        Announcement(
          id: "1", text: LinkDetector.text("Maintenance on Friday, see https://far.example/@grace/1"),
          publishedAt: .noon.minutesAgo(90)),
        Announcement(id: "2", text: LinkDetector.text("Welcome"), isRead: true),
      ]
      $0.description = ServerDescription(
        title: "Near", version: "4.6.0", about: "For looms.", rules: [.init("Be kind.", hint: "Always.")],
        email: "ada@near.example", contact: Profile(handle: "ada@near.example", name: "Ada"), activeUsers: 12,
        languages: ["en", "de"], translates: true)
    }
  }

  private func open(_ subject: ServerInfoSubject) async {
    let session = AccountSession(
      account: .fixture(), navigation: NavigationCapabilities(profiles: true, mentionsAndTags: true, addresses: true))
    await show(
      ServerInfoAssembly.make(
        subject, server: server, services: services, session: session,
        router: PostRouter(showPost: { _ in }, show: { [weak self] in self?.opened.append($0) })))
  }

  @Test func `announcements have their time and number of unread ones`() async {
    await open(.announcements)
    for line in ["Announcements of near.example", "Maintenance on Friday", "published", "1 of 2 · 1 unread"] {
      #expect(text().contains(line))
    }
  }

  @Test func `an announcement is marked as read`() async {
    await open(.announcements)
    await press("a x")
    #expect(!text().contains("unread") && server.requests.last == "dismiss 1")
  }

  @Test func `a refused announcement stays unread, with the server’s message`() async {
    await open(.announcements)
    server.change { $0.failure = .refused(host: "near.example", message: "Not today") }
    await press("a x")
    #expect(text().contains("1 unread") && text().contains("Not changed: near.example says “Not today”."))
  }

  @Test func `after a lost response the announcements are loaded again`() async {
    await open(.announcements)
    server.change { ($0.failure, $0.losesResponses) = (.timedOut(host: "near.example", seconds: 30), true) }
    await press("a x")
    #expect(text().contains("Not confirmed:") && !text().contains("unread"))
    #expect(server.requests == ["announcements cached", "dismiss 1", "announcements fresh"])
  }

  @Test(arguments: [ServerInfoSubject.announcements, .description])
  func `offline, the failure is shown and can be retried`(subject: ServerInfoSubject) async {
    server.change { $0.failure = .offline(host: "near.example") }
    await open(subject)
    #expect(text().contains("Can’t reach near.example"))
    server.change { $0.failure = nil }
    await press("R")
    #expect(text().contains("Maintenance on Friday") || text().contains("For looms."))
  }

  @Test func `A refresh that changes nothing says so until the next key`() async {
    await open(.announcements)
    await press("R")
    let notice = "Nothing new · checked at \(LocalTime.clock(clock.now))"
    #expect(text().contains(notice))
    await press("j")
    #expect(!text().contains("Nothing new"))
    server.change { $0.failure = .offline(host: "near.example") }
    await press("R")
    #expect(text().contains("Can’t reach near.example") && !text().contains("Nothing new"))
  }

  @Test func `an address in an announcement opens in Tern`() async throws {
    await open(.announcements)
    await press("o")
    #expect(text().contains("open here: https://far.example/@grace/1"))
    await press("1")
    let address = try #require(FediverseAddress("https://far.example/@grace/1"))
    #expect(opened == [.address(address)])
  }

  @Test func `the server's page has its rules, contact and limits`() async {
    await open(.description)
    for line in [
      "About near.example", "For looms.", "near.example · version 4.6.0", "12 people were active in the last month",
      "1. Be kind.", "Always.", "ada@near.example", "500 characters · 4 attachments", "translates posts",
      "languages: English, German",
    ] { #expect(text().contains(line)) }
    await press("j j Enter")
    #expect(opened == [.profile(Profile(handle: "ada@near.example", name: "Ada"))])
  }

  @Test func `a server without announcements, and one with none, say so`() async {
    server.change { $0.announcements = [] }
    await open(.announcements)
    #expect(text().contains("have nothing to announce"))
    server.change { $0.failure = .unsupported(host: "near.example") }
    await open(.announcements)
    #expect(text().contains("This server has no announcements."))
  }
}
