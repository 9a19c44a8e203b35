import Domain
import TerminalKit
import TestSupport
import Testing

@testable import PictureView

/// Videos, audio and animations.
@MainActor @Suite struct VideoViewTests {
  init() { UTF8Locale.set() }

  private static let video = Media(kind: .video, url: "https://files.example/F", description: "a dome opens")

  /// The text on the screen without line breaks.
  private func words(_ harness: PictureViewHarness) -> String {
    harness.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `A remote video opens in the browser by a key`() async {
    let harness = await PictureViewHarness([Self.video]).open()
    #expect(harness.text.contains("Video by Grace Hopper"))
    #expect(
      words(harness).contains(
        "Tern can’t show this video. It is at files.example, not on this computer. o opens it in your browser."
      ))
    #expect(harness.text.contains("a dome opens"))
    #expect(harness.opener.opened.isEmpty)
    await harness.press(.character("o"))
    #expect(harness.opener.opened == ["https://files.example/F"])
    #expect(harness.text.contains("Opening"))
    #expect(harness.show.state.withLock { $0.requests.isEmpty })
    #expect(harness.player.calls.withLock { $0.isEmpty })
  }

  @Test func `A player from the settings gets the address of a remote video`() async throws {
    let harness = PictureViewHarness([Self.video])
    harness.command = ["/opt/mpv", "--fs"]
    _ = await harness.open()
    #expect(words(harness).contains("o plays it from there in mpv."))
    await harness.press(.character("o"))
    #expect(harness.opener.opened.isEmpty)
    let address = try WebAddress("https://files.example/F")
    #expect(harness.player.calls.withLock { $0 } == [.init(location: .web(address), command: ["/opt/mpv", "--fs"])])
  }

  @Test func `A picture opens from its file if stored, otherwise at its address unless offline`() async {
    let picture = Media(kind: .image, url: "https://files.example/P")
    let kept = await PictureViewHarness([picture], kept: ["https://files.example/P"], isOffline: true).open()
    await kept.press(.character("o"))
    #expect(
      kept.player.calls.withLock { $0 } == [.init(location: .stored(StoredPicture(path: "/kept/P")), command: [])])
    #expect(kept.opener.opened.isEmpty && kept.text.contains("Opening the picture in another program"))
    let elsewhere = await PictureViewHarness([picture]).open()
    await elsewhere.press(.character("o"))
    #expect(elsewhere.opener.opened == ["https://files.example/P"])
    let offline = await PictureViewHarness([picture], isOffline: true).open()
    await offline.press(.character("o"))
    #expect(offline.opener.opened.isEmpty && offline.player.calls.withLock { $0.isEmpty })
    #expect(words(offline).contains("--offline is on"))
  }

  @Test(arguments: [Key.enter, .character("o")]) func `Both keys play stored media from the file`(
    key: Key
  ) async {
    for kind in [Media.Kind.video, .audio, .gif] {
      let media = Media(kind: kind, url: "https://files.example/F")
      let harness = PictureViewHarness([media], kept: ["https://files.example/F"])
      if kind == .gif { harness.show.state.withLock { $0.failure = .unknownKind("a video") } }
      _ = await harness.open()
      #expect(words(harness).contains("It is on this computer. o plays it in another program."))
      #expect(words(harness).contains("has no description"))
      await harness.press(key)
      #expect(
        harness.player.calls.withLock { $0 } == [.init(location: .stored(StoredPicture(path: "/kept/F")), command: [])])
      #expect(harness.opener.opened.isEmpty)
      #expect(harness.text.contains("Playing the"))
    }
  }

  @Test func `A failure of the player is shown`() async {
    let harness = PictureViewHarness([Self.video], kept: ["https://files.example/F"])
    harness.command = ["/opt/my player"]
    _ = await harness.open(120, 20)
    for (failure, words) in [
      (
        MediaFailure.notStarted(program: "/opt/my player", reason: "No such file"),
        "Can’t start my player: No such file."
      ),
      (.ended(program: "mpv", status: 2), "mpv exited immediately with status 2."),
      (.killed(program: "mpv", signal: 11), "mpv was killed immediately by signal 11."),
    ] {
      harness.player.failure.withLock { $0 = failure }
      await harness.press(.character("o"))
      #expect(harness.text.contains(words), "\(harness.text)")
    }
  }

  @Test func `Offline a remote video does not open, and a text says so`() async {
    let harness = PictureViewHarness([Self.video], isOffline: true)
    harness.command = ["mpv"]
    _ = await harness.open()
    #expect(words(harness).contains("at files.example, not on this computer, and --offline is on."))
    await harness.press(.character("o"))
    await harness.press(.enter)
    #expect(harness.player.calls.withLock { $0.isEmpty } && harness.opener.opened.isEmpty)
  }

  @Test func `A missing video without an address has no key`() async {
    for url in [nil, "media_attachments/files/1/a.mp4"] {
      let harness = await PictureViewHarness([Media(kind: .video, url: url)]).open()
      #expect(words(harness).contains("It is not on this computer and has no address to open."))
      await harness.press(.character("o"))
      #expect(harness.player.calls.withLock { $0.isEmpty } && harness.opener.opened.isEmpty)
    }
  }

  @Test func `An animation is drawn, and its keys play it`() async {
    for kind in [Media.Kind.image, .gif] {
      let harness = PictureViewHarness(
        [Media(kind: kind, url: "https://files.example/M")], kept: ["https://files.example/M"])
      harness.command = ["mpv"]
      _ = await harness.open()
      #expect(harness.text.contains("MMMM"))
      #expect(harness.text.contains("640 × 480 · animated; o plays it"))
      await harness.press(.character("o"))
      #expect(
        harness.player.calls.withLock { $0 } == [
          .init(location: .stored(StoredPicture(path: "/kept/M")), command: ["mpv"])
        ])
    }
  }

  @Test func `A picture of an archive without an address opens from its file`() async {
    let url = "/media_attachments/files/A"
    let harness = PictureViewHarness([Media(kind: .image, url: url)], kept: [url])
    harness.command = ["mpv"]
    _ = await harness.open()
    await harness.press(.character("o"))
    #expect(
      harness.player.calls.withLock { $0 } == [.init(location: .stored(StoredPicture(path: "/kept/A")), command: [])])
  }

  @Test func `Each kind of media has its own view`() async {
    let media = [
      Media(kind: .image, url: "https://files.example/A", description: "a loom"), Self.video,
      Media(kind: .audio, url: "https://files.example/S"), Media(kind: .gif, url: "https://files.example/G"),
    ]
    let harness = await PictureViewHarness(media, kept: ["https://files.example/A"]).open()
    var seen: [String] = []
    for number in 1...media.count {
      if number > 1 { await harness.press(.character("n")) }
      seen.append(String(harness.text.prefix { $0 != "b" }.trimmingPrefix(" ")))
      #expect(harness.text.contains("\(number) of 4"))
    }
    #expect(seen == ["Picture ", "Video ", "Audio file ", "Animation "])
    #expect(harness.text.contains("This animation has no description."))
  }
}
