import Domain
import FolderSupport
import Foundation
import Network
import NetworkSupport
import Pictures
import Runtime
import Testing

@Suite("Picture cache")
struct PictureCacheTests {
  private static let account = AccountID.mastodon("ada@timeline.example")
  private let folder = TemporaryFolder()
  private let clock = VirtualClock(now: .init(timeIntervalSince1970: 0))

  private func pictures(
    _ transport: ScriptedTransport?, limit: Int = 1_000_000, server: String = "https://timeline.example"
  ) -> PictureCache {
    PictureCache(
      PictureFolder(in: folder.path, of: Self.account),
      fetching: transport.map { .init(transport: $0, limit: limit, server: HTTPAddress(server)) })
  }

  private func picture(_ url: String?, post: String = "20") -> PostPicture {
    PostPicture(Media(kind: .image, url: url), of: PostRef(account: Self.account, id: PostID(post)))
  }

  /// The reason that fetching a picture failed; nil if it succeeded.
  private func failure(_ pictures: PictureCache, _ url: String) async -> PictureFailure? {
    do throws(PictureFailure) {
      _ = try await pictures.fetch(picture(url))
      return nil
    } catch {
      return error
    }
  }

  @Test("Fetched pictures are cached privately under hashed names")
  func fetched() async throws {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/b.jpg", response: .init(body: SamplePicture.jpeg))
    let pictures = pictures(transport)
    let picture = picture("https://files.example/b.jpg")
    #expect(await pictures.storedPicture(for: picture) == nil)
    #expect(pictures.host(of: picture) == "files.example")
    let kept = try await pictures.fetch(picture)
    #expect(kept.path.hasPrefix(folder.path + "/pictures/"))
    #expect(!kept.path.contains("b.jpg") && !kept.path.contains("ada@"))
    let inner = String(kept.path.dropFirst(folder.path.count + 1))
    #expect(try folder.permissions(of: inner) == 0o600)
    #expect(try folder.permissions(of: "pictures") == 0o700)
    #expect(await pictures.storedPicture(for: picture) == kept)
    #expect(try await pictures.fetch(picture) == kept)
    #expect(transport.requests.count == 1)
    // The server does not learn who requests the picture.
    #expect(transport.requests.allSatisfy { $0.token == nil })
  }

  @Test func `Lists fetch the smaller version, unless the picture is stored`() async throws {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/small.jpg", response: .init(body: SamplePicture.jpeg))
    transport.on(.get, "/b.jpg", response: .init(body: SamplePicture.jpeg))
    let pictures = pictures(transport)
    var picture = picture("https://files.example/b.jpg")
    picture.media.previewURL = "https://files.example/small.jpg"
    let small = try await pictures.fetch(picture.preview)
    #expect(await pictures.storedPicture(for: picture) == nil)
    #expect(await pictures.storedPicture(for: picture.preview) == small)
    let whole = try await pictures.fetch(picture)
    #expect(await pictures.storedPicture(for: picture.preview) == whole)
    #expect(transport.requests.map(\.url.path) == ["/small.jpg", "/b.jpg"])
  }

  @Test("Invalid pictures and error responses are not cached")
  func refused() async {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/page", response: .html("<html>Sign in</html>"))
    transport.on(.get, "/gone", response: .status(404))
    transport.on(.get, "/off", response: .init(error: .unreachable(host: "files.example", .unknownHost)))
    let pictures = pictures(transport)
    #expect(await failure(pictures, "https://files.example/page") == .unknownKind("a web page"))
    #expect(
      await failure(pictures, "https://files.example/gone")
        == .notFetched(.serverError(host: "files.example", message: "HTTP 404")))
    #expect(
      await failure(pictures, "https://files.example/off")
        == .notFetched(.offline(host: "files.example")))
    #expect(!folder.exists("pictures"))
  }

  @Test(
    "Invalid, insecure and local addresses are not requested",
    arguments: [
      "http://files.example/a", "https://127.0.0.1/a", "https://localhost/a", "file:///etc/passwd", "", "a",
      "https://localhost./a", "https://a.localhost/a", "https://0.0.0.0/a", "https://[::]/a", "https://[::1]/a",
      "https://[::ffff:127.0.0.1]/a", "https://[::ffff:7f00:1]/a", "https://10.1.2.3/a", "https://172.16.0.1/a",
      "https://192.168.0.1/a", "https://169.254.169.254/a", "https://[fc00::1]/a", "https://[fd12::1]/a",
      "https://[fe80::1]/a", "http://[::1]/a", "https://printer.local/a",
    ])
  func addresses(url: String) async {
    let transport = ScriptedTransport(clock: clock)
    let pictures = pictures(transport)
    #expect(pictures.host(of: picture(url)) == nil)
    #expect(await failure(pictures, url) == .noAddress)
    #expect(transport.requests.isEmpty)
  }

  @Test("Pictures of a server on this machine are fetched")
  func sameMachine() async throws {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/a", response: .init(body: SamplePicture.webp))
    let local = pictures(transport, server: "http://localhost:3000")
    _ = try await local.fetch(picture("http://127.0.0.1:3000/a"))
    #expect(await failure(local, "https://192.168.0.1/a") == .noAddress)
    #expect(transport.requests.count == 1)
  }

  @Test("Pictures of a server in the local network are fetched, others are not")
  func localNetwork() async throws {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/a", response: .init(body: SamplePicture.webp))
    let own = pictures(transport, server: "https://10.0.0.5")
    _ = try await own.fetch(picture("https://10.0.0.5:8443/a"))
    #expect(await failure(own, "https://10.0.0.6/a") == .noAddress)
    #expect(await failure(own, "https://localhost/a") == .noAddress)
  }

  @Test("Redirects to this machine are rejected")
  func redirected() async throws {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/a", response: .init(error: .notPublic(host: "inside.example")))
    let pictures = pictures(transport)
    #expect(await failure(pictures, "https://files.example/a") == .notPublic(host: "inside.example"))
    #expect(transport.requests.map(\.hostPolicy) == [.publicNetwork(except: HTTPAddress("https://timeline.example"))])
    #expect(PictureFailure.notPublic(host: "inside.example").sentence.contains("inside.example"))
  }

  @Test("Unfinished files of terminated processes are removed")
  func partials() async throws {
    let folder = PictureFolder(in: folder.path, of: Self.account)
    let whole = try #require(PictureName.name(inArchive: "data/tweets_media/20-a.jpg"))
    let kept = try folder.store(SamplePicture.jpeg, as: whole)
    let inner = String(kept.path.dropFirst(self.folder.path.count + 1))
    try self.folder.write("half", to: "\(inner).1-1")
    try self.folder.write("half", to: "\(inner).1-2")
    let other = open(self.folder.path(of: "\(inner).1-2"), O_RDONLY | O_CLOEXEC)
    try #require(other >= 0 && flock(other, LOCK_EX) == 0)
    // Neither counts as a picture.
    #expect(folder.size == SamplePicture.jpeg.count)
    PictureFolder.removePartials(in: self.folder.path)
    #expect(!self.folder.exists("\(inner).1-1"))
    #expect(self.folder.exists("\(inner).1-2"))
    #expect(self.folder.exists(inner))
    close(other)
    // A process started by another test has the file open until it executes its program.
    for _ in 0..<1_000 where self.folder.exists("\(inner).1-2") {
      PictureFolder.removePartials(in: self.folder.path)
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(!self.folder.exists("\(inner).1-2"))
    try self.folder.write("half", to: "\(inner).1-3")
    folder.remove()
    #expect(try self.folder.names() == ["pictures"])
  }

  @Test("The cache size is limited, and the last picture is kept")
  func bounded() async throws {
    let transport = ScriptedTransport(clock: clock)
    for name in ["a", "b", "c"] { transport.on(.get, "/\(name)", response: .init(body: SamplePicture.jpeg)) }
    let pictures = pictures(transport, limit: SamplePicture.jpeg.count)
    for name in ["a", "b", "c"] { _ = try await pictures.fetch(picture("https://files.example/\(name)")) }
    #expect(await pictures.storedPicture(for: picture("https://files.example/c")) != nil)
    #expect(PictureFolder(in: folder.path, of: Self.account).size == SamplePicture.jpeg.count)
  }

  @Test("Files of archives are found by their posts")
  func archives() async throws {
    let folder = PictureFolder(in: folder.path, of: Self.account)
    let x = try #require(PictureName.name(inArchive: "data/tweets_media/20-FhQ.jpg"))
    let mastodon = try #require(PictureName.name(inArchive: "media_attachments/files/109/1/original/a.png"))
    #expect(PictureName.name(inArchive: "data/direct_messages_media/1-a.jpg") == nil)
    #expect(PictureName.name(inArchive: "avatar.png") == nil)
    #expect(PictureName.name(inArchive: "media_attachments") == nil)
    try folder.store(SamplePicture.jpeg, as: x)
    try folder.store(SamplePicture.webp, as: mastodon)
    let pictures = pictures(nil)
    #expect(await pictures.storedPicture(for: picture("https://pbs.twimg.com/media/FhQ.jpg?name=large")) != nil)
    #expect(await pictures.storedPicture(for: picture("https://pbs.twimg.com/media/FhQ.jpg", post: "21")) == nil)
    #expect(await pictures.storedPicture(for: picture("/media_attachments/files/109/1/original/a.png")) != nil)
    #expect(
      await pictures.storedPicture(
        for: picture("https://h.example/system/media_attachments/files/109/1/original/a.png")) != nil)
    #expect(await pictures.storedPicture(for: picture(nil)) == nil)
    folder.remove()
    #expect(await pictures.storedPicture(for: picture("https://pbs.twimg.com/media/FhQ.jpg")) == nil)
    #expect(try self.folder.names() == ["pictures"] && self.folder.names().count == 1)
  }

  @Test("The demo uses its own pictures only")
  func demo() async throws {
    try folder.write(SamplePicture.jpeg, to: "media/sky-1.jpg")
    try folder.write("secret", to: "accounts.json")
    let demo = DemoPictures(directory: folder.path)
    #expect(await demo.storedPicture(for: picture("https://example.com/media/sky-1.jpg")) != nil)
    #expect(await demo.storedPicture(for: picture("https://example.com/media/..")) == nil)
    #expect(await demo.storedPicture(for: picture("https://example.com/media/..%2Faccounts.json")) == nil)
    #expect(demo.host(of: picture("https://example.com/media/none.jpg")) == nil)
  }
}
