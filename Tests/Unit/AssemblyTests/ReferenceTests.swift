import Foundation
import Testing

@testable import tern

/// The documented tables are those of the code. `make docs-update` writes them.
@Suite struct ReferenceTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL
  private static let updates = ProcessInfo.processInfo.environment["TERN_UPDATE_DOCS"] != nil

  @Test("docs/reference.md lists the commands, options, keys and settings of the code")
  func referencePage() throws {
    try Self.expect(try Reference.markdown(), at: "docs/reference.md")
  }

  @Test("The manual page lists the commands, options, keys and settings of the code")
  func manualPage() throws {
    let path = "Resources/man/tern.1"
    var lines = try String(contentsOf: Self.repository.appending(path: path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (name, generated) in try Reference.manualSections() {
      let begin = try #require(lines.firstIndex(of: #".\" Generated: \#(name)"#), "no section “\(name)” in \(path)")
      let end = try #require(lines[begin...].firstIndex(of: #".\" End of generated section"#))
      lines.replaceSubrange(begin + 1..<end, with: generated)
    }
    try Self.expect(lines.joined(separator: "\n"), at: path)
  }

  @Test("The changelog has an entry for this version")
  func changelog() throws {
    let text = try String(contentsOf: Self.repository.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") && $0 != "## Unreleased" })
    #expect(newest.hasPrefix("## \(TernCommand.version) - "))
  }

  private static func expect(_ text: String, at path: String) throws {
    let file = repository.appending(path: path)
    if updates { try text.write(to: file, atomically: true, encoding: .utf8) }
    let documented = try String(contentsOf: file, encoding: .utf8)
    #expect(documented == text, "\(path) is out of date; run make docs-update")
  }
}
