import FolderSupport
import Settings
import TerminalKit
import Testing

@Suite struct ThemeFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("theme = \"night\"\n", to: "config.toml")
  }

  private var file: SettingsFile {
    SettingsFile(path: folder.path(of: "config.toml"), commands: SampleCommands.all)
  }

  private func read(_ theme: String, holding held: UserSettings = .standard) throws -> SettingsParseResult {
    try folder.write(theme, to: "themes/night.toml")
    return file.read(holding: held)
  }

  private func paint(_ number: UInt32) -> Theme.Paint { .rgb(RGB(number)) }

  @Test func `A theme of one's own is read by its name, and is as its base where it says nothing`() throws {
    let reading = try read(
      """
      base = "high-contrast"
      background = "#101418"
      text = "#DDD"
      accent = 200
      faint = { color = "bright-black", background = 4, bold = true }
      rule = "default"
      [link]
      underline = false
      reverse = true
      [selection]
      background = "#3a3a3a"
      """)
    #expect(reading.faults.isEmpty)
    #expect(reading.settings.theme == "night")
    let theme = try #require(reading.settings.ownTheme)
    #expect(theme.name == "night" && !theme.isLight)
    #expect(theme.ground == paint(0x101418))
    #expect(theme.looks[.plain] == .init(paint(0xDDDDDD)))
    #expect(theme.looks[.accent] == .init(.rgb(RGB(xterm256: 200))))
    #expect(theme.looks[.muted] == .init(.terminal(8), on: .terminal(4), .bold))
    #expect(theme.looks[.rule] == Theme.Look())
    #expect(theme.looks[.link] == .init(Theme.highContrast.looks[.link]?.color, .reverse))
    #expect(theme.looks[.tag] == Theme.highContrast.looks[.tag])
    #expect(theme.selection == .init(Theme.highContrast.selection.color, on: paint(0x3A3A3A)))
  }

  @Test func `Each role has a name, and a theme that says nothing is the dark one`() throws {
    var nothing = try #require(try read("").settings.ownTheme)
    #expect(nothing.looks == Theme.dark.looks && nothing.selection == Theme.dark.selection)
    for (name, role) in [
      ("text", .plain), ("faint", .muted), ("accent", .accent), ("link", .link), ("mention", .mention), ("tag", .tag),
      ("warning", .notice), ("error", .failure), ("media", .media), ("rule", .rule), ("unread", .unread),
    ] as [(String, Style.Color)] {
      nothing.looks[role] = .init(.terminal(5))
      #expect(try read("\(name) = \"magenta\"").settings.ownTheme?.looks[role] == .init(.terminal(5)), "\(name)")
    }
    #expect(nothing.looks.count == Style.Color.allCases.count)
  }

  @Test(
    arguments: [
      ("lnk = 1", "1:1: a theme has nothing called “lnk”; did you mean “link”?"),
      ("\nlink = \"sky\"", "2:8: “sky” is no colour: \"#2bb5d8\" is one"),
      ("link = 256", "1:8: this is no colour"), ("link = \"#12345g\"", "1:8: “#12345g” is no colour"),
      ("link = \"#+1234\"", "1:8: “#+1234” is no colour"), ("link = 1.5", "1:8: this is no colour"),
      ("link = true", "1:8: this is no colour"), ("background = [1]", "1:14: this is no colour"),
      ("[link]\ncolour = 1", "2:1: “link” has nothing called “colour”; did you mean “color”?"),
      ("[link]\nbold = 1", "2:8: “bold” is true or false"),
      ("base = \"auto\"", "1:8: “base” is \"dark\", \"light\", \"high-contrast\" or \"terminal\""),
      ("base = 1", "1:8: “base” is"),
    ]) func `A fault is named with its place, and leaves the rest as it is`(text: String, fault: String) throws
  {
    let reading = try read("tag = 1\n" + text)
    let lines = fault.split(separator: ":", maxSplits: 1)
    let place = "\(try #require(Int(lines[0])) + 1):\(lines[1])"
    #expect(reading.faults.count == 1)
    #expect(reading.faults.first?.description.hasPrefix(place) == true, "\(reading.faults)")
    #expect(reading.faults.first?.file == folder.path(of: "themes/night.toml"))
    #expect(reading.settings.ownTheme?.looks[.tag] == .init(.terminal(1)))
    #expect(reading.settings.ownTheme?.looks[.link] == Theme.dark.looks[.link])
  }

  @Test func `Faults of a theme stand behind those of the settings`() throws {
    try folder.write("theme = \"night\"\nmose = true\n", to: "config.toml")
    let faults = try read("lnk = 1\nbase = \"drak\"\n").faults
    #expect(faults.map(\.file) == [nil] + Array(repeating: folder.path(of: "themes/night.toml"), count: 2))
    #expect(faults.map { $0.position?.line } == [2, 1, 2])
  }

  @Test func `A theme that cannot be understood leaves the one that holds, or none`() throws {
    let held = try read("tag = 1").settings
    let broken = try read("tag = \n", holding: held)
    #expect(broken.settings == held && broken.faults.count == 1)
    #expect(file.read().settings.ownTheme == nil)
    // Nor does one that is too large, or no file at all.
    #expect(try read(String(repeating: "#", count: 1 << 20 + 1), holding: held).settings == held)
    try folder.remove("themes/night.toml")
    try folder.makeFolder("themes/night.toml")
    #expect(file.read(holding: held).faults.map(\.words) == ["Is a directory"])
    // Of another name nothing is held.
    try folder.write("theme = \"day\"\n", to: "config.toml")
    try folder.write("[[\n", to: "themes/day.toml")
    #expect(file.read(holding: held).settings.ownTheme == nil)
  }

  @Test func `A theme that there is not is named with those that there are`() throws {
    let reading = file.read()
    #expect(reading.settings == .standard)
    #expect(reading.faults.map(\.position) == [TextPosition(line: 1, column: 9)])
    try folder.write("", to: "themes/nights.toml")
    try folder.write("", to: "themes/auto.toml")
    try folder.write("", to: "themes/notes.txt")
    try folder.write("", to: "themes/x\u{1B}[31m.toml")
    let words = try #require(file.read().faults.first?.words)
    #expect(words.contains("\"terminal\", \"nights\" or \"x") && words.hasSuffix("did you mean “light”?"))
    #expect(!words.contains("notes") && words.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    // A name is no path.
    try folder.write("theme = \"../themes/nights\"\n", to: "config.toml")
    #expect(file.read().settings == .standard)
  }

  @Test func `Whatever a theme's file holds, it is read or refused in words`() throws {
    let whole = Array("base = \"light\"\n[link]\ncolor = \"#123456\"\nbold = true\n[selection]\nbackground = 4\n".utf8)
    for cut in whole.indices {
      for bytes in [Array(whole[..<cut]), Array(whole[..<cut]) + [0xFF] + Array(whole[cut...])] {
        try folder.write(String(decoding: bytes, as: UTF8.self), to: "themes/night.toml")
        let reading = file.read()
        #expect(reading.settings.ownTheme != nil || !reading.faults.isEmpty)
        #expect(reading.faults.allSatisfy { !$0.words.isEmpty })
      }
    }
  }
}
