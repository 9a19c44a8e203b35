import Foundation
import ProgramSupport
import Testing

@Suite("Films and sounds", .endsInTime)
struct FilmTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// So many bytes that begin as an MP4 does.
  private static func film(_ size: Int) -> [UInt8] {
    [0, 0, 0, 32] + Array("ftypmp42".utf8) + [UInt8](repeating: 7, count: size - 12)
  }

  /// As X packs it: three posts, each with a film of several qualities, of which the best is in the archive.
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
    try folder.write(Self.film(2_000_000), to: "archive/data/tweets_media/1-best-1.mp4")
    try folder.write(Self.film(30_000), to: "archive/data/tweets_media/2-best-2.mp4")
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

  @Test("An import with --media keeps films and sounds, once, and what does not fit is counted; the rest is kept")
  func imported() async throws {
    let archive = try makeArchive()
    let small = try await run("import", "--media", "--media-limit", "1M", archive)
    #expect(
      small.output.contains("  1 film and 1 sound kept; 1 more would be more than --media-limit, 1 MB\n"), "\(small)")
    #expect(try size() == 30_503)
    let all = try await run("import", "--media", archive)
    #expect(all.output.contains("  1 film kept, 2 there already\n"), "\(all)")
    #expect(try size() == 2_030_503)
    #expect(try await run("import", "--media", archive).output.contains("0 pictures kept, 3 there already"))
  }

  @Test("A film that is larger than any picture is kept from a tar.gz, piece by piece")
  func packed() async throws {
    let archive = try makeArchive()
    try folder.write(Self.film(40_000_000), to: "archive/data/tweets_media/3-best-3.mp4")
    let packing = try await Tern.run(
      "/bin/sh", ["-c", "tar -czf packed.tgz -C '\(archive)' ."], environment: ["PATH": "/usr/bin:/bin"],
      in: folder.path)
    #expect(packing.status == .exited(0), "\(packing.errors)")
    let outcome = try await run("import", "--media", folder.path(of: "packed.tgz"))
    #expect(outcome.output.contains("  3 films and 1 sound kept\n"), "\(outcome)")
  }

  @Test("m says where a film is, and how it is played")
  func shown() async throws {
    let screen = ["screen", "--account", "ada", "--no-demo", "--size", "100x16", "--now", "2026-11-20T12:00:00Z"]
    let archive = try makeArchive()
    _ = try await run("import", "--media", archive)
    let kept = try await Tern.run(screen + ["--keys", "m"], environment: ["HOME": folder.path])
    #expect(kept.output.contains("Film by Owner of ada"), "\(kept)")
    #expect(kept.output.contains("It is kept on this machine. o plays it"))
    let missing = try await Tern.run(screen + ["--keys", "j j m"], environment: ["HOME": folder.path])
    #expect(missing.output.contains("It is at video.example.com, and not"), "\(missing.output)")
    let offline = try await Tern.run(screen + ["--offline", "--keys", "j j m"], environment: ["HOME": folder.path])
    #expect(offline.output.contains("with --offline nobody"), "\(offline.output)")
  }

  @Test("In a terminal a player is given the file, or the address, and leaves the screen alone", .needsTerminal)
  func played() async throws {
    _ = try await run("import", "--media", try makeArchive())
    try folder.write(
      """
      #!/bin/sh
      printf '%s\\n' "$@" >"$HOME/new"; mv "$HOME/new" "$HOME/told"
      printf '\\033[2JOVER ALL'; echo OVER ALL >&2; echo OVER ALL >/dev/tty
      case $2 in https*) exit 2; esac
      """, to: "my player", permissions: 0o700)
    try folder.write("player = [\"\(folder.path(of: "my player"))\", \"--fs\"]\n", to: ".config/tern/config.toml")
    try await Terminal.open(["--account", "ada", "--no-demo"], folder: folder) { terminal in
      try await terminal.see("A dome is opened")
      try await terminal.press("m")
      try await terminal.see("Film by Owner of ada", "It is kept on this machine.", "in my player.")
      try await terminal.press("Enter")
      try await terminal.see("Playing the film in my player")
      #expect(try await comesTrue { folder.exists("told") })
      let told = try folder.text(of: "told").split(separator: "\n").map(String.init)
      #expect(told.first == "--fs" && told.last?.hasPrefix(folder.path + "/.local/share/tern/pictures/") == true)
      let path = try #require(told.last)
      #expect(try Data(contentsOf: URL(filePath: path)).count == 2_000_000)
      try await terminal.press("Escape", "j", "j", "m")
      try await terminal.see("It is at video.example.com", "from there", "in my player.")
      try await terminal.press("o")
      try await terminal.see("my player ended at once, with status 2.")
      #expect(try folder.text(of: "told") == "--fs\nhttps://video.example.com/vid/best-3.mp4?tag=12\n")
      #expect(try await !terminal.screen().contains("OVER ALL"))
      try await terminal.press("q", "q")
      #expect(try await terminal.end() == 0)
    }
  }
}
