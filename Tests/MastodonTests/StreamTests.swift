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

  private func stage() throws -> ServerHarness {
    try ServerHarness(ServerCapabilities(apiVersion: 10, streaming: HTTPAddress("https://streaming.timeline.example")))
  }

  /// Takes events as a source would, on a task of its own.
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
  func `what happens is told, wherever the stream is cut`(length: Int) async throws {
    let stage = try stage()
    let stream = ScriptedStream()
    stage.transport.on(Self.path, stream: stream)
    let listener = Listener(stage.timelines)
    #expect(await listener.next() == .connected)
    let request = try #require(stage.transport.requests.first)
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

  /// Lets time pass until the stream has been asked for once more.
  private func seconds(toOpening count: Int, of stage: ServerHarness) async throws -> Double {
    let start = stage.clock.now
    for _ in 0..<2_000 {
      if stage.transport.requests.count >= count { break }
      if let next = stage.clock.nextDeadline { stage.clock.advance(to: next) }
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(stage.transport.requests.count == count)
    return stage.clock.now.timeIntervalSince(start)
  }

  @Test func `a stream that breaks is opened again, each time after a longer pause`() async throws {
    let stage = try stage()
    stage.transport.on(.get, Self.path, answer: .failure(.unreachable(host: "timeline.example", .refused)))
    let listener = Listener(stage.timelines)
    #expect(await listener.next() == .lost(.offline(host: "timeline.example", .refused)))
    var pauses: [Double] = []
    for count in 2...9 { pauses.append(try await seconds(toOpening: count, of: stage)) }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60])
    let stream = ScriptedStream()
    stage.transport.on(Self.path, stream: stream)
    _ = try await seconds(toOpening: 10, of: stage)
    // It was lost but once.
    #expect(await listener.next() == .connected)
    listener.stop()
  }

  @Test func `pauses are a fifth longer or shorter, by chance`() async throws {
    let asked = Recorder()
    let stage = try ServerHarness(
      ServerCapabilities(streaming: HTTPAddress("https://timeline.example")),
      random: { range in
        asked.note(range)
        return range.upperBound
      })
    stage.transport.on(.get, Self.path, answer: .failure(.unreachable(host: "timeline.example", .refused)))
    let listener = Listener(stage.timelines)
    _ = await listener.next()
    #expect(try await abs(seconds(toOpening: 2, of: stage) - 1.2) < 0.001)
    #expect(asked.ranges.first == 0.8...1.2)
    listener.stop()
  }

  @Test func `a stream that says nothing for 45 seconds is broken off, and a beat is something`() async throws {
    let stage = try stage()
    let stream = ScriptedStream()
    stage.transport.on(Self.path, stream: stream)
    let listener = Listener(stage.timelines)
    #expect(await listener.next() == .connected)
    #expect(await stage.clock.waitForSleepers(1))
    stage.clock.advance(to: .noon.addingTimeInterval(44))
    stream.send(":thump\n")
    // The next silence is counted from the beat on.
    for _ in 0..<2_000 where stage.clock.nextDeadline != .noon.addingTimeInterval(89) {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(stage.clock.nextDeadline == .noon.addingTimeInterval(89))
    #expect(stream.isOpen)
    stage.clock.advance(to: .noon.addingTimeInterval(89))
    #expect(await listener.next() == .lost(.timedOut(host: "timeline.example", seconds: 45)))
    listener.stop()
  }

  @Test func `a stream that the server closes is opened again`() async throws {
    let stage = try stage()
    let stream = ScriptedStream()
    stage.transport.on(Self.path, stream: stream)
    let listener = Listener(stage.timelines)
    #expect(await listener.next() == .connected)
    stream.finish()
    #expect(await listener.next() == .lost(.offline(host: "timeline.example", .cut)))
    _ = try await seconds(toOpening: 2, of: stage)
    #expect(await listener.next() == .connected)
    listener.stop()
  }

  @Test func `a session that has expired ends it`() async throws {
    let stage = try stage()
    stage.transport.on(.get, Self.path, answer: .status(401))
    let listener = Listener(stage.timelines)
    #expect(
      await listener.next() == .lost(.sessionExpired(handle: "ada@timeline.example", host: "timeline.example")))
    #expect(await listener.next() == nil)
  }

  @Test(arguments: [404, 426, 501, 200]) func `a server without such a stream is asked once a day`(status: Int)
    async throws
  {
    let stage = try stage()
    stage.transport.on(.get, Self.path, answer: .json("{}", status: status))
    for _ in 0..<2 { #expect(await Listener(stage.timelines).next() == nil) }
    #expect(stage.transport.requests.count == 1)
  }

  @Test func `no token goes to this machine because a server says so`() async throws {
    let stage = try ServerHarness(ServerCapabilities(streaming: HTTPAddress("http://127.0.0.1:631")))
    #expect(await Listener(stage.timelines).next() == nil)
    #expect(stage.transport.requests.isEmpty)
  }

  @Test func `a server that names no stream is not asked for one`() async throws {
    let stage = try ServerHarness()
    #expect(await Listener(stage.timelines).next() == nil)
    #expect(stage.transport.requests.isEmpty)
  }

  @Test func `who stops listening has the stream closed`() async throws {
    let stage = try stage()
    let stream = ScriptedStream()
    stage.transport.on(Self.path, stream: stream)
    let listener = Listener(stage.timelines)
    #expect(await listener.next() == .connected)
    #expect(await stage.clock.waitForSleepers(1))
    listener.stop()
    for _ in 0..<2_000 where stream.isOpen || stage.clock.sleeperCount > 0 {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(!stream.isOpen)
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `an event without an end is not kept for ever`() async throws {
    let stage = try stage()
    let stream = ScriptedStream()
    stage.transport.on(Self.path, stream: stream)
    let listener = Listener(stage.timelines)
    #expect(await listener.next() == .connected)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
    for _ in 0..<6 { stream.send(bytes: piece) }
    #expect(await listener.next() == .lost(.serverError(host: "timeline.example", message: "An event has no end.")))
    listener.stop()
  }
}
