import Domain
import Foundation
import Network
import NetworkSupport
import Runtime
import TestSupport
import Testing

@testable import Mastodon

struct StreamTests {
  private static let path = "/api/v1/streaming/user"

  private func harness() throws -> ServerHarness {
    try ServerHarness(ServerCapabilities(apiVersion: 10, streaming: HTTPAddress("https://streaming.timeline.example")))
  }

  /// Consumes events on a separate task.
  private final class Listener: Sendable {
    private let taken = AsyncStream.makeStream(of: RemoteEvent?.self)
    private let task: Task<Void, Never>

    init(_ timelines: MastodonTimelines) {
      task = Task { [taken] in
        for await event in timelines.events() { taken.continuation.yield(event) }
        taken.continuation.yield(nil)
        taken.continuation.finish()
      }
    }

    func next() async -> RemoteEvent? {
      var events = taken.stream.makeAsyncIterator()
      return await events.next() ?? nil
    }

    func stop() { task.cancel() }
  }

  private func event(_ name: String, _ data: String) -> String {
    "event: \(name)\ndata: \(data.split(whereSeparator: \.isNewline).joined(separator: " "))\n\n"
  }

  private var everything: String {
    ":connected\n\n" + event("update", status("11")) + ":thump\n"
      + event("status.update", status("10", #""edited_at": "2026-11-20T12:00:00Z""#))
      + event("delete", "9") + event("filters_changed", "undefined") + event("conversation", "{}")
      + event("update", "{broken")
      + event("notification", #"{"id": "31", "type": "follow", "account": {"id": "8", "acct": "alan"}}"#)
  }

  @Test(arguments: [1, 2, 7, 100_000])
  func `events are parsed however the stream is split`(length: Int) async throws {
    let harness = try harness()
    let stream = ScriptedStream()
    harness.transport.on(Self.path, stream: stream)
    let listener = Listener(harness.timelines)
    #expect(await listener.next() == .connected)
    let request = try #require(harness.transport.requests.first)
    #expect(request.url.host == "streaming.timeline.example")
    #expect(request.token == ServerHarness.token)
    let bytes = Array(everything.utf8)
    for start in stride(from: 0, to: bytes.count, by: length) {
      stream.send(bytes: Array(bytes[start..<min(start + length, bytes.count)]))
    }
    guard case .inserted(let entry, in: .home)? = await listener.next() else {
      Issue.record("no post")
      return
    }
    #expect(entry.cursor == RemoteCursor("11"))
    #expect(entry.post.author?.handle == "grace@timeline.example")
    guard case .changed(let post)? = await listener.next() else {
      Issue.record("no change")
      return
    }
    #expect(post.states == [.edited])
    #expect(await listener.next() == .deleted(PostID("9")))
    #expect(await listener.next() == .filtersChanged)
    guard case .inserted(let told, in: .notifications)? = await listener.next() else {
      Issue.record("no notification")
      return
    }
    #expect(told.cursor == RemoteCursor("31"))
    #expect(told.post.notification?.kind == .follow)
    listener.stop()
  }

  /// Advances the clock until the stream is requested again.
  private func seconds(toOpening count: Int, of harness: ServerHarness) async throws -> Double {
    let start = harness.clock.now
    for _ in 0..<2_000 {
      if harness.transport.requests.count >= count { break }
      if let next = harness.clock.nextDeadline { harness.clock.advance(to: next) }
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(harness.transport.requests.count == count)
    return harness.clock.now.timeIntervalSince(start)
  }

  @Test func `a broken stream is reopened with growing delays`() async throws {
    let harness = try harness()
    harness.transport.on(.get, Self.path, response: .failure(.unreachable(host: "timeline.example", .refused)))
    let listener = Listener(harness.timelines)
    #expect(await listener.next() == .lost(.offline(host: "timeline.example", .refused)))
    var pauses: [Double] = []
    for count in 2...9 { pauses.append(try await seconds(toOpening: count, of: harness)) }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60])
    let stream = ScriptedStream()
    harness.transport.on(Self.path, stream: stream)
    _ = try await seconds(toOpening: 10, of: harness)
    // It was lost once.
    #expect(await listener.next() == .connected)
    listener.stop()
  }

  @Test func `delays vary randomly by a fifth`() async throws {
    let asked = Recorder()
    let harness = try ServerHarness(
      ServerCapabilities(streaming: HTTPAddress("https://timeline.example")),
      random: { range in
        asked.record(range)
        return range.upperBound
      })
    harness.transport.on(.get, Self.path, response: .failure(.unreachable(host: "timeline.example", .refused)))
    let listener = Listener(harness.timelines)
    _ = await listener.next()
    #expect(try await abs(seconds(toOpening: 2, of: harness) - 1.2) < 0.001)
    #expect(asked.ranges.first == 0.8...1.2)
    listener.stop()
  }

  @Test func `a stream times out after 45 seconds without heartbeats`() async throws {
    let harness = try harness()
    let stream = ScriptedStream()
    harness.transport.on(Self.path, stream: stream)
    let listener = Listener(harness.timelines)
    #expect(await listener.next() == .connected)
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(44))
    stream.send(":thump\n")
    // The next timeout counts from the heartbeat on.
    for _ in 0..<2_000 where harness.clock.nextDeadline != .noon.addingTimeInterval(89) {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(harness.clock.nextDeadline == .noon.addingTimeInterval(89))
    #expect(stream.isOpen)
    harness.clock.advance(to: .noon.addingTimeInterval(89))
    #expect(await listener.next() == .lost(.timedOut(host: "timeline.example", seconds: 45)))
    listener.stop()
  }

  @Test func `a closed stream is reopened`() async throws {
    let harness = try harness()
    let stream = ScriptedStream()
    harness.transport.on(Self.path, stream: stream)
    let listener = Listener(harness.timelines)
    #expect(await listener.next() == .connected)
    stream.finish()
    #expect(await listener.next() == .lost(.offline(host: "timeline.example", .cut)))
    _ = try await seconds(toOpening: 2, of: harness)
    #expect(await listener.next() == .connected)
    listener.stop()
  }

  @Test func `the end of the session ends the stream`() async throws {
    let harness = try harness()
    harness.transport.on(.get, Self.path, response: .status(401))
    let listener = Listener(harness.timelines)
    #expect(
      await listener.next() == .lost(.sessionExpired(handle: "ada@timeline.example", host: "timeline.example")))
    #expect(await listener.next() == nil)
  }

  @Test(arguments: [404, 426, 501, 200]) func `a server without streams gets one request a day`(status: Int)
    async throws
  {
    let harness = try harness()
    harness.transport.on(.get, Self.path, response: .json("{}", status: status))
    for _ in 0..<2 { #expect(await Listener(harness.timelines).next() == nil) }
    #expect(harness.transport.requests.count == 1)
  }

  @Test func `a stream on a private host is not opened`() async throws {
    let harness = try ServerHarness(ServerCapabilities(streaming: HTTPAddress("http://127.0.0.1:631")))
    #expect(await Listener(harness.timelines).next() == nil)
    #expect(harness.transport.requests.isEmpty)
  }

  @Test func `without a streaming address there is no request`() async throws {
    let harness = try ServerHarness()
    #expect(await Listener(harness.timelines).next() == nil)
    #expect(harness.transport.requests.isEmpty)
  }

  @Test func `the stream is closed without consumers`() async throws {
    let harness = try harness()
    let stream = ScriptedStream()
    harness.transport.on(Self.path, stream: stream)
    let listener = Listener(harness.timelines)
    #expect(await listener.next() == .connected)
    #expect(await harness.clock.waitForSleepers(1))
    listener.stop()
    for _ in 0..<2_000 where stream.isOpen || harness.clock.sleeperCount > 0 {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(!stream.isOpen)
    #expect(harness.clock.sleeperCount == 0)
  }

  @Test func `an endless event is an error`() async throws {
    let harness = try harness()
    let stream = ScriptedStream()
    harness.transport.on(Self.path, stream: stream)
    let listener = Listener(harness.timelines)
    #expect(await listener.next() == .connected)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
    for _ in 0..<6 { stream.send(bytes: piece) }
    #expect(await listener.next() == .lost(.requestFailed(host: "timeline.example", reason: "An event is too long.")))
    listener.stop()
  }
}
