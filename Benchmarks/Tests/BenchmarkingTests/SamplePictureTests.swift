import Benchmarking
import ProgramSupport
import Testing

struct SamplePictureTests {
  @Test func `Pictures have different colours`() {
    #expect(Set((0..<SamplePicture.maxCount).map { SamplePicture($0).color }).count == SamplePicture.maxCount)
    #expect(SamplePicture.maxCount >= 20 && SamplePicture(SamplePicture.maxCount).color == SamplePicture(0).color)
  }

  @Test(arguments: [0, 7, 19])
  func `Tern draws a picture in its colour`(number: Int) async throws {
    let folder = TemporaryFolder()
    let picture = SamplePicture(number)
    try folder.write(
      #"window.YTD.account.part0 = [{"account": {"username": "ada", "accountDisplayName": "Ada"}}]"#,
      to: "archive/data/account.js")
    try folder.write(
      #"window.YTD.tweets.part0 = [{"tweet": {"id_str": "500", "created_at": "Fri Nov 20 11:00:00 +0000 2026", "#
        + #""full_text": "a picture", "extended_entities": {"media": [{"type": "photo", "#
        + #""media_url_https": "https://example.com/1.png", "url": "https://t.co/p", "indices": ["0", "0"]}]}}}]"#,
      to: "archive/data/tweets.js")
    try folder.write(picture.png, to: "archive/data/tweets_media/500-1.png")
    let home = ["HOME": folder.path, "LANG": "C.UTF-8"]
    let imported = try await Tern.run(["import", "--media", folder.path(of: "archive")], environment: home)
    #expect(imported.output.contains("1 picture stored"), "\(imported)")
    let screen = ["screen", "--account", "ada", "--no-demo", "--format", "ansi", "--size", "80x24"]
    let shown = try await Tern.run(screen, environment: home)
    #expect(shown.output.contains("8;5;\(picture.color)m"), "\(shown.output)")
  }
}
