import Domain
import FolderSupport
import Foundation
import LocalFiles
import Runtime
import TestSupport
import Testing

/// No field of any format may bring a control character or a bidi control into an entity or an error.
@Suite struct HostileEntityTests {
  private let folder = TemporaryFolder()

  @Test func `There is a fixture for every shape`() {
    #expect(FormatFixture.names.count >= 22)
  }

  @Test(arguments: FormatFixture.names)
  func `Each fixture can be decoded`(name: String) {
    #expect(throws: Never.self) { try FormatFixture(named: name) }
  }

  @Test(arguments: FormatFixture.all, JSONTree.Spelling.allCases)
  func `All fields attacked at once`(fixture: FormatFixture, spelling: JSONTree.Spelling) throws {
    let texts = try texts(of: fixture.attackedEverywhere, spelling)
    #expect(texts.contains { $0.contains("pwned") }, "the attack came nowhere")
    #expect(texts.allSatisfy { !$0.unicodeScalars.contains(where: Attack.isHarmful) })
  }

  @Test(arguments: FormatFixture.all)
  func `Each field attacked separately`(fixture: FormatFixture) throws {
    for (index, planting) in fixture.attackedOneByOne.enumerated() {
      let texts = try texts(of: planting.fixture, index.isMultiple(of: 2) ? .escaped : .raw)
      guard texts.contains(where: { $0.unicodeScalars.contains(where: Attack.isHarmful) }) else { continue }
      Issue.record("\(planting.place)")
    }
  }

  @Test func `A path is opened unchanged and displayed escaped`() throws {
    let name = "posts\u{1B}]0;pwned\u{7}\u{202E}"
    try folder.write(Array(#"{"id": "1", "text": "x"} {"#.utf8), to: name)
    let document = try TimelineFile(paths: [folder.path(of: name)], now: .noon).read()
    #expect(document.timelines[0].posts.count == 1)
    #expect(document.skipped?.first.path == folder.path(of: "posts\u{10001B}]0;pwned\u{100007}\u{10202E}"))
    let account = FileAccount(
      paths: [folder.path(of: name)], source: FileDocumentSource(paths: []), clock: SystemClock()
    ).account
    #expect(Self.strings(in: account).allSatisfy { !$0.unicodeScalars.contains(where: Attack.isHarmful) })
    #expect(account.origin.label.unescapingControls == folder.path(of: name))
    for missing in ["none\u{1B}", "none\u{0}"] {
      #expect(throws: TimelineError.fileMissing(path: folder.path(of: missing).escapingControls)) {
        try TimelineFile(paths: [folder.path(of: missing)], now: .noon).read()
      }
    }
  }
}

extension HostileEntityTests {
  /// The content of a file, or its error.
  private func texts(of fixture: FormatFixture, _ spelling: JSONTree.Spelling) throws -> [String] {
    try fixture.write(to: folder.path, spelling)
    do throws(TimelineError) {
      return Self.strings(in: try TimelineFile(paths: [folder.path(of: fixture.open)], now: .noon).read())
    } catch {
      return Self.strings(in: error)
    }
  }

  /// All strings in a value, at any depth.
  private static func strings(in value: Any) -> [String] {
    if let text = value as? String { return [text] }
    return Mirror(reflecting: value).children.flatMap { strings(in: $0.value) }
  }
}
