import Domain
import FolderSupport
import Foundation
import Network
import NetworkSupport
import Pictures
import Runtime
import Testing

@Suite("Pictures are kept in a folder of their account, and fetched when one asks")
struct KeptPicturesTests {
  private static let account = AccountID.mastodon("ada@timeline.example")
  private let folder: TemporaryFolder
  private let clock = VirtualClock(now: .init(timeIntervalSince1970: 0))

  init() throws {
    folder = try TemporaryFolder()
  }

  private func pictures(
    _ transport: ScriptedTransport?, limit: Int = 1_000_000, allowsThisMachine: Bool = false
  ) -> KeptPictures {
    KeptPictures(
      PictureFolder(in: folder.path, of: Self.account),
      fetching: transport.map { .init(transport: $0, limit: limit, allowsThisMachine: allowsThisMachine) })
  }

  private func picture(_ url: String?, post: String = "20") -> PostPicture {
    PostPicture(Media(kind: .image, url: url), of: PostRef(account: Self.account, id: PostID(post)))
  }

  /// Why a picture cannot be fetched.
  private func failure(_ pictures: KeptPictures, _ url: String) async -> PictureFailure? {
    do throws(PictureFailure) {
      _ = try await pictures.fetch(picture(url))
      return nil
    } catch {
      return error
    }
  }

  @Test("What is fetched once is kept, for its owner alone and under no name of another's, and is not asked for again")
  func fetched() async throws {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/b.jpg", answer: .init(body: SamplePicture.jpeg))
    let pictures = pictures(transport)
    let picture = picture("https://files.example/b.jpg")
    #expect(await pictures.kept(picture) == nil)
    #expect(pictures.host(of: picture) == "files.example")
    let kept = try await pictures.fetch(picture)
    #expect(kept.path.hasPrefix(folder.path + "/pictures/"))
    #expect(!kept.path.contains("b.jpg") && !kept.path.contains("ada@"))
    let inner = String(kept.path.dropFirst(folder.path.count + 1))
    #expect(try folder.permissions(of: inner) == 0o600)
    #expect(try folder.permissions(of: "pictures") == 0o700)
    #expect(await pictures.kept(picture) == kept)
    #expect(try await pictures.fetch(picture) == kept)
    #expect(transport.requests.count == 1)
    // Whoever has the picture is not told who asks.
    #expect(transport.requests.allSatisfy { $0.token == nil })
  }

  @Test("What is no picture is not kept, nor is what says no")
  func refused() async {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/page", answer: .html("<html>Sign in</html>"))
    transport.on(.get, "/gone", answer: .status(404))
    transport.on(.get, "/off", answer: .init(error: .unreachable(host: "files.example", .unknownHost)))
    let pictures = pictures(transport)
    #expect(await failure(pictures, "https://files.example/page") == .unknownKind("a page"))
    #expect(
      await failure(pictures, "https://files.example/gone")
        == .notFetched(.serverError(host: "files.example", message: "HTTP 404")))
    #expect(
      await failure(pictures, "https://files.example/off")
        == .notFetched(.offline(host: "files.example")))
    #expect(!folder.exists("pictures"))
  }

  @Test(
    "Nobody is asked by an address that is none, without HTTPS, or on this machine",
    arguments: ["http://files.example/a", "https://127.0.0.1/a", "https://localhost/a", "file:///etc/passwd", "", "a"])
  func addresses(url: String) async {
    let transport = ScriptedTransport(clock: clock)
    let pictures = pictures(transport)
    #expect(pictures.host(of: picture(url)) == nil)
    #expect(await failure(pictures, url) == .noAddress)
    #expect(transport.requests.isEmpty)
  }

  @Test("Where the account's own server runs on this machine, so may its pictures")
  func ownMachine() async throws {
    let transport = ScriptedTransport(clock: clock)
    transport.on(.get, "/a", answer: .init(body: SamplePicture.webp))
    _ = try await pictures(transport, allowsThisMachine: true).fetch(picture("http://127.0.0.1:3000/a"))
  }

  @Test("No more is kept than is to be; the one that was just asked for stays")
  func bounded() async throws {
    let transport = ScriptedTransport(clock: clock)
    for name in ["a", "b", "c"] { transport.on(.get, "/\(name)", answer: .init(body: SamplePicture.jpeg)) }
    let pictures = pictures(transport, limit: SamplePicture.jpeg.count)
    for name in ["a", "b", "c"] { _ = try await pictures.fetch(picture("https://files.example/\(name)")) }
    #expect(await pictures.kept(picture("https://files.example/c")) != nil)
    #expect(PictureFolder(in: folder.path, of: Self.account).size == SamplePicture.jpeg.count)
  }

  @Test("The files of archives are found by the posts that carry them")
  func archives() async throws {
    let folder = PictureFolder(in: folder.path, of: Self.account)
    let x = try #require(PictureName.name(inArchive: "data/tweets_media/20-FhQ.jpg"))
    let mastodon = try #require(PictureName.name(inArchive: "media_attachments/files/109/1/original/a.png"))
    #expect(PictureName.name(inArchive: "data/direct_messages_media/1-a.jpg") == nil)
    #expect(PictureName.name(inArchive: "avatar.png") == nil)
    #expect(PictureName.name(inArchive: "media_attachments") == nil)
    try folder.keep(SamplePicture.jpeg, as: x)
    try folder.keep(SamplePicture.webp, as: mastodon)
    let pictures = pictures(nil)
    #expect(await pictures.kept(picture("https://pbs.twimg.com/media/FhQ.jpg?name=large")) != nil)
    #expect(await pictures.kept(picture("https://pbs.twimg.com/media/FhQ.jpg", post: "21")) == nil)
    #expect(await pictures.kept(picture("/media_attachments/files/109/1/original/a.png")) != nil)
    #expect(
      await pictures.kept(picture("https://h.example/system/media_attachments/files/109/1/original/a.png")) != nil)
    #expect(await pictures.kept(picture(nil)) == nil)
    folder.remove()
    #expect(await pictures.kept(picture("https://pbs.twimg.com/media/FhQ.jpg")) == nil)
    #expect(try self.folder.names() == ["pictures"] && self.folder.names().count == 1)
  }

  @Test("The demo has its own, and asks nobody for others")
  func demo() async throws {
    try folder.write(SamplePicture.jpeg, to: "media/sky-1.jpg")
    try folder.write("secret", to: "accounts.json")
    let demo = DemoPictures(directory: folder.path)
    #expect(await demo.kept(picture("https://example.com/media/sky-1.jpg")) != nil)
    #expect(await demo.kept(picture("https://example.com/media/..")) == nil)
    #expect(await demo.kept(picture("https://example.com/media/..%2Faccounts.json")) == nil)
    #expect(demo.host(of: picture("https://example.com/media/none.jpg")) == nil)
  }
}
