import Domain
import Settings
import TerminalKit
import Testing

@Suite struct SettingsReaderTests {
  private func read(_ text: String, fallback current: UserSettings = .standard) -> SettingsParseResult {
    SettingsReader(commands: SampleCommands.all).read(Array(text.utf8), fallback: current)
  }

  private func faults(of text: String) -> [String] { read(text).faults.map(\.description) }

  @Test func `An empty file has the default settings`() {
    #expect(read("") == SettingsParseResult())
    #expect(read("# nothing\n\n[keys]\n") == SettingsParseResult())
  }

  @Test func `Each setting is read`() {
    let result = read(
      """
      theme = "light"
      density = "compact"
      mouse = false
      timelines = ["Mentions", "Home"]
      title = false
      time = "dates"
      signs = "ascii"
      pictures = "sixel"
      fetch-pictures = "never"
      avatars = true
      demo = false
      layout = "columns"
      sidebar-width = 0
      list-width = 80
      column-width = 40
      stream = false
      cache-posts = 100
      cache-days = 36500
      credential-helper = '!my-vault "$@"'
      bell = true
      notify-command = 'notify-send -- "$TERN_FROM"'
      player = "mpv  --fs"
      paste-command = ["xclip", "-out"]
      """)
    var expected = UserSettings()
    expected.streams = false
    expected.cacheBounds = CacheBounds(posts: 100, days: 36_500)
    expected.credentialHelper = "!my-vault \"$@\""
    expected.ringsBell = true
    expected.notifyCommand = "notify-send -- \"$TERN_FROM\""
    expected.player = ["mpv", "--fs"]
    expected.pasteCommand = ["xclip", "-out"]
    expected.showsAvatars = true
    expected.layout = .columns
    (expected.paneWidths.sidebar, expected.paneWidths.list, expected.paneWidths.column) = (0, 80, 40)
    expected.theme = "light"
    expected.density = .compact
    expected.usesMouse = false
    expected.timelines = ["Mentions", "Home"]
    expected.setsTitle = false
    expected.time = .dates
    expected.signs = .ascii
    expected.pictures = .sixel
    expected.fetchPictures = .never
    expected.demo = .hidden
    #expect(result == SettingsParseResult(settings: expected))
  }

  @Test("A player is a command, split at spaces, or a list of its words")
  func player() {
    let command = read(#"player = "vlc --play-and-exit""#)
    #expect(command.settings.player == ["vlc", "--play-and-exit"])
    let words = read(#"player = ["/opt/My Player", "-x", ""]"#)
    #expect(words.settings.player == ["/opt/My Player", "-x", ""] && words.faults.isEmpty)
    #expect(read(#"player = """#) == SettingsParseResult(settings: .standard))
    #expect(read("player = []") == SettingsParseResult(settings: .standard))
    for wrong in [#"["", "a"]"#, #"["mpv", 3]"#, #""a\nb""#, #"["a\u0000"]"#, "true"] {
      let result = read("player = \(wrong)")
      #expect(result.faults.count == 1 && result.settings == .standard, "\(wrong)")
    }
  }

  @Test(
    "An invalid value is a fault with a position and leaves its setting at the default",
    arguments: [
      (
        #"theme = "drak""#,
        "2:9: “theme” must be \"auto\", \"dark\", \"light\", \"high-contrast\" or \"terminal\", not “drak”, and there is no themes/drak.toml; did you mean “dark”?"
      ),
      (
        #"density = "spacious""#, "2:11: “density” must be \"comfortable\", \"compact\" or \"line\", not “spacious”"
      ),
      (#"mouse = "no""#, "2:9: “mouse” must be true or false, not “no”"),
      ("list-width = 81", "2:14: “list-width” must be a number from 20 to 80, not 81"),
      ("list-width = 50.0", "2:14: “list-width” must be a number from 20 to 80"),
      (
        "column-width = -9223372036854775808",
        "2:16: “column-width” must be a number from 20 to 200, not -9223372036854775808"
      ),
      ("mouse = 1", "2:9: “mouse” must be true or false"),
      ("time = [\"ages\"]", "2:8: “time” must be \"ages\" or \"dates\""),
      (
        "timelines = [\"Home\", 1]",
        "2:13: “timelines” must be a list of names in quotation marks: [\"Home\", \"Mentions\"]"
      ),
      ("time = 2026-11-20", "2:8: “time” must be \"ages\" or \"dates\""),
      ("  demo   =   \"true\"", "2:14: “demo” must be \"auto\", true or false, not “true”; did you mean “true”?"),
      ("cache-posts = 99", "2:15: “cache-posts” must be a number from 100 to 1000000, not 99"),
      ("cache-days = 0", "2:14: “cache-days” must be a number from 1 to 36500, not 0"),
      ("stream = \"yes\"", "2:10: “stream” must be true or false, not “yes”"),
      ("credential-helper = true", "2:21: “credential-helper” must be a command in quotation marks, on one line"),
      ("credential-helper = \"a\\nb\"", "2:21: “credential-helper” must be a command in quotation marks, on one line"),
      ("keys = false", "2:8: write keys as a table: [keys] with \"g z\" = \"refresh\" below"),
    ]) func wrongValues(line: String, fault: String)
  {
    // The settings around it are read.
    let others = line.hasPrefix("mouse") ? ("time = \"dates\"\n", "demo = false\n") : ("mouse = false\n", "")
    let result = read(others.0 + line + "\n" + others.1)
    #expect(result.faults.map(\.description) == [fault])
    var expected = UserSettings()
    if line.hasPrefix("mouse") {
      expected.time = .dates
      expected.demo = .hidden
    } else {
      expected.usesMouse = false
    }
    #expect(result.settings == expected)
  }

  @Test func `An unknown setting is a fault with a position and a suggestion`() {
    #expect(faults(of: "thme = \"dark\"") == ["1:1: unknown setting “thme”; did you mean “theme”?"])
    #expect(faults(of: "\n[key]\nj = \"next\"") == ["2:2: unknown setting “key”; did you mean “keys”?"])
    #expect(faults(of: "wallpaper = \"a cat\"") == ["1:1: unknown setting “wallpaper”"])
    #expect(
      faults(of: "demo = true\n  tme = 1\n  \"ünïcode\" = 2") == [
        "2:3: unknown setting “tme”; did you mean “time”?", "3:3: unknown setting “ünïcode”",
      ])
  }

  @Test func `Faults are in the order of the file`() {
    let positions = read("time = 1\nbogus = 1\ndemo = 1\n[keys]\nj = \"nxt\"\ngg = \"first\"\n").faults.map(\.position)
    #expect(positions.compactMap(\.self).map(\.line) == [1, 2, 3, 5, 6])
  }

  @Test func `Names in faults are short and without control characters`() throws {
    let fault = try #require(read("\"\\u001B[31m\" = 1").faults.first)
    #expect(!fault.message.unicodeScalars.contains { $0.value < 0x20 })
    let long = try #require(read(String(repeating: "x", count: 5_000) + " = 1").faults.first)
    #expect(long.message.count < 120 && long.message.contains("xxx…”"))
  }

  @Test(
    "Invalid syntax is a fault with a position and leaves the current settings",
    arguments: [
      ("theme = \n", 1, 9), ("theme = \"dark\n", 1, 14), ("[keys\n", 1, 6), ("demo = tru\n", 1, 11), ("= 1", 1, 1),
      ("demo = true\n[:keys]\n", 2, 1), ("a = 1\n\n[ ]\n", 3, 3), ("a = \"\u{1}\"", 1, 6), ("a = 1 2", 1, 7),
    ]) func syntax(text: String, line: Int, column: Int)
  {
    var current = UserSettings()
    current.theme = "light"
    current.keymap = Keymap(added: ["next": ["x"]])
    let result = read(text, fallback: current)
    #expect(result.settings == current)
    #expect(result.faults.map(\.position) == [TextPosition(line: line, column: column)])
    #expect(result.faults.allSatisfy { !$0.message.isEmpty })
  }

  @Test func `A repeated key is a fault with both positions`() {
    #expect(faults(of: "demo = true\ndemo = false") == ["2:1: “demo” is already set at 1:1"])
    #expect(
      faults(of: "[keys]\n\"g h\" = \"next\"\nx = false\n  \"g h\" = \"help\"") == ["4:3: “g h” is already set at 2:1"])
    #expect(faults(of: "[keys]\nx = \"help\"\n[keys]\n") == ["3:2: “keys” is already set at 1:2"])
  }

  @Test func `Files that are too large or too deeply nested are rejected`() {
    #expect(faults(of: "a = '" + String(repeating: "x", count: 1 << 20) + "'") == ["larger than 1 MB"])
    let deep = read("a = 1\n[" + String(repeating: "b.", count: 300_000) + "b]")
    #expect(deep.faults.map(\.description) == ["2:65: a key of more than 32 parts"])
    #expect(!read("a = " + String(repeating: "[", count: 500_000)).faults.isEmpty)
    #expect(!read("a = " + String(repeating: "{ b = ", count: 100_000)).faults.isEmpty)
    // Dots in strings, comments and numbers are not parts of keys.
    let dots = String(repeating: ".", count: 100)
    let numbers = Array(repeating: "1.5", count: 100).joined(separator: ", ")
    #expect(read("# \(dots)\n\"\"\"\(dots)\"\"\" = 1").faults.count == 1)
    #expect(faults(of: "x1 = '\(dots)'\nx2 = [\(numbers)]\nx3 = \"\\\"\(dots)\"").count == 3)
  }
}
