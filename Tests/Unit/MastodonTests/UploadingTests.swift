import Domain
import FolderSupport
import Foundation
import Network
import NetworkSupport
import Synchronization
import TestSupport
import Testing

@testable import Mastodon

struct UploadingTests {
  private static let host = "timeline.example"
  private let folder = TemporaryFolder()

  private func media(
    _ name: String = "cat.png", _ bytes: [UInt8] = [1, 2, 3], description: String = "", id: String? = nil
  ) throws -> DraftMedia {
    try folder.write(bytes, to: name)
    return DraftMedia(path: folder.path(of: name), description: description, remoteID: id)
  }

  /// The complete form that was sent.
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

  @Test func `a file is sent as a form with its description and without its name`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(
      .post, "/api/v2/media", response: .json(#"{"id": "31", "type": "image", "url": "https://x/1"}"#))
    let media = try media("my \"secret\"\r\n.PNG", Array("bytes".utf8), description: "a cat")
    #expect(try await harness.publishing.upload(media) { _ in } == "31")
    let request = try #require(harness.transport.requests.first)
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

  @Test func `A file that was replaced after it was chosen is not uploaded`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v2/media", response: .json(#"{"id": "31"}"#))
    let path = folder.path(of: "shot.png")
    func chosen() throws -> DraftMedia {
      try folder.write("first", to: "shot.png")
      return DraftMedia(path: path, version: FileVersion(at: path))
    }
    let changed = TimelineError.fileUnreadable(
      path: path, reason: "It was changed after you chose it. Remove it and add it again.")
    // A new file of the same size, as a program that takes screenshots makes it.
    var media = try chosen()
    try folder.write("other", to: "new.png")
    #expect(rename(folder.path(of: "new.png"), path) == 0)
    await #expect(throws: changed) { try await harness.publishing.upload(media) { _ in } }
    // The same file with other content.
    media = try chosen()
    try folder.write("second", to: "shot.png")
    await #expect(throws: changed) { try await harness.publishing.upload(media) { _ in } }
    #expect(harness.transport.requests.filter { $0.method == .post }.isEmpty)
    #expect(try await harness.publishing.upload(chosen()) { _ in } == "31")
    // A draft of an earlier version of Tern.
    #expect(try await harness.publishing.upload(DraftMedia(path: path)) { _ in } == "31")
  }

  @Test func `the old endpoint is used for a day if the new one is missing`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v2/media", response: .status(404))
    harness.transport.on(.post, "/api/v1/media", response: .json(#"{"id": 31}"#))
    let media = try media()
    for _ in 0..<2 { #expect(try await harness.publishing.upload(media) { _ in } == "31") }
    #expect(harness.asked == ["/api/v2/media", "/api/v1/media", "/api/v1/media"])
  }

  @Test func `background processing is polled with growing delays`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v2/media", response: .json(#"{"id": "31", "url": null}"#, status: 202))
    harness.transport.on(
      .get, "/api/v1/media/31", response: .json(#"{"id": "31", "url": null}"#, status: 206),
      .failure(.unreachable(host: Self.host, .cut)), .json("{}", status: 206), .json(#"{"id": "31"}"#))
    let media = try media("film.mp4")
    let publishing = harness.publishing
    let uploading = Task { try await publishing.upload(media) { _ in } }
    var pauses: [Double] = []
    for _ in 0..<4 {
      #expect(await harness.clock.waitForSleepers(1))
      let before = harness.clock.now
      let next = try #require(harness.clock.nextDeadline)
      harness.clock.advance(to: next)
      pauses.append(next.timeIntervalSince(before))
    }
    #expect(try await uploading.value == "31")
    #expect(pauses == [1, 1.5, 2.25, 3.375])
  }

  @Test func `processing times out after fifteen minutes`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v2/media", response: .json(#"{"id": "31"}"#, status: 202))
    harness.transport.on(.get, "/api/v1/media/31", response: .json("{}", status: 206))
    let media = try media("film.mp4")
    let publishing = harness.publishing
    let uploading = Task {
      await failure { () throws(TimelineError) in try await publishing.upload(media) { _ in } }
    }
    while harness.transport.requests.count < 200, await harness.clock.waitForSleepers(1),
      let next = harness.clock.nextDeadline
    {
      guard next <= .noon.addingTimeInterval(920) else { break }
      harness.clock.advance(to: next)
      if next.timeIntervalSince(.noon) >= 900 { break }
    }
    guard case .timedOut(Self.host, let seconds)? = await uploading.value else {
      Issue.record("waits forever")
      return
    }
    #expect((900...920).contains(seconds))
  }

  @Test func `failed processing is reported`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v2/media", response: .json(#"{"id": "31"}"#, status: 202))
    harness.transport.on(
      .get, "/api/v1/media/31", response: .json(#"{"error": "Error processing the video"}"#, status: 422))
    let media = try media("film.mp4")
    let publishing = harness.publishing
    let uploading = Task {
      await failure { () throws(TimelineError) in try await publishing.upload(media) { _ in } }
    }
    #expect(await harness.clock.waitForSleepers(1))
    harness.clock.advance(to: .noon.addingTimeInterval(1))
    #expect(await uploading.value == .refused(host: Self.host, message: "Error processing the video"))
  }

  @Test func `cancelling ends waiting for processing`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v2/media", response: .json(#"{"id": "31"}"#, status: 202))
    let media = try media("film.mp4")
    let publishing = harness.publishing
    let uploading = Task {
      await failure { () throws(TimelineError) in try await publishing.upload(media) { _ in } }
    }
    #expect(await harness.clock.waitForSleepers(1))
    uploading.cancel()
    #expect(await uploading.value == .cancelled)
  }

  @Test func `only the description of an existing upload is changed`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.put, "/api/v1/media/31", response: .json(#"{"id": "31"}"#))
    let media = try media(description: "a cat & a dog", id: "31")
    #expect(try await harness.publishing.upload(media) { _ in } == "31")
    #expect(harness.sent == ["PUT /api/v1/media/31 description=a%20cat%20%26%20a%20dog"])
  }

  @Test func `a focal point is sent with a file, and changed with the description of an existing upload`() async throws
  {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v2/media", response: .json(#"{"id": "31"}"#))
    harness.transport.on(.put, "/api/v1/media/31", response: .json(#"{"id": "31"}"#))
    var media = try media()
    media.focus = FocalPoint(x: 0.5, y: -1)
    _ = try await harness.publishing.upload(media) { _ in }
    #expect(try form(#require(harness.transport.requests.first)).contains("name=\"focus\"\r\n\r\n0.5,-1.0\r\n"))
    media.remoteID = "31"
    _ = try await harness.publishing.upload(media) { _ in }
    #expect(harness.sent.last == "PUT /api/v1/media/31 description=&focus=0.5%2C-1.0")
  }

  @Test func `a deleted upload is sent again`() async throws {
    let harness = try ServerHarness()
    harness.transport.on(.put, "/api/v1/media/31", response: .json(#"{"error": "not found"}"#, status: 404))
    harness.transport.on(.post, "/api/v2/media", response: .json(#"{"id": "32"}"#))
    #expect(try await harness.publishing.upload(media(id: "31")) { _ in } == "32")
  }

  @Test func `files of a published post are not uploaded`() async throws {
    let harness = try ServerHarness()
    let media = DraftMedia(path: "", description: "x", remoteID: "31")
    #expect(try await harness.publishing.upload(media) { _ in } == "31")
    #expect(harness.sent.isEmpty)
  }

  @Test(arguments: [
    ("cat.png", 11, "The file is too large: 11 bytes. The server’s limit is 10 bytes."),
    ("film.mp4", 21, "The file is too large: 21 bytes. The server’s limit is 20 bytes."),
    ("song.ogg", 21, "The file is too large: 21 bytes. The server’s limit is 20 bytes."),
    ("cat.gif", 0, "The file is empty."),
  ])
  func `files over the limit are not sent`(name: String, size: Int, words: String) async throws {
    var limits = PostLimits()
    (limits.imageBytes, limits.videoBytes) = (10, 20)
    let harness = try ServerHarness(ServerCapabilities(limits: limits))
    let media = try media(name, [UInt8](repeating: 7, count: size))
    let error = await failure { () throws(TimelineError) in try await harness.publishing.upload(media) { _ in } }
    #expect(error == .refused(host: Self.host, message: words))
    #expect(harness.sent.isEmpty)
  }

  @Test func `a file of the maximum size is sent`() async throws {
    var limits = PostLimits()
    limits.imageBytes = 10
    let harness = try ServerHarness(ServerCapabilities(limits: limits))
    harness.transport.on(.post, "/api/v2/media", response: .json(#"{"id": "31"}"#))
    _ = try await harness.publishing.upload(media("cat.png", [UInt8](repeating: 7, count: 10))) { _ in }
    #expect(harness.sent == ["POST /api/v2/media"])
  }

  @Test func `an unreadable file is not sent`() async throws {
    let harness = try ServerHarness()
    let missing = folder.path(of: "nowhere.png")
    let error = await failure { () throws(TimelineError) in
      try await harness.publishing.upload(DraftMedia(path: missing)) { _ in }
    }
    #expect(error == .fileMissing(path: missing))
    let path = folder.path
    let other = await failure { () throws(TimelineError) in
      try await harness.publishing.upload(DraftMedia(path: path)) { _ in }
    }
    #expect(other == .fileUnreadable(path: path, reason: "Is a directory"))
    #expect(harness.sent.isEmpty)
  }

  @Test(arguments: [
    (
      ScriptedResponse.json(#"{"error": "Unsupported"}"#, status: 422),
      TimelineError.refused(host: host, message: "Unsupported")
    ),
    (.html("<title>413 Too Large</title>", status: 413), .webPage(host: host, title: "413 Too Large")),
    (.status(429, headers: ["Retry-After": "60"]), .rateLimited(host: host, until: .noon.addingTimeInterval(60))),
    (.failure(.unreachable(host: host, .cut)), .offline(host: host, .cut)),
    (.json("{}"), .requestFailed(host: host, reason: "The response is invalid: expected a file’s id.")),
  ])
  func `a refused upload is reported`(response: ScriptedResponse, expected: TimelineError) async throws {
    let harness = try ServerHarness()
    harness.transport.on(.post, "/api/v2/media", response: response)
    let media = try media()
    let error = await failure { () throws(TimelineError) in try await harness.publishing.upload(media) { _ in } }
    #expect(error == expected)
  }
}
