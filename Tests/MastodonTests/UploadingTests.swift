import Domain
import FolderSupport
import Foundation
import Network
import NetworkSupport
import Synchronization
import TestSupport
import Testing

@testable import Mastodon

/// How files come to a server.
struct UploadingTests {
  private static let host = "timeline.example"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func media(
    _ name: String = "cat.png", _ bytes: [UInt8] = [1, 2, 3], description: String = "", id: String? = nil
  ) throws -> DraftMedia {
    try folder.write(bytes, to: name)
    return DraftMedia(path: folder.path(of: name), description: description, remoteID: id)
  }

  /// What was sent as a file, whole.
  private func form(_ request: HTTPRequest) throws -> String {
    let upload = try #require(request.upload)
    var bytes = [UInt8](repeating: 0, count: upload.size)
    var count = 0
    try bytes.withUnsafeMutableBytes { buffer in
      while count < buffer.count {
        let read = try upload.read(at: count, into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...].prefix(7)))
        guard read > 0 else { break }
        count += read
      }
    }
    #expect(count == upload.size)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a file is sent as a form, with what it shows and without its name`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v2/media", answer: .json(#"{"id": "31", "type": "image", "url": "https://x/1"}"#))
    let media = try media("my \"secret\"\r\n.PNG", Array("bytes".utf8), description: "a cat")
    #expect(try await stage.publishing.upload(media) { _ in } == "31")
    let request = try #require(stage.transport.requests.first)
    let type = try #require(request.headers["Content-Type"])
    let boundary = type.replacing("multipart/form-data; boundary=", with: "")
    #expect(boundary.hasPrefix("tern-"))
    let name = try #require(form(request).split(separator: "filename=\"").last?.prefix { $0 != "\"" })
    #expect(name.hasSuffix(".png"))
    #expect(UUID(uuidString: String(name.dropLast(4))) != nil)
    #expect(
      try form(request)
        == [
          "--\(boundary)", "Content-Disposition: form-data; name=\"description\"", "", "a cat", "--\(boundary)",
          "Content-Disposition: form-data; name=\"file\"; filename=\"\(name)\"", "Content-Type: image/png", "",
          "bytes",
          "--\(boundary)--", "",
        ].joined(separator: "\r\n"))
    #expect(!request.isRepeatable)
    #expect(request.timeout >= 600)
  }

  @Test func `a server of the old way is asked in the old way, once and for the day`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v2/media", answer: .status(404))
    stage.transport.on(.post, "/api/v1/media", answer: .json(#"{"id": 31}"#))
    let media = try media()
    for _ in 0..<2 { #expect(try await stage.publishing.upload(media) { _ in } == "31") }
    #expect(stage.asked == ["/api/v2/media", "/api/v1/media", "/api/v1/media"])
  }

  @Test func `what is made ready in the background is waited for, longer each time`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v2/media", answer: .json(#"{"id": "31", "url": null}"#, status: 202))
    stage.transport.on(
      .get, "/api/v1/media/31", answer: .json(#"{"id": "31", "url": null}"#, status: 206),
      .failure(.unreachable(host: Self.host, .cut)), .json("{}", status: 206), .json(#"{"id": "31"}"#))
    let media = try media("film.mp4")
    let publishing = stage.publishing
    let uploading = Task { try await publishing.upload(media) { _ in } }
    var pauses: [Double] = []
    for _ in 0..<4 {
      #expect(await stage.clock.waitForSleepers(1))
      let before = stage.clock.now
      let next = try #require(stage.clock.nextDeadline)
      stage.clock.advance(to: next)
      pauses.append(next.timeIntervalSince(before))
    }
    #expect(try await uploading.value == "31")
    #expect(pauses == [1, 1.5, 2.25, 3.375])
  }

  @Test func `what is never made ready is given up after a quarter of an hour`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v2/media", answer: .json(#"{"id": "31"}"#, status: 202))
    stage.transport.on(.get, "/api/v1/media/31", answer: .json("{}", status: 206))
    let media = try media("film.mp4")
    let publishing = stage.publishing
    let uploading = Task {
      await failure { () throws(TimelineError) in try await publishing.upload(media) { _ in } }
    }
    while stage.transport.requests.count < 200, await stage.clock.waitForSleepers(1),
      let next = stage.clock.nextDeadline
    {
      guard next <= .noon.addingTimeInterval(920) else { break }
      stage.clock.advance(to: next)
      if next.timeIntervalSince(.noon) >= 900 { break }
    }
    guard case .timedOut(Self.host, let seconds)? = await uploading.value else {
      Issue.record("waits for ever")
      return
    }
    #expect((900...920).contains(seconds))
  }

  @Test func `a server that cannot make it ready says why`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v2/media", answer: .json(#"{"id": "31"}"#, status: 202))
    stage.transport.on(
      .get, "/api/v1/media/31", answer: .json(#"{"error": "Error processing the video"}"#, status: 422))
    let media = try media("film.mp4")
    let publishing = stage.publishing
    let uploading = Task {
      await failure { () throws(TimelineError) in try await publishing.upload(media) { _ in } }
    }
    #expect(await stage.clock.waitForSleepers(1))
    stage.clock.advance(to: .noon.addingTimeInterval(1))
    #expect(await uploading.value == .refused(host: Self.host, message: "Error processing the video"))
  }

  @Test func `whoever is cancelled while it is made ready waits no more`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v2/media", answer: .json(#"{"id": "31"}"#, status: 202))
    let media = try media("film.mp4")
    let publishing = stage.publishing
    let uploading = Task {
      await failure { () throws(TimelineError) in try await publishing.upload(media) { _ in } }
    }
    #expect(await stage.clock.waitForSleepers(1))
    uploading.cancel()
    #expect(await uploading.value == .cancelled)
  }

  @Test func `of what is there already only the words are changed`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.put, "/api/v1/media/31", answer: .json(#"{"id": "31"}"#))
    let media = try media(description: "a cat & a dog", id: "31")
    #expect(try await stage.publishing.upload(media) { _ in } == "31")
    #expect(stage.sent == ["PUT /api/v1/media/31 description=a%20cat%20%26%20a%20dog"])
  }

  @Test func `what the server has forgotten is sent once more`() async throws {
    let stage = try ServerHarness()
    stage.transport.on(.put, "/api/v1/media/31", answer: .json(#"{"error": "not found"}"#, status: 404))
    stage.transport.on(.post, "/api/v2/media", answer: .json(#"{"id": "32"}"#))
    #expect(try await stage.publishing.upload(media(id: "31")) { _ in } == "32")
  }

  @Test func `what belongs to a post already is there`() async throws {
    let stage = try ServerHarness()
    let media = DraftMedia(path: "", description: "x", remoteID: "31")
    #expect(try await stage.publishing.upload(media) { _ in } == "31")
    #expect(stage.sent.isEmpty)
  }

  @Test(arguments: [
    ("cat.png", 11, "The file has 11 bytes, and the server takes 10 bytes at most."),
    ("film.mp4", 21, "The file has 21 bytes, and the server takes 20 bytes at most."),
    ("song.ogg", 21, "The file has 21 bytes, and the server takes 20 bytes at most."),
    ("cat.gif", 0, "The file is empty."),
  ])
  func `what the server would not take is not sent`(name: String, size: Int, words: String) async throws {
    var limits = PostLimits()
    (limits.imageBytes, limits.videoBytes) = (10, 20)
    let stage = try ServerHarness(ServerCapabilities(limits: limits))
    let media = try media(name, [UInt8](repeating: 7, count: size))
    let error = await failure { () throws(TimelineError) in try await stage.publishing.upload(media) { _ in } }
    #expect(error == .refused(host: Self.host, message: words))
    #expect(stage.sent.isEmpty)
  }

  @Test func `what is as large as the server allows is sent`() async throws {
    var limits = PostLimits()
    limits.imageBytes = 10
    let stage = try ServerHarness(ServerCapabilities(limits: limits))
    stage.transport.on(.post, "/api/v2/media", answer: .json(#"{"id": "31"}"#))
    _ = try await stage.publishing.upload(media("cat.png", [UInt8](repeating: 7, count: 10))) { _ in }
    #expect(stage.sent == ["POST /api/v2/media"])
  }

  @Test func `what cannot be read is not sent`() async throws {
    let stage = try ServerHarness()
    let missing = folder.path(of: "nowhere.png")
    let error = await failure { () throws(TimelineError) in
      try await stage.publishing.upload(DraftMedia(path: missing)) { _ in }
    }
    #expect(error == .fileMissing(path: missing))
    let path = folder.path
    let other = await failure { () throws(TimelineError) in
      try await stage.publishing.upload(DraftMedia(path: path)) { _ in }
    }
    #expect(other == .fileUnreadable(path: path, reason: "Is a directory"))
    #expect(stage.sent.isEmpty)
  }

  @Test(arguments: [
    (
      ScriptedAnswer.json(#"{"error": "Unsupported"}"#, status: 422),
      TimelineError.refused(host: host, message: "Unsupported")
    ),
    (.html("<title>413 Too Large</title>", status: 413), .webPage(host: host, title: "413 Too Large")),
    (.status(429, headers: ["Retry-After": "60"]), .rateLimited(host: host, until: .noon.addingTimeInterval(60))),
    (.failure(.unreachable(host: host, .cut)), .offline(host: host, .cut)),
    (.json("{}"), .serverError(host: host, message: "What came is no answer: there should be a file’s id.")),
  ])
  func `a server that does not take it says why`(answer: ScriptedAnswer, expected: TimelineError) async throws {
    let stage = try ServerHarness()
    stage.transport.on(.post, "/api/v2/media", answer: answer)
    let media = try media()
    let error = await failure { () throws(TimelineError) in try await stage.publishing.upload(media) { _ in } }
    #expect(error == expected)
  }
}
