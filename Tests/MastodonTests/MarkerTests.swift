import Domain
import Network
import NetworkSupport
import TestSupport
import Testing

@testable import Mastodon

@Suite struct MarkerTests {
  @Test func `what has been read is asked for of Home and Notifications`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(
      .get, "/api/v1/markers",
      answer: .json(
        #"{"home": {"last_read_id": "103", "version": 4, "updated_at": "2026-11-20T11:00:00Z"}, "notifications": 7}"#))
    #expect(try await stage.timelines.markers() == [.home: RemoteCursor("103")])
    #expect(stage.asked == ["/api/v1/markers?timeline%5B%5D=home&timeline%5B%5D=notifications"])
  }

  @Test func `what has been read is told as a form`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v1/markers", answer: .json("{}"))
    #expect(try await stage.timelines.store([.home: RemoteCursor("103"), .notifications: RemoteCursor("31")]))
    let body = stage.transport.requests.last.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(body == "home%5Blast_read_id%5D=103&notifications%5Blast_read_id%5D=31")
    #expect(try await stage.timelines.store([.local: RemoteCursor("1")]))
    #expect(stage.asked.count == 1)
  }

  @Test(arguments: [404, 405, 501, 403])
  func `a server that keeps no markers says so, and that is no failure`(status: Int) async throws {
    let stage = try ServerHarness()
    for method in [HTTPRequest.Method.get, .post] {
      stage.transport.on(method, "/api/v1/markers", answer: .json(#"{"error": "no"}"#, status: status))
    }
    #expect(try await stage.timelines.markers() == nil)
    #expect(try await stage.timelines.store([.home: RemoteCursor("1")]) == false)
  }

  @Test func `a failure is one`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.get, "/api/v1/markers", answer: .json("{}", status: 500))
    #expect(
      await failure { () throws(TimelineError) in try await stage.timelines.markers() }
        == .serverError(host: "timeline.example", message: "500 Internal Server Error"))
  }
}
