import Foundation
import ProgramSupport
import Testing

@Suite("Videos and audio", .endsInTime)
struct VideoTests {
  private let folder = TemporaryFolder()

  /// A file of this size that starts like an MP4 file.
  private static func video(_ size: Int) -> [UInt8] {
    [0, 0, 0, 32] + Array("ftypmp42".utf8) + [UInt8](repeating: 7, count: size - 12)
  }

  /// An X archive with three posts. Each has a video in several qualities; the archive has the best.
  private func makeArchive() throws -> String {
    func tweet(_ number: Int, _ type: String, _ text: String) -> String {
      let variants = [("480", "632000"), ("best", "2176000"), ("320", "256000")].map { name, rate in
        #"{"bitrate": "\#(rate)", "content_type": "video/mp4","#
          + #" "url": "https://video.example.com/vid/\#(name)-\#(number).mp4?tag=12"}"#
      }
      let list = #"{"content_type": "application/x-mpegURL", "url": "https://video.example.com/\#(number).m3u8"}"#
      return #"{"tweet": {"id_str": "\#(number)", "created_at": "Tue Nov 14 22:13:2\#(9 - number) +0000 2023","#
        + #" "full_text": "\#(text)", "extended_entities": {"media": [{"type": "\#(type)","#
        + #" "media_url_https": "https://pbs.example.com/\#(number).jpg","#
        + #" "video_info": {"variants": [\#((variants + [list]).joined(separator: ", "))]}}]}}}"#
    }
    let account = #"[{"account": {"username": "ada", "accountDisplayName": "Owner of ada"}}]"#
    try folder.write("window.YTD.account.part0 = \(account)", to: "archive/data/account.js")
    let tweets = [
      tweet(1, "video", "A dome is opened"), tweet(2, "animated_gif", "A wheel turns"), tweet(3, "video", "A loom"),
    ]
    try folder.write(
      "window.YTD.tweets.part0 = [\(tweets.joined(separator: ",\n"))]", to: "archive/data/tweets.js")
    try folder.write(Self.video(2_000_000), to: "archive/data/tweets_media/1-best-1.mp4")
    try folder.write(Self.video(30_000), to: "archive/data/tweets_media/2-best-2.mp4")
    try folder.write(Array("ID3".utf8) + [UInt8](repeating: 0, count: 500), to: "archive/data/tweets_media/9-s.mp3")
    return folder.path(of: "archive")
  }

  private func run(_ arguments: String...) async throws -> Tern.Outcome {
    try await Tern.run(arguments, environment: ["HOME": folder.path])
  }

  private func size() throws -> Int {
    let all = FileManager.default.enumerator(atPath: folder.path(of: ".local/share/tern/pictures"))
    let files = all?.compactMap { $0 as? String }.filter { $0.contains("/") } ?? []
    return try files.reduce(0) { size, name in
      size + (try Data(contentsOf: URL(filePath: folder.path(of: ".local/share/tern/pictures/\(name)"))).count)
    }
  }

  @Test("import --media stores videos and audio once and counts those over the limit")
  func imported() async throws {
    let archive = try makeArchive()
    let small = try await run("import", "--media", "--media-limit", "1M", archive)
    #expect(
      small.output.contains("  1 video and 1 audio file stored; 1 more exceed --media-limit, 1 MB\n"), "\(small)")
    #expect(try size() == 30_503)
    let all = try await run("import", "--media", archive)
    #expect(all.output.contains("  1 video stored, 2 already stored\n"), "\(all)")
    #expect(try size() == 2_030_503)
    #expect(try await run("import", "--media", archive).output.contains("0 pictures stored, 3 already stored"))
  }

  @Test("A video larger than any picture is imported from a tar.gz")
  func packed() async throws {
    let archive = try makeArchive()
    try folder.write(Self.video(40_000_000), to: "archive/data/tweets_media/3-best-3.mp4")
    let packing = try await Tern.run(
      "/bin/sh", ["-c", "tar -czf packed.tgz -C '\(archive)' ."], environment: ["PATH": "/usr/bin:/bin"],
      in: folder.path)
    #expect(packing.status == .exited(0), "\(packing.errors)")
    let outcome = try await run("import", "--media", folder.path(of: "packed.tgz"))
    #expect(outcome.output.contains("  3 videos and 1 audio file stored\n"), "\(outcome)")
  }

  @Test("m shows where a video is and how to play it")
  func shown() async throws {
    let screen = ["screen", "--account", "ada", "--no-demo", "--size", "100x16", "--now", "2026-11-20T12:00:00Z"]
    let archive = try makeArchive()
    _ = try await run("import", "--media", archive)
    let stored = try await Tern.run(screen + ["--keys", "m"], environment: ["HOME": folder.path])
    #expect(stored.output.contains("Video by Owner of ada"), "\(stored)")
    #expect(stored.output.contains("It is on this computer. o plays it"))
    let missing = try await Tern.run(screen + ["--keys", "j j m"], environment: ["HOME": folder.path])
    #expect(missing.output.contains("It is at video.example.com, not"), "\(missing.output)")
    let offline = try await Tern.run(screen + ["--offline", "--keys", "j j m"], environment: ["HOME": folder.path])
    #expect(offline.output.contains("--offline is on"), "\(offline.output)")
  }

  @Test("The player gets the file or the address and does not disturb the screen", .needsTerminal)
  func played() async throws {
    _ = try await run("import", "--media", try makeArchive())
    try folder.write(
      """
      #!/bin/sh
      printf '%s\\n' "$@" >"$HOME/new"; mv "$HOME/new" "$HOME/arguments"
      printf '\\033[2JOVER ALL'; echo OVER ALL >&2; echo OVER ALL >/dev/tty
      case $2 in https*) exit 2; esac
      """, to: "my player", permissions: 0o700)
    try folder.write("player = [\"\(folder.path(of: "my player"))\", \"--fs\"]\n", to: ".config/tern/config.toml")
    try await Terminal.open(["--account", "ada", "--no-demo"], folder: folder) { terminal in
      try await terminal.see("A dome is opened")
      try await terminal.press("m")
      try await terminal.see("Video by Owner of ada", "It is on this computer.", "in my player.")
      try await terminal.press("Enter")
      try await terminal.see("Playing the video in my player")
      #expect(try await becomesTrue { folder.exists("arguments") })
      let arguments = try folder.text(of: "arguments").split(separator: "\n").map(String.init)
      #expect(
        arguments.first == "--fs" && arguments.last?.hasPrefix(folder.path + "/.local/share/tern/pictures/") == true)
      let path = try #require(arguments.last)
      #expect(try Data(contentsOf: URL(filePath: path)).count == 2_000_000)
      try await terminal.press("Escape", "j", "j", "m")
      try await terminal.see("It is at video.example.com", "from there", "in my player.")
      try await terminal.press("o")
      try await terminal.see("my player exited immediately with status 2.")
      #expect(try folder.text(of: "arguments") == "--fs\nhttps://video.example.com/vid/best-3.mp4?tag=12\n")
      #expect(try await !terminal.screen().contains("OVER ALL"))
      try await terminal.press("q", "q")
      #expect(try await terminal.end() == 0)
    }
  }
}
