import FaultServer
import FolderSupport
import Foundation
import Network
import Synchronization
import Testing

/// Bodies that are read from a file while sent.
@Suite struct UploadTests {
  private let transport = CurlTransport(.test)
  private let folder = TemporaryFolder()

  private func upload(_ bytes: [UInt8], progress: @escaping @Sendable (Double) -> Void = { _ in }) throws -> HTTPUpload
  {
    try folder.write(bytes, to: "file")
    return HTTPUpload(
      head: Array("head:".utf8), file: try UploadFile(path: folder.path(of: "file")), tail: Array(":tail".utf8),
      progress: progress)
  }

  private func error(of request: HTTPRequest, _ settings: CurlTransport.Settings = .test) async -> HTTPError? {
    do throws(HTTPError) {
      _ = try await CurlTransport(settings).response(to: request)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 3 << 20])
  func `the file's content arrives`(size: Int) async throws {
    let server = try FaultServer(.respond(body: "x"))
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let request = HTTPRequest(
      .post, try server.url("/"), headers: ["Content-Type": "a/b"], upload: try upload(bytes), token: .init("t0ken"))
    let response = try await transport.response(to: request)
    #expect(response.body == Array("x".utf8))
    let seen = try #require(server.requests.first)
    #expect(seen.method == "POST")
    #expect(seen.header("content-length") == "\(size + 10)")
    #expect(seen.header("content-type") == "a/b")
    #expect(seen.header("authorization") == "Bearer t0ken")
    #expect(seen.header("transfer-encoding") == nil)
    #expect(seen.body == Array("head:".utf8) + bytes + Array(":tail".utf8))
  }

  @Test func `PUT arrives as PUT`() async throws {
    let server = try FaultServer(.respond())
    _ = try await transport.response(to: HTTPRequest(.put, server.url("/"), upload: upload([1, 2])))
    #expect(server.requests.map(\.method) == ["PUT"])
    #expect(server.requests.first?.body.count == 12)
  }

  @Test func `progress is reported in order`() async throws {
    let server = try FaultServer(.respond())
    let told = Mutex<[Double]>([])
    let upload = try upload([UInt8](repeating: 7, count: 8 << 20)) { share in told.withLock { $0.append(share) } }
    _ = try await transport.response(to: HTTPRequest(.post, server.url("/"), upload: upload))
    let shares = told.withLock { $0 }
    #expect(shares.count > 10 && shares.count <= 101)
    #expect(shares == shares.sorted())
    #expect(shares.last == 1)
  }

  @Test func `an early response is received`() async throws {
    let server = try FaultServer(maxBodyBytes: 1_000) { _ in [.respond(413, body: "too large"), .drain, .close] }
    let upload = try upload([UInt8](repeating: 7, count: 8 << 20))
    let response = try await transport.response(to: HTTPRequest(.post, server.url("/"), upload: upload))
    #expect(response.status == 413)
    #expect(response.body == Array("too large".utf8))
  }

  @Test func `a broken connection is reported`() async throws {
    let server = try FaultServer(maxBodyBytes: 1_000) { _ in [.reset] }
    let upload = try upload([UInt8](repeating: 7, count: 8 << 20))
    #expect(
      await error(of: HTTPRequest(.post, try server.url("/"), upload: upload))
        == .unreachable(host: "127.0.0.1", .cut))
    #expect(server.connections.taken == 1)
  }

  @Test func `a stalled upload is given up`() async throws {
    var settings = CurlTransport.Settings.test
    settings.maxStall = 1
    let server = try FaultServer(maxBodyBytes: 0) { _ in [.delay(30)] }
    let upload = try upload([UInt8](repeating: 7, count: 16 << 20))
    guard
      case .timedOut? = await error(of: HTTPRequest(.post, try server.url("/"), upload: upload, timeout: 600), settings)
    else {
      Issue.record("not given up")
      return
    }
  }

  @Test func `a truncated file is an error`() async throws {
    let server = try FaultServer(.respond())
    let upload = try upload([UInt8](repeating: 7, count: 4 << 20))
    #expect(truncate(folder.path(of: "file"), 1 << 20) == 0)
    guard case .fileUnreadable(let error)? = await error(of: HTTPRequest(.post, try server.url("/"), upload: upload))
    else {
      Issue.record("sent all the same")
      return
    }
    #expect(error.path == folder.path(of: "file"))
    #expect(error.reason == "The file was truncated.")
    try await eventually { server.connections.open == 0 }
    #expect(server.requests.isEmpty)
  }

  @Test func `cancelling stops the upload`() async throws {
    let server = try FaultServer(maxBodyBytes: 100) { _ in [.delay(30)] }
    let upload = try upload([UInt8](repeating: 7, count: 16 << 20))
    let sending = Task { _ = try await transport.response(to: HTTPRequest(.post, server.url("/"), upload: upload)) }
    try await eventually { !server.requests.isEmpty }
    sending.cancel()
    await #expect(throws: HTTPError.cancelled) { try await sending.value }
  }

  @Test func `a redirect on the same server repeats the upload`() async throws {
    let server = try FaultServer { request in [request.path == "/a" ? .redirect(307, to: "/b") : .respond()] }
    let upload = try upload([UInt8](repeating: 7, count: 200_000))
    _ = try await transport.response(to: HTTPRequest(.post, server.url("/a"), upload: upload))
    #expect(server.requests.map(\.path) == ["/a", "/b"])
    #expect(server.requests.map(\.body.count) == [200_010, 200_010])
  }

  @Test func `an upload is not redirected to another server`() async throws {
    let other = try FaultServer(.respond())
    let origin = other.origin
    let server = try FaultServer { _ in [.redirect(307, to: origin + "/")] }
    #expect(
      await error(of: HTTPRequest(.post, try server.url("/"), upload: try upload([1])))
        == .redirected(host: "127.0.0.1", to: try other.url("/"), mayHaveArrived: false))
    #expect(other.requests.isEmpty)
  }

  @Test func `only regular files are opened`() throws {
    #expect(throws: UploadFileError.self) { try UploadFile(path: "/dev/zero") }
    do {
      _ = try UploadFile(path: folder.path)
      Issue.record("a folder was opened")
    } catch {
      #expect(error.reason == "Is a directory")
      #expect(!error.isMissing)
    }
    do {
      _ = try UploadFile(path: folder.path(of: "nowhere"))
      Issue.record("nothing was opened")
    } catch {
      #expect(error.isMissing)
    }
    let pipe = folder.path(of: "pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: UploadFileError.self) { try UploadFile(path: pipe) }
  }
}
