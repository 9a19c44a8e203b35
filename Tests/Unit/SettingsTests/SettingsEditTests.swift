import Domain
import FolderSupport
import Foundation
import TestSupport
import Testing

@testable import Settings

@Suite struct SettingsEditTests {
  private func edited(_ text: String, _ name: String, _ literal: String) throws -> String {
    String(decoding: try SettingsEdit(Array(text.utf8)).setting(name, to: literal), as: UTF8.self)
  }

  @Test(arguments: [
    ("", "theme = \"light\"\n"),
    ("theme = \"dark\"", "theme = \"light\""),
    (
      "# Mine\n theme  =  'dark'  # at night\nmouse = true\n",
      "# Mine\n theme  =  \"light\"  # at night\nmouse = true\n"
    ),
    ("mouse = true", "mouse = true\ntheme = \"light\"\n"),
    ("\"theme\" = \"a \\\" # b\" # c\n", "\"theme\" = \"light\" # c\n"),
    ("\"é\" = 1 # ü\n\"é\t\" = 2\ntheme = \"dark\"\n", "\"é\" = 1 # ü\n\"é\t\" = 2\ntheme = \"light\"\n"),
    (
      "mouse = true\n\n# My keys\n# and more\n[keys]\n\"x\" = \"quit\"\n",
      "mouse = true\n\ntheme = \"light\"\n\n# My keys\n# and more\n[keys]\n\"x\" = \"quit\"\n"
    ),
    ("[[searches]]\nquery = \"a\"\n", "theme = \"light\"\n\n[[searches]]\nquery = \"a\"\n"),
    ("\u{FEFF}theme = \"dark\"\n", "\u{FEFF}theme = \"light\"\n"),
    ("mouse = true\r\n", "mouse = true\r\ntheme = \"light\"\r\n"),
    ("theme = \"dark\"\r\nmouse = true", "theme = \"light\"\r\nmouse = true"),
    ("# Mine\r\n[keys]\r\n\"x\" = \"quit\"\r\n", "theme = \"light\"\r\n\r\n# Mine\r\n[keys]\r\n\"x\" = \"quit\"\r\n"),
    ("[keys]\ntheme = \"quit\"\n", "theme = \"light\"\n\n[keys]\ntheme = \"quit\"\n"),
    ("timelines = [\n  \"Home\", # first\n]\n", "timelines = [\n  \"Home\", # first\n]\ntheme = \"light\"\n"),
  ])
  func `A setting is changed or added, and everything else stays`(before: String, after: String) throws {
    #expect(try edited(before, "theme", "\"light\"") == after)
  }

  @Test func `Numbers, lists and words without quotation marks are replaced whole`() throws {
    #expect(try edited("list-width = 40# wide\n", "list-width", "50") == "list-width = 50# wide\n")
    #expect(try edited("mouse = true", "mouse", "false") == "mouse = false")
    #expect(
      try edited("timelines = [ \"a]b\", 'c' ] # tabs\n", "timelines", "[\"Home\"]")
        == "timelines = [\"Home\"] # tabs\n")
  }

  @Test(arguments: ["timelines = [\n  \"Home\",\n]\n", "timelines = \"\"\"\nHome\"\"\"\n"])
  func `A value on several lines is not changed`(text: String) throws {
    #expect(throws: SettingsFault.self) { try edited(text, "timelines", "[]") }
  }

  @Test(arguments: [
    ("", "[keys]\n\"g h\" = \"refresh\"\n"),
    ("theme = \"dark\"", "theme = \"dark\"\n\n[keys]\n\"g h\" = \"refresh\"\n"),
    (
      "[keys] # mine\n# \"s\" = false\n[[searches]]\nquery = \"a\"\n",
      "[keys] # mine\n\"g h\" = \"refresh\"\n# \"s\" = false\n[[searches]]\nquery = \"a\"\n"
    ),
    (
      "[keys]\n\"x\" = \"quit\" # leave\n# last\n", "[keys]\n\"x\" = \"quit\" # leave\n\"g h\" = \"refresh\"\n# last\n"
    ),
    ("[keys]\n'g h' = 'quit' # now\n", "[keys]\n'g h' = \"refresh\" # now\n"),
    ("[keys]\n\"x\" = \"quit\"", "[keys]\n\"x\" = \"quit\"\n\"g h\" = \"refresh\"\n"),
    ("mouse = true\r\n", "mouse = true\r\n\r\n[keys]\r\n\"g h\" = \"refresh\"\r\n"),
  ])
  func `A key is assigned, and everything else stays`(before: String, after: String) throws {
    let changed = try SettingsEdit(Array(before.utf8)).settingKey("g h", to: "refresh")
    #expect(String(decoding: changed, as: UTF8.self) == after)
  }

  @Test func `The keys of a command are removed, and comments beside them stay`() throws {
    let text = "[keys]\n# Mine\n\"g h\" = \"refresh\"\n\"x\" = \"quit\"\n\"F6\" = \"refresh\" # again\n"
    let changed = try SettingsEdit(Array(text.utf8)).removingKeys(of: "refresh")
    #expect(String(decoding: changed, as: UTF8.self) == "[keys]\n# Mine\n\"x\" = \"quit\"\n# again\n")
    #expect(try SettingsEdit(Array("theme = 1\n".utf8)).removingKeys(of: "refresh") == Array("theme = 1\n".utf8))
  }

  @Test func `A file with a syntax error is not changed`() throws {
    #expect(throws: SettingsFault.self) { try edited("theme = \n", "theme", "\"light\"") }
  }
}

@Suite struct SettingsChangeTests {
  private let folder = TemporaryFolder()
  private let file: SettingsFile

  init() throws {
    file = SettingsFile(path: folder.path(of: "tern/config.toml"), commands: [])
  }

  private func value(_ name: String) async -> String? { await file.settings().first { $0.name == name }?.value }

  @Test func `A change creates the file and its folder, and is read again`() async throws {
    #expect(await value("theme") == "auto")
    try await file.change("theme", to: "light")
    try await file.change("undo-send", to: "10")
    try await file.change("timelines", to: "Home, Mentions")
    try await file.change("demo", to: "false")
    try await file.change("notify-command", to: "notify-send \"$TERN_FROM\"")
    #expect(await value("theme") == "light")
    #expect(await value("timelines") == "Home, Mentions")
    #expect(await value("notify-command") == "notify-send \"$TERN_FROM\"")
    let settings = file.read()
    #expect(settings.faults.isEmpty)
    #expect(settings.settings.undoSend == 10 && settings.settings.demo == .hidden)
  }

  @Test(arguments: [("theme", "nigth"), ("undo-send", "61"), ("undo-send", "x"), ("mouse", "maybe"), ("colour", "red")])
  func `An invalid value is refused, and the file stays`(name: String, value: String) async throws {
    try await file.change("theme", to: "dark")
    let before = try folder.text(of: "tern/config.toml")
    await #expect(throws: SettingsChangeError.self) { try await file.change(name, to: value) }
    #expect(try folder.text(of: "tern/config.toml") == before)
  }

  @Test func `A value that is typed as it is shown stays the same`() async throws {
    try folder.makeFolder("tern")
    let text = "player = [\"sh\", \"-c\", \"mpv 1\", \"%s\"]\ntimelines = [\"One, two\", \"Home\"]\n"
    try folder.write(text, to: "tern/config.toml")
    for name in ["player", "timelines"] {
      let shown = try #require(await value(name))
      try await file.change(name, to: shown)
    }
    let settings = file.read().settings
    #expect(settings.player == ["sh", "-c", "mpv 1", "%s"] && settings.timelines == ["One, two", "Home"])
    try await file.change("player", to: "[\"mpv\", \"--fs\"]")
    try await file.change("timelines", to: " Home ,  My list ")
    try await file.change("undo-send", to: "007")
    let changed = file.read().settings
    #expect(changed.player == ["mpv", "--fs"] && changed.timelines == ["Home", "My list"] && changed.undoSend == 7)
  }

  @Test func `A file is not changed where a value would land elsewhere, or a link leads nowhere`() async throws {
    try folder.makeFolder("tern")
    // The setting would be inserted above the table, inside the text.
    let text = "notify-command = '''\n# end'''\n[keys]\n"
    try folder.write(text, to: "tern/config.toml")
    await #expect(throws: SettingsChangeError.self) { try await file.change("theme", to: "dark") }
    #expect(try folder.text(of: "tern/config.toml") == text)
    try folder.remove("tern/config.toml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "tern/config.toml"), withDestinationPath: folder.path(of: "nowhere"))
    await #expect(throws: SettingsChangeError.self) { try await file.change("theme", to: "dark") }
    #expect(try folder.names().allSatisfy { !$0.contains("tern-") })
  }

  @Test func `A key is stored, read again, replaced and reset`() async throws {
    let file = SettingsFile(path: folder.path(of: "tern/config.toml"), commands: SampleCommands.all)
    try await file.setKey("g h", to: "refresh")
    try await file.setKey("C-x", to: "refresh")
    func keys() -> [String] { file.read().settings.keymap.keys(of: SampleCommands.refresh).map(\.names) }
    #expect(keys() == ["g h", "^X", "R", "F5"])
    try await file.change("theme", to: "dark")
    try await file.setKey("g h", to: "switch-account")
    #expect(keys().count == 3 && file.read().faults.isEmpty)
    try await file.resetKeys(of: "refresh")
    #expect(keys() == ["R", "F5"])
    #expect(
      try folder.text(of: "tern/config.toml") == "theme = \"dark\"\n\n[keys]\n\"g h\" = \"switch-account\"\n")
  }

  @Test(arguments: ["C-c", "g h i", "nonsense"])
  func `A key that cannot be assigned is refused with the reason, and the file stays`(key: String) async throws {
    let file = SettingsFile(path: folder.path(of: "tern/config.toml"), commands: SampleCommands.all)
    try await file.setKey("g h", to: "refresh")
    let before = try folder.text(of: "tern/config.toml")
    await #expect(throws: SettingsChangeError.self) { try await file.setKey(key, to: "switch-account") }
    #expect(try folder.text(of: "tern/config.toml") == before)
  }

  @Test func `A link and the permissions of its target stay`() async throws {
    try folder.makeFolder("tern")
    try folder.write("# Mine\n", to: "dotfiles.toml", permissions: 0o640)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "tern/config.toml"), withDestinationPath: folder.path(of: "dotfiles.toml"))
    try await file.change("theme", to: "dark")
    #expect(try folder.text(of: "dotfiles.toml") == "# Mine\ntheme = \"dark\"\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: "dotfiles.toml"))
    #expect((attributes[.posixPermissions] as? Int) == 0o640)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path(of: "tern/config.toml"))) != nil)
  }

  @Test func `Changes of several programs in the same instant are all kept`() async throws {
    let path = folder.path(of: "tern/config.toml")
    let changes = [
      ("theme", "dark"), ("undo-send", "7"), ("timelines", "Home"), ("demo", "false"), ("mouse", "false"),
      ("notify-command", "true"), ("list-width", "44"), ("bell", "false"),
    ]
    let known = Set(await file.settings().map(\.name))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (name, value) in changes where known.contains(name) {
        // As in another process: it knows nothing of the other files.
        group.addTask { try await SettingsFile(path: path, commands: []).change(name, to: value) }
      }
      try await group.waitForAll()
    }
    let lines = try folder.text(of: "tern/config.toml").split(separator: "\n")
    #expect(lines.count == changes.filter { known.contains($0.0) }.count && lines.count > 4)
    #expect(file.read().faults.isEmpty)
  }

  @Test func `A second name of the file stays one`() async throws {
    try folder.write("# Mine\n", to: "tern/config.toml")
    try FileManager.default.linkItem(
      atPath: folder.path(of: "tern/config.toml"), toPath: folder.path(of: "dotfiles.toml"))
    try await file.change("theme", to: "dark")
    #expect(try folder.text(of: "dotfiles.toml") == "# Mine\ntheme = \"dark\"\n")
    #expect(try folder.text(of: "tern/config.toml") == "# Mine\ntheme = \"dark\"\n")
  }

  @Test func `A file that no one may write is not replaced`() async throws {
    try folder.write("# Mine\n", to: "tern/config.toml", permissions: 0o400)
    let path = folder.path(of: "tern/config.toml")
    await #expect(
      throws: SettingsChangeError("\(path) is read-only; to change settings here, run chmod u+w on it")
    ) { try await file.change("theme", to: "dark") }
    #expect(try folder.text(of: "tern/config.toml") == "# Mine\n")
  }

  @Test(arguments: [true, false]) func `The file of a killed Tern is removed`(byChange: Bool) async throws {
    try folder.write("# Mine\n", to: "tern/config.toml")
    for name in [".config.toml.tern-1", ".config.toml.tern-99999"] { try folder.write("half", to: "tern/" + name) }
    try folder.write("", to: "tern/.other.toml.tern-1")
    if byChange { try await file.change("theme", to: "dark") } else { file.removeTemporaryFiles() }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "tern"))
    #expect(Set(left) == ["config.toml", ".other.toml.tern-1"])
  }

  @Test func `A folder that cannot be written is reported`() async throws {
    try folder.write("", to: "tern")
    await #expect(throws: SettingsChangeError.self) { try await file.change("theme", to: "dark") }
  }
}
