import Foundation
import ProgramSupport
import TestSupport

/// The files of a fixture with control sequences in every text, in a folder with a hostile name.
struct HostileFolder {
  let file: String
  let log: String
  private let fixture: FormatFixture
  private let folder = TemporaryFolder()
  private let attackedFolder: String

  init(_ fixture: FormatFixture, _ spelling: JSONTree.Spelling = .raw) throws {
    self.fixture = fixture
    log = folder.path(of: "log")
    attackedFolder = "a\u{1B}]0;pwned\u{7}\u{9B}31m\u{202E}"
    try folder.makeFolder(attackedFolder)
    try fixture.attackedEverywhere.write(to: folder.path(of: attackedFolder), spelling)
    file = folder.path(of: attackedFolder) + "/" + fixture.open
  }

  func loggedText() throws -> String { try folder.text(of: "log") }
}
