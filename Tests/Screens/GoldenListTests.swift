import ProgramSupport
import TestSupport
import Testing

@Suite("Golden lists")
struct GoldenListTests {
  @Test("Each fixture of each format is listed as before", arguments: FormatFixture.all)
  func golden(fixture: FormatFixture) async throws {
    let outcome = try await fixture.list()
    #expect(outcome.status == .exited(fixture.isError ? 65 : 0), "\(outcome.errors)")
    #expect(fixture.isError ? outcome.output.isEmpty : outcome.errors.isEmpty, "\(outcome.errors)")
    let listed = fixture.isError ? outcome.errors : outcome.output
    try #require(!listed.isEmpty)
    let name = fixture.goldenName
    if GoldenScreens.isUpdating { return try GoldenScreens.write(listed, to: name) }
    let golden = try #require(GoldenScreens.read(name), "no golden list \(name); see make screens-update")
    guard golden != listed else { return }
    let difference = ScreenDifference.text(golden: golden, shown: listed)
    Issue.record("\(name): `make screens-update` if this is better\n\(difference)")
  }

  @Test("No golden list is unused")
  func leftOver() throws {
    let extra = GoldenScreens.names(ending: ".jsonl", ".error").subtracting(FormatFixture.all.map(\.goldenName))
    if GoldenScreens.isUpdating { return try extra.forEach(GoldenScreens.remove) }
    #expect(extra.isEmpty)
  }
}

extension FormatFixture {
  /// The file with the posts or the error message.
  fileprivate var goldenName: String { "Lists/\(name).\(isError ? "error" : "jsonl")" }

  /// Lists the fixture in a temporary folder, which the output does not name, and in an unusual time zone.
  fileprivate func list() async throws -> Tern.Outcome {
    let folder = TemporaryFolder()
    try write(to: folder.path)
    return try await Tern.run(
      ["list", open, "--format", "jsonl"], environment: ["TZ": "Asia/Kathmandu"], in: folder.path)
  }
}
