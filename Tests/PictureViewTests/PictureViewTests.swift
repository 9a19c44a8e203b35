import Domain
import Runtime
import Synchronization
import TerminalKit
import TestSupport
import Testing

@testable import PictureView

/// The screen as somebody has it: keys in, lines out.
@MainActor @Suite struct PictureViewTests {
  init() { UTF8Locale.set() }

  /// Gives pictures of one letter each, and notes what it was asked.
  private final class StubShowPicture: ShowPictureUseCase {
    struct State {
      var kept: Set<String>
      var failure: PictureFailure?
      var requests: [PictureRequest] = []
      var fetched: [String] = []
    }

    let state: Mutex<State>
    private let clock: VirtualClock
    private let seconds: Double

    init(kept: Set<String>, after seconds: Double, clock: VirtualClock) {
      state = Mutex(State(kept: kept))
      self.clock = clock
      self.seconds = seconds
    }

    func callAsFunction(
      _ picture: PostPicture, _ request: PictureRequest
    ) async throws(PictureFailure) -> DrawnPicture? {
      do { if seconds > 0 { try await clock.sleep(seconds: seconds) } } catch { throw .cancelled }
      let url = picture.media.url ?? ""
      let (failure, isKept) = state.withLock { state in
        state.requests.append(request)
        return (state.failure, state.kept.contains(url))
      }
      if let failure { throw failure }
      guard isKept, let letter = url.unicodeScalars.last else { return nil }
      let (width, height) = (request.width, max(1, request.height / 2))
      let cell = DrawnPicture.Cell(character: letter, foreground: 0xFF0000)
      return DrawnPicture(
        width: width, height: height, cells: Array(repeating: cell, count: width * height),
        pixels: PixelSize(width: 640, height: 480), moves: letter == "M")
    }

    func host(of picture: PostPicture) -> String? { picture.media.url.map { _ in "files.example" } }

    func fetch(_ picture: PostPicture) async throws(PictureFailure) {
      let failure = state.withLock { state in
        state.fetched.append(picture.media.url ?? "")
        state.kept.insert(picture.media.url ?? "")
        return state.failure
      }
      if let failure { throw failure }
    }
  }

  /// Plays nothing, and notes what it was to play.
  private final class StubPlayer: MediaPlayer {
    struct Call: Hashable {
      var place: MediaPlace
      var command: [String]
    }

    let calls = Mutex<[Call]>([])
    let failure = Mutex<MediaFailure?>(nil)

    func play(_ place: MediaPlace, with command: [String]) async throws(MediaFailure) {
      calls.withLock { $0.append(Call(place: place, command: command)) }
      if let failure = failure.withLock({ $0 }) { throw failure }
    }
  }

  /// Knows what is kept.
  private struct StubPictures: PictureRepository {
    let kept: Set<String>

    func kept(_ picture: PostPicture) async -> KeptPicture? {
      picture.media.url.flatMap { kept.contains($0) ? KeptPicture(path: "/kept/\($0.suffix(1))") : nil }
    }

    func host(of picture: PostPicture) -> String? { nil }
    func fetch(_ picture: PostPicture) async throws(PictureFailure) -> KeptPicture { throw .noAddress }
  }

  @MainActor
  private final class Bench {
    let clock = VirtualClock(now: .noon)
    let runner = TaskRunner()
    let navigator = Navigator()
    let show: StubShowPicture
    let opener = SpyLinkOpener()
    let player = StubPlayer()
    var command: [String] = []
    private let pictures: StubPictures
    private let isOffline: Bool
    private let account: Account
    private let post: Post
    private var size = Size(width: 60, height: 20)

    init(
      _ media: [Media], kept: Set<String> = [], after seconds: Double = 0, isOffline: Bool = false,
      account: Account = .fixture()
    ) {
      pictures = StubPictures(kept: kept)
      self.isOffline = isOffline
      self.account = account
      show = StubShowPicture(kept: kept, after: seconds, clock: clock)
      post = .fixture(media: media)
    }

    func open(_ width: Int = 60, _ height: Int = 20) async -> Self {
      navigator.handle(.resize(Size(width: width, height: height)))
      size = Size(width: width, height: height)
      navigator.setRoot(
        PictureViewAssembly.make(
          dependencies: PictureViewDependencies(
            post: post, account: account, showPicture: show, openLink: OpenLink(opener: opener),
            playMedia: PlayMedia(
              pictures: pictures, player: player, openLink: OpenLink(opener: opener), isOffline: isOffline),
            player: { [weak self] in self?.command ?? [] }, look: { PictureLook() }, clock: clock, runner: runner)))
      await settle()
      return self
    }

    /// As the program does: it draws, and draws again what the drawing has asked for.
    func settle() async {
      for _ in 0..<2 {
        await clock.settle(runner)
        _ = navigator.draw(size: size)
      }
      await clock.settle(runner)
    }

    var text: String { navigator.draw(size: size).text }

    func press(_ key: Key) async {
      navigator.handle(key)
      await settle()
    }
  }

  private static let two = [
    Media(kind: .image, url: "https://files.example/A", description: "a loom"),
    Media(kind: .image, url: "https://files.example/B"),
  ]

  @Test func `A picture fills what its words leave, and says how large it is and which of several`() async {
    let bench = await Bench(Self.two, kept: ["https://files.example/A"]).open()
    let lines = bench.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.contains("Picture by Grace Hopper") == true)
    #expect(lines.contains { $0.contains(String(repeating: "A", count: 60)) })
    #expect(bench.text.contains("a loom"))
    #expect(lines.last { !$0.isEmpty }?.contains("1 of 2 · 640 × 480") == true)
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5), (200, 60)]) func `On each size the words stand with the picture`(
    width: Int, height: Int
  ) async {
    let bench = await Bench(Self.two, kept: ["https://files.example/A"]).open(width, height)
    #expect(bench.text.contains("a loom"))
    #expect(bench.text.contains("AAAA"))
    await bench.press(.character("n"))
    #expect(bench.text.contains("This picture has") || bench.text.contains("no description"))
  }

  @Test func `Another size asks for another picture, the same one does not`() async {
    let bench = await Bench(Self.two, kept: ["https://files.example/A"]).open()
    let count = bench.show.state.withLock { $0.requests.count }
    _ = bench.text
    await bench.settle()
    #expect(bench.show.state.withLock { $0.requests.count } == count)
    bench.navigator.handle(.resize(Size(width: 50, height: 18)))
    _ = bench.navigator.draw(size: Size(width: 50, height: 18))
    await bench.clock.settle(bench.runner)
    #expect(bench.show.state.withLock { $0.requests.last?.width } == 50)
  }

  @Test func `Nobody is asked for a picture before a key asks for it`() async {
    let bench = await Bench(Self.two).open()
    #expect(bench.text.contains("at files.example"))
    #expect(bench.text.contains("Enter fetches it."))
    #expect(bench.show.state.withLock { $0.fetched.isEmpty })
    await bench.press(.enter)
    #expect(bench.show.state.withLock { $0.fetched } == ["https://files.example/A"])
    #expect(bench.text.contains("AAAA"))
    #expect(!bench.text.contains("fetches"))
  }

  @Test func `Why there is none is said, with the words; it can be tried anew`() async {
    let bench = Bench(Self.two, kept: ["https://files.example/A"])
    bench.show.state.withLock { $0.failure = .crashed(signal: 11) }
    _ = await bench.open()
    #expect(bench.text.contains("crashed"))
    #expect(bench.text.contains("a loom"))
    await bench.press(.character("R"))
    #expect(bench.text.contains("tried again, and it is the same"))
    bench.show.state.withLock { $0.failure = nil }
    await bench.press(.character("R"))
    #expect(bench.text.contains("AAAA"))
    #expect(!bench.text.contains("tried again"))
  }

  @Test func `What could not be fetched is fetched when it is tried anew, and not only drawn`() async {
    let bench = await Bench(Self.two).open()
    bench.show.state.withLock { $0.failure = .crashed(signal: 11) }
    await bench.press(.enter)
    #expect(bench.text.contains("crashed"))
    bench.show.state.withLock { $0.failure = nil }
    await bench.press(.character("R"))
    #expect(bench.show.state.withLock { $0.fetched.count } == 2)
    #expect(bench.text.contains("AAAA"))
  }

  @Test func `That it takes its time is said once it does`() async {
    let bench = Bench(Self.two, kept: ["https://files.example/A"], after: 3)
    _ = await bench.open()
    #expect(!bench.text.contains("Drawing"))
    await bench.clock.advance(by: 1, bench.runner)
    #expect(bench.text.contains("Drawing the picture…"))
    // A key is not held up by it.
    await bench.press(.character("n"))
    #expect(bench.text.contains("no description"))
  }

  @Test func `The next and the one before are a key away, to the ends and no further`() async {
    let bench = await Bench(Self.two, kept: ["https://files.example/A", "https://files.example/B"]).open()
    await bench.press(.character("p"))
    #expect(bench.text.contains("AAAA"))
    await bench.press(.right)
    #expect(bench.text.contains("BBBB"))
    #expect(bench.text.contains("2 of 2"))
    await bench.press(.character("n"))
    #expect(bench.text.contains("BBBB"))
    await bench.press(.character("h"))
    #expect(bench.text.contains("1 of 2"))
  }

  private static let film = Media(kind: .video, url: "https://files.example/F", description: "a dome opens")

  /// The words on the screen, wherever their lines end.
  private func words(_ bench: Bench) -> String {
    bench.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `A film that is not kept is its server's, and a key has the browser open it`() async {
    let bench = await Bench([Self.film]).open()
    #expect(bench.text.contains("Film by Grace Hopper"))
    #expect(
      words(bench).contains(
        "This is a film, which Tern does not show. It is at files.example, and not kept on this machine. o opens it in your browser."
      ))
    #expect(bench.text.contains("a dome opens"))
    #expect(bench.opener.opened.isEmpty)
    await bench.press(.character("o"))
    #expect(bench.opener.opened == ["https://files.example/F"])
    #expect(bench.text.contains("Opening"))
    #expect(bench.show.state.withLock { $0.requests.isEmpty })
    #expect(bench.player.calls.withLock { $0.isEmpty })
  }

  @Test func `Where a player is set it is given the address of what is not kept`() async throws {
    let bench = Bench([Self.film])
    bench.command = ["/opt/mpv", "--fs"]
    _ = await bench.open()
    #expect(words(bench).contains("o plays it from there in mpv."))
    await bench.press(.character("o"))
    #expect(bench.opener.opened.isEmpty)
    let address = try WebAddress("https://files.example/F")
    #expect(bench.player.calls.withLock { $0 } == [.init(place: .web(address), command: ["/opt/mpv", "--fs"])])
  }

  @Test(arguments: [Key.enter, .character("o")]) func `What is kept is played from the file, by either key`(
    key: Key
  ) async {
    for kind in [Media.Kind.video, .audio, .gif] {
      let media = Media(kind: kind, url: "https://files.example/F")
      let bench = Bench([media], kept: ["https://files.example/F"])
      if kind == .gif { bench.show.state.withLock { $0.failure = .unknownKind("a film") } }
      _ = await bench.open()
      #expect(words(bench).contains("It is kept on this machine. o plays it in your own program."))
      #expect(words(bench).contains("has no description"))
      await bench.press(key)
      #expect(
        bench.player.calls.withLock { $0 } == [.init(place: .kept(KeptPicture(path: "/kept/F")), command: [])])
      #expect(bench.opener.opened.isEmpty)
      #expect(bench.text.contains("Playing the"))
    }
  }

  @Test func `Why a film does not play is said`() async {
    let bench = Bench([Self.film], kept: ["https://files.example/F"])
    bench.command = ["/opt/my player"]
    _ = await bench.open(120, 20)
    for (failure, words) in [
      (MediaFailure.notStarted(program: "/opt/my player", reason: "No such file"), "cannot be started: No such file."),
      (.ended(program: "mpv", status: 2), "mpv ended at once, with status 2."),
      (.killed(program: "mpv", signal: 11), "mpv was ended at once by signal 11."),
    ] {
      bench.player.failure.withLock { $0 = failure }
      await bench.press(.character("o"))
      #expect(bench.text.contains(words), "\(bench.text)")
    }
  }

  @Test func `Offline nobody is given the address of a film, and that is said`() async {
    let bench = Bench([Self.film], isOffline: true)
    bench.command = ["mpv"]
    _ = await bench.open()
    #expect(words(bench).contains("at files.example, and not kept on this machine; with --offline nobody is asked."))
    await bench.press(.character("o"))
    await bench.press(.enter)
    #expect(bench.player.calls.withLock { $0.isEmpty } && bench.opener.opened.isEmpty)
  }

  @Test func `A film without an address that is not kept has a sentence and no key`() async {
    for url in [nil, "media_attachments/files/1/a.mp4"] {
      let bench = await Bench([Media(kind: .video, url: url)]).open()
      #expect(words(bench).contains("It is not kept on this machine, and has no address at which it could be opened."))
      await bench.press(.character("o"))
      #expect(bench.player.calls.withLock { $0.isEmpty } && bench.opener.opened.isEmpty)
    }
  }

  @Test func `A picture that moves is drawn, and its keys play it`() async {
    for kind in [Media.Kind.image, .gif] {
      let bench = Bench([Media(kind: kind, url: "https://files.example/M")], kept: ["https://files.example/M"])
      bench.command = ["mpv"]
      _ = await bench.open()
      #expect(bench.text.contains("MMMM"))
      #expect(bench.text.contains("640 × 480 · moves; o plays it"))
      await bench.press(.character("o"))
      #expect(
        bench.player.calls.withLock { $0 } == [.init(place: .kept(KeptPicture(path: "/kept/M")), command: ["mpv"])])
    }
  }

  @Test func `A picture of an archive that has no address opens from its file`() async {
    let url = "/media_attachments/files/A"
    let bench = Bench([Media(kind: .image, url: url)], kept: [url])
    bench.command = ["mpv"]
    _ = await bench.open()
    await bench.press(.character("o"))
    #expect(bench.player.calls.withLock { $0 } == [.init(place: .kept(KeptPicture(path: "/kept/A")), command: [])])
  }

  @Test func `Of several kinds each is what it is`() async {
    let media = [
      Media(kind: .image, url: "https://files.example/A", description: "a loom"), Self.film,
      Media(kind: .audio, url: "https://files.example/S"), Media(kind: .gif, url: "https://files.example/G"),
    ]
    let bench = await Bench(media, kept: ["https://files.example/A"]).open()
    var seen: [String] = []
    for number in 1...media.count {
      if number > 1 { await bench.press(.character("n")) }
      seen.append(String(bench.text.prefix { $0 != "b" }.trimmingPrefix(" ")))
      #expect(bench.text.contains("\(number) of 4"))
    }
    #expect(seen == ["Picture ", "Film ", "Sound ", "Animation "])
    #expect(bench.text.contains("This animation has no description."))
  }

  @Test func `Long words can be read to their end`() async {
    let words = (1...60).map { "word\($0)" }.joined(separator: " ")
    let bench = await Bench([Media(kind: .image, url: "https://files.example/A", description: words)]).open(40, 10)
    #expect(bench.text.contains("word1 "))
    for _ in 0..<30 { await bench.press(.character("j")) }
    #expect(bench.text.contains("word60"))
  }

  @Test func `What is under a picture's words, or in them, drives no terminal`() async {
    let bench = await Bench([Media(kind: .image, url: "\u{1B}[2J", description: "\u{1B}]2;x\u{7}")]).open()
    #expect(!bench.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
