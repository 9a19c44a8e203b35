import Foundation
import ProgramSupport
import Testing

@Suite("Pictures", .endsInTime)
struct PictureTests {
  /// 32×32 pixels of red above blue.
  private static let picture = Data(base64Encoded: "UklGRiYAAABXRUJQVlA4TBoAAAAvH8AHAA8Q87//8x8OBALJ/tIDJBDR/5zHAQ==")

  /// An archive whose posts 500000000 and 499999993 have a picture; only the first file exists.
  private func archive(in folder: TemporaryFolder) throws -> SmallArchive {
    let archive = try SmallArchive(posts: 8, in: folder)
    let bytes = Array(try #require(Self.picture))
    try folder.write(bytes, to: "archive-ada/data/tweets_media/500000000-0.jpg")
    try folder.write("a text", to: "archive-ada/data/tweets_media/499999999-1.mp4")
    try folder.write("secret", to: "archive-ada/data/direct_messages_media/1-2.jpg")
    return archive
  }

  private func run(_ arguments: String..., in folder: TemporaryFolder) async throws -> Tern.Outcome {
    try await Tern.run(arguments, environment: ["HOME": folder.path])
  }

  private func files(in folder: TemporaryFolder) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path(of: ".local/share/tern/pictures"))
    return all?.compactMap { $0 as? String }.filter { $0.contains("/") } ?? []
  }

  @Test("import --media stores pictures once and within the limit; forget removes them")
  func imported() async throws {
    let folder = TemporaryFolder()
    let archive = try archive(in: folder)
    let without = try await run("import", archive.path, in: folder)
    #expect(without.status == .exited(0) && !without.output.contains("picture"))
    #expect(files(in: folder).isEmpty)
    let first = try await run("import", "--media", archive.path, in: folder)
    #expect(first.output.contains("1 picture stored, 1 skipped: no known picture, video or audio"), "\(first)")
    #expect(files(in: folder).count == 1)
    let again = try await run("import", "--media", archive.path, in: folder)
    #expect(again.output.contains("0 pictures stored, 1 already stored"), "\(again)")
    #expect(try await run("forget", "ada", "--yes", in: folder).status == .exited(0))
    #expect(files(in: folder).isEmpty)
    let small = try await run("import", "--media", "--media-limit", "1K", archive.path, in: folder)
    #expect(small.output.contains("1 picture stored"))
    #expect(try await run("import", "--media-limit", "lots", archive.path, in: folder).status == .exited(64))
  }

  @Test("m draws an imported picture and explains a missing one")
  func drawn() async throws {
    let folder = TemporaryFolder()
    _ = try await run("import", "--media", try archive(in: folder).path, in: folder)
    let screen = ["screen", "--account", "ada", "--no-demo", "--size", "60x16", "--now", "2026-11-20T12:00:00Z"]
    let shown = try await Tern.run(
      screen + ["--format", "ansi", "--keys", "3 m"], environment: ["HOME": folder.path])
    #expect(shown.output.contains("Picture by Owner of ada"), "\(shown)")
    #expect(shown.output.contains("32 × 32"))
    #expect(shown.output.contains("This picture has no description."))
    // Red and blue in the 256-colour palette.
    #expect(shown.output.contains("8;5;196m") && shown.output.contains("8;5;21m"), "\(shown.output)")
    let missing = try await Tern.run(screen + ["--keys", "3 j m"], environment: ["HOME": folder.path])
    #expect(missing.output.contains("in the archive."), "\(missing.output)")
  }

  @Test("Pictures of the demo are drawn; Esc goes back", .needsTerminal)
  func inTerminal() async throws {
    let folder = TemporaryFolder()
    try await Terminal.open(["--account", "ada@demo"], folder: folder) { terminal in
      try await terminal.see("Home", "1 of 73")
      try await terminal.press("/")
      try await terminal.type("happened")
      try await terminal.press("Enter")
      try await terminal.see("Last night, in the order")
      try await terminal.press("m")
      try await terminal.see("Picture by Caroline Herschel", "a field of stars", "1 of", "240 × 160")
      try await terminal.press("n")
      try await terminal.see("one of the stars has moved", "2 of")
      try await terminal.press("Escape")
      try await terminal.see("Last night, in the order")
      try await terminal.press("q", "q")
      #expect(try await terminal.end() == 0)
    }
  }
}
