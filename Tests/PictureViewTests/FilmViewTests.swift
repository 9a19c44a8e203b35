import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PictureView

/// Films, sounds and pictures that move.
@MainActor @Suite struct FilmViewTests {
  init() { UTF8Locale.set() }

  private static let film = Media(kind: .video, url: "https://files.example/F", description: "a dome opens")

  /// The words on the screen, wherever their lines end.
  private func words(_ bench: PictureViewHarness) -> String {
    bench.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `A film that is not kept is its server's, and a key has the browser open it`() async {
    let bench = await PictureViewHarness([Self.film]).open()
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
    let bench = PictureViewHarness([Self.film])
    bench.command = ["/opt/mpv", "--fs"]
    _ = await bench.open()
    #expect(words(bench).contains("o plays it from there in mpv."))
    await bench.press(.character("o"))
    #expect(bench.opener.opened.isEmpty)
    let address = try WebAddress("https://files.example/F")
    #expect(bench.player.calls.withLock { $0 } == [.init(place: .web(address), command: ["/opt/mpv", "--fs"])])
  }

  @Test func `A picture is opened from its file where it is kept, else at its address, or nowhere`() async {
    let picture = Media(kind: .image, url: "https://files.example/P")
    let kept = await PictureViewHarness([picture], kept: ["https://files.example/P"], isOffline: true).open()
    await kept.press(.character("o"))
    #expect(kept.player.calls.withLock { $0 } == [.init(place: .kept(StoredPicture(path: "/kept/P")), command: [])])
    #expect(kept.opener.opened.isEmpty && kept.text.contains("Opening the picture in your own program"))
    let elsewhere = await PictureViewHarness([picture]).open()
    await elsewhere.press(.character("o"))
    #expect(elsewhere.opener.opened == ["https://files.example/P"])
    let offline = await PictureViewHarness([picture], isOffline: true).open()
    await offline.press(.character("o"))
    #expect(offline.opener.opened.isEmpty && offline.player.calls.withLock { $0.isEmpty })
    #expect(words(offline).contains("with --offline nobody is asked"))
  }

  @Test(arguments: [Key.enter, .character("o")]) func `What is kept is played from the file, by either key`(
    key: Key
  ) async {
    for kind in [Media.Kind.video, .audio, .gif] {
      let media = Media(kind: kind, url: "https://files.example/F")
      let bench = PictureViewHarness([media], kept: ["https://files.example/F"])
      if kind == .gif { bench.show.state.withLock { $0.failure = .unknownKind("a film") } }
      _ = await bench.open()
      #expect(words(bench).contains("It is kept on this machine. o plays it in your own program."))
      #expect(words(bench).contains("has no description"))
      await bench.press(key)
      #expect(
        bench.player.calls.withLock { $0 } == [.init(place: .kept(StoredPicture(path: "/kept/F")), command: [])])
      #expect(bench.opener.opened.isEmpty)
      #expect(bench.text.contains("Playing the"))
    }
  }

  @Test func `Why a film does not play is said`() async {
    let bench = PictureViewHarness([Self.film], kept: ["https://files.example/F"])
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
    let bench = PictureViewHarness([Self.film], isOffline: true)
    bench.command = ["mpv"]
    _ = await bench.open()
    #expect(words(bench).contains("at files.example, and not kept on this machine; with --offline nobody is asked."))
    await bench.press(.character("o"))
    await bench.press(.enter)
    #expect(bench.player.calls.withLock { $0.isEmpty } && bench.opener.opened.isEmpty)
  }

  @Test func `A film without an address that is not kept has a sentence and no key`() async {
    for url in [nil, "media_attachments/files/1/a.mp4"] {
      let bench = await PictureViewHarness([Media(kind: .video, url: url)]).open()
      #expect(words(bench).contains("It is not kept on this machine, and has no address at which it could be opened."))
      await bench.press(.character("o"))
      #expect(bench.player.calls.withLock { $0.isEmpty } && bench.opener.opened.isEmpty)
    }
  }

  @Test func `A picture that moves is drawn, and its keys play it`() async {
    for kind in [Media.Kind.image, .gif] {
      let bench = PictureViewHarness(
        [Media(kind: kind, url: "https://files.example/M")], kept: ["https://files.example/M"])
      bench.command = ["mpv"]
      _ = await bench.open()
      #expect(bench.text.contains("MMMM"))
      #expect(bench.text.contains("640 × 480 · moves; o plays it"))
      await bench.press(.character("o"))
      #expect(
        bench.player.calls.withLock { $0 } == [.init(place: .kept(StoredPicture(path: "/kept/M")), command: ["mpv"])])
    }
  }

  @Test func `A picture of an archive that has no address opens from its file`() async {
    let url = "/media_attachments/files/A"
    let bench = PictureViewHarness([Media(kind: .image, url: url)], kept: [url])
    bench.command = ["mpv"]
    _ = await bench.open()
    await bench.press(.character("o"))
    #expect(bench.player.calls.withLock { $0 } == [.init(place: .kept(StoredPicture(path: "/kept/A")), command: [])])
  }

  @Test func `Of several kinds each is what it is`() async {
    let media = [
      Media(kind: .image, url: "https://files.example/A", description: "a loom"), Self.film,
      Media(kind: .audio, url: "https://files.example/S"), Media(kind: .gif, url: "https://files.example/G"),
    ]
    let bench = await PictureViewHarness(media, kept: ["https://files.example/A"]).open()
    var seen: [String] = []
    for number in 1...media.count {
      if number > 1 { await bench.press(.character("n")) }
      seen.append(String(bench.text.prefix { $0 != "b" }.trimmingPrefix(" ")))
      #expect(bench.text.contains("\(number) of 4"))
    }
    #expect(seen == ["Picture ", "Film ", "Sound ", "Animation "])
    #expect(bench.text.contains("This animation has no description."))
  }
}
