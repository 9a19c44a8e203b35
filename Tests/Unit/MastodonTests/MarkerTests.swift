import Domain
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

@Suite struct MarkerTests {
  @Test func `markers of Home and Notifications are loaded`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .get, "/api/v1/markers",
      response: .json(
        #"{"home": {"last_read_id": "103", "version": 4, "updated_at": "2026-11-20T11:00:00Z"}, "notifications": 7}"#))
    #expect(try await harness.timelines.markers() == [.home: RemoteCursor("103")])
    #expect(harness.asked == ["/api/v1/markers?timeline%5B%5D=home&timeline%5B%5D=notifications"])
  }

  @Test func `markers are stored as a form`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v1/markers", response: .json("{}"))
    #expect(try await harness.timelines.store([.home: RemoteCursor("103"), .notifications: RemoteCursor("31")]))
    let body = harness.transport.requests.last.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(body == "home%5Blast_read_id%5D=103&notifications%5Blast_read_id%5D=31")
    #expect(try await harness.timelines.store([.local: RemoteCursor("1")]))
    #expect(harness.asked.count == 1)
  }

  @Test(arguments: [404, 405, 501, 403])
  func `missing support for markers is not an error`(status: Int) async throws {
    let harness = try ServerHarness()
    for method in [HTTPRequest.Method.get, .post] {
      harness.transport.on(method, "/api/v1/markers", response: .json(#"{"error": "no"}"#, status: status))
    }
    #expect(try await harness.timelines.markers() == nil)
    #expect(try await harness.timelines.store([.home: RemoteCursor("1")]) == false)
  }

  @Test func `other failures are thrown`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.get, "/api/v1/markers", response: .json("{}", status: 500))
    #expect(
      await failure { () throws(TimelineError) in try await harness.timelines.markers() }
        == .serverError(host: "timeline.example", message: "500 Internal Server Error"))
  }
}
