import FolderSupport
import Settings
import TerminalKit
import Testing

@Suite struct ThemeFileTests {
  private let folder = TemporaryFolder()

  init() throws {
    try folder.write("theme = \"night\"\n", to: "config.toml")
  }

  private var file: SettingsFile {
    SettingsFile(path: folder.path(of: "config.toml"), commands: SampleCommands.all)
  }

  private func read(_ theme: String, fallback current: UserSettings = .standard) throws -> SettingsParseResult {
    try folder.write(theme, to: "themes/night.toml")
    return file.read(fallback: current)
  }

  private func paint(_ number: UInt32) -> Theme.Paint { .rgb(RGB(number)) }

  @Test func `The user's own theme is read by its name and inherits from its base`() throws {
    let result = try read(
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
    #expect(result.faults.isEmpty)
    #expect(result.settings.theme == "night")
    let theme = try #require(result.settings.customTheme)
    #expect(theme.name == "night" && !theme.isLight)
    #expect(theme.background == paint(0x101418))
    #expect(theme.appearances[.plain] == .init(paint(0xDDDDDD)))
    #expect(theme.appearances[.accent] == .init(.rgb(RGB(xterm256: 200))))
    #expect(theme.appearances[.muted] == .init(.terminal(8), on: .terminal(4), .bold))
    #expect(theme.appearances[.rule] == Theme.Appearance())
    #expect(theme.appearances[.link] == .init(Theme.highContrast.appearances[.link]?.color, .reverse))
    #expect(theme.appearances[.tag] == Theme.highContrast.appearances[.tag])
    #expect(theme.selection == .init(Theme.highContrast.selection.color, on: paint(0x3A3A3A)))
  }

  @Test func `Each role has a name, and an empty theme is the dark one`() throws {
    var nothing = try #require(try read("").settings.customTheme)
    #expect(nothing.appearances == Theme.dark.appearances && nothing.selection == Theme.dark.selection)
    for (name, role) in [
      ("text", .plain), ("faint", .muted), ("accent", .accent), ("link", .link), ("mention", .mention), ("tag", .tag),
      ("warning", .notice), ("error", .failure), ("media", .media), ("rule", .rule), ("unread", .unread),
    ] as [(String, Style.Color)] {
      nothing.appearances[role] = .init(.terminal(5))
      #expect(
        try read("\(name) = \"magenta\"").settings.customTheme?.appearances[role] == .init(.terminal(5)), "\(name)")
    }
    #expect(nothing.appearances.count == Style.Color.allCases.count)
  }

  @Test(
    arguments: [
      ("lnk = 1", "1:1: unknown key “lnk” in a theme; did you mean “link”?"),
      ("\nlink = \"sky\"", "2:8: “sky” is not a colour: use \"#2bb5d8\""),
      ("link = 256", "1:8: this is not a colour"), ("link = \"#12345g\"", "1:8: “#12345g” is not a colour"),
      ("link = \"#+1234\"", "1:8: “#+1234” is not a colour"), ("link = 1.5", "1:8: this is not a colour"),
      ("link = true", "1:8: this is not a colour"), ("background = [1]", "1:14: this is not a colour"),
      ("[link]\ncolour = 1", "2:1: unknown key “colour” in “link”; did you mean “color”?"),
      ("[link]\nbold = 1", "2:8: “bold” must be true or false"),
      ("base = \"auto\"", "1:8: “base” must be \"dark\", \"light\", \"high-contrast\" or \"terminal\""),
      ("base = 1", "1:8: “base” must be"),
    ]) func `A fault has a position and leaves the rest of the theme`(text: String, fault: String) throws
  {
    let result = try read("tag = 1\n" + text)
    let lines = fault.split(separator: ":", maxSplits: 1)
    let description = "\(try #require(Int(lines[0])) + 1):\(lines[1])"
    #expect(result.faults.count == 1)
    #expect(result.faults.first?.description.hasPrefix(description) == true, "\(result.faults)")
    #expect(result.faults.first?.file == folder.path(of: "themes/night.toml"))
    #expect(result.settings.customTheme?.appearances[.tag] == .init(.terminal(1)))
    #expect(result.settings.customTheme?.appearances[.link] == Theme.dark.appearances[.link])
  }

  @Test func `Faults of a theme follow those of the settings`() throws {
    try folder.write("theme = \"night\"\nmose = true\n", to: "config.toml")
    let faults = try read("lnk = 1\nbase = \"drak\"\n").faults
    #expect(faults.map(\.file) == [nil] + Array(repeating: folder.path(of: "themes/night.toml"), count: 2))
    #expect(faults.map { $0.position?.line } == [2, 1, 2])
  }

  @Test func `An invalid theme leaves the current one of that name`() throws {
    let current = try read("tag = 1").settings
    let broken = try read("tag = \n", fallback: current)
    #expect(broken.settings == current && broken.faults.count == 1)
    #expect(file.read().settings.customTheme == nil)
    // The same for a file that is too large, and for a folder.
    #expect(try read(String(repeating: "#", count: 1 << 20 + 1), fallback: current).settings == current)
    try folder.remove("themes/night.toml")
    try folder.makeFolder("themes/night.toml")
    #expect(file.read(fallback: current).faults.map(\.message) == ["Is a directory"])
    // There is no current theme of another name.
    try folder.write("theme = \"day\"\n", to: "config.toml")
    try folder.write("[[\n", to: "themes/day.toml")
    #expect(file.read(fallback: current).settings.customTheme == nil)
  }

  @Test func `The fault for an unknown theme lists the existing ones`() throws {
    let result = file.read()
    #expect(result.settings == .standard)
    #expect(result.faults.map(\.position) == [TextPosition(line: 1, column: 9)])
    try folder.write("", to: "themes/nights.toml")
    try folder.write("", to: "themes/auto.toml")
    try folder.write("", to: "themes/notes.txt")
    try folder.write("", to: "themes/x\u{1B}[31m.toml")
    let words = try #require(file.read().faults.first?.message)
    #expect(words.contains("\"terminal\", \"nights\" or \"x") && words.hasSuffix("did you mean “light”?"))
    #expect(!words.contains("notes") && words.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    // A name cannot be a path.
    try folder.write("theme = \"../themes/nights\"\n", to: "config.toml")
    #expect(file.read().settings == .standard)
  }

  @Test func `A damaged theme is read or rejected with a message`() throws {
    let whole = Array("base = \"light\"\n[link]\ncolor = \"#123456\"\nbold = true\n[selection]\nbackground = 4\n".utf8)
    for cut in whole.indices {
      for bytes in [Array(whole[..<cut]), Array(whole[..<cut]) + [0xFF] + Array(whole[cut...])] {
        try folder.write(String(decoding: bytes, as: UTF8.self), to: "themes/night.toml")
        let result = file.read()
        #expect(result.settings.customTheme != nil || !result.faults.isEmpty)
        #expect(result.faults.allSatisfy { !$0.message.isEmpty })
      }
    }
  }
}
