import Domain
import Settings
import TerminalKit
import Testing

@Suite struct SettingsReaderTests {
  private func read(_ text: String, holding held: UserSettings = .standard) -> SettingsParseResult {
    SettingsReader(commands: SampleCommands.all).read(Array(text.utf8), holding: held)
  }

  private func faults(of text: String) -> [String] { read(text).faults.map(\.description) }

  @Test func `A file that says nothing leaves everything at its standard`() {
    #expect(read("") == SettingsParseResult())
    #expect(read("# nothing\n\n[keys]\n") == SettingsParseResult())
  }

  @Test func `Each setting is read`() {
    let reading = read(
      """
      theme = "light"
      density = "compact"
      mouse = false
      timelines = ["Mentions", "Home"]
      title = false
      time = "dates"
      signs = "ascii"
      pictures = "sixel"
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
      """)
    var wanted = UserSettings()
    wanted.streams = false
    wanted.cacheBounds = CacheBounds(posts: 100, days: 36_500)
    wanted.credentialHelper = "!my-vault \"$@\""
    wanted.ringsBell = true
    wanted.notifyCommand = "notify-send -- \"$TERN_FROM\""
    wanted.player = ["mpv", "--fs"]
    wanted.layout = .columns
    (wanted.paneWidths.sidebar, wanted.paneWidths.list, wanted.paneWidths.column) = (0, 80, 40)
    wanted.theme = "light"
    wanted.density = .compact
    wanted.usesMouse = false
    wanted.timelines = ["Mentions", "Home"]
    wanted.setsTitle = false
    wanted.time = .dates
    wanted.signs = .ascii
    wanted.pictures = .sixel
    wanted.demo = .hidden
    #expect(reading == SettingsParseResult(settings: wanted))
  }

  @Test("A player is a command, cut at its blanks, or the list of its words")
  func player() {
    let command = read(#"player = "vlc --play-and-exit""#)
    #expect(command.settings.player == ["vlc", "--play-and-exit"])
    let words = read(#"player = ["/opt/My Player", "-x", ""]"#)
    #expect(words.settings.player == ["/opt/My Player", "-x", ""] && words.faults.isEmpty)
    #expect(read(#"player = """#) == SettingsParseResult(settings: .standard))
    #expect(read("player = []") == SettingsParseResult(settings: .standard))
    for wrong in [#"["", "a"]"#, #"["mpv", 3]"#, #""a\nb""#, #"["a\u0000"]"#, "true"] {
      let reading = read("player = \(wrong)")
      #expect(reading.faults.count == 1 && reading.settings == .standard, "\(wrong)")
    }
  }

  @Test(
    "A value that cannot be meant is named with its place, and that setting alone has its standard",
    arguments: [
      (
        #"theme = "drak""#,
        "2:9: “theme” is \"auto\", \"dark\", \"light\", \"high-contrast\" or \"terminal\", not “drak”, and there is no themes/drak.toml; did you mean “dark”?"
      ),
      (
        #"density = "spacious""#, "2:11: “density” is \"comfortable\", \"compact\" or \"line\", not “spacious”"
      ),
      (#"mouse = "no""#, "2:9: “mouse” is true or false, not “no”"),
      ("list-width = 81", "2:14: “list-width” is a number from 20 to 80, not 81"),
      ("list-width = 50.0", "2:14: “list-width” is a number from 20 to 80"),
      (
        "column-width = -9223372036854775808",
        "2:16: “column-width” is a number from 20 to 200, not -9223372036854775808"
      ),
      ("mouse = 1", "2:9: “mouse” is true or false"),
      ("time = [\"ages\"]", "2:8: “time” is \"ages\" or \"dates\""),
      (
        "timelines = [\"Home\", 1]",
        "2:13: “timelines” is a list of names in quotation marks: [\"Home\", \"Mentions\"]"
      ),
      ("time = 2026-11-20", "2:8: “time” is \"ages\" or \"dates\""),
      ("  demo   =   \"true\"", "2:14: “demo” is \"auto\", true or false, not “true”; did you mean “true”?"),
      ("cache-posts = 99", "2:15: “cache-posts” is a number from 100 to 1000000, not 99"),
      ("cache-days = 0", "2:14: “cache-days” is a number from 1 to 36500, not 0"),
      ("stream = \"yes\"", "2:10: “stream” is true or false, not “yes”"),
      ("credential-helper = true", "2:21: “credential-helper” is a command in quotation marks, in one line"),
      ("credential-helper = \"a\\nb\"", "2:21: “credential-helper” is a command in quotation marks, in one line"),
      ("keys = false", "2:8: “keys” is a table: [keys], and below it \"g h\" = \"refresh\""),
    ]) func wrongValues(line: String, fault: String)
  {
    // What stands around it is taken all the same.
    let others = line.hasPrefix("mouse") ? ("time = \"dates\"\n", "demo = false\n") : ("mouse = false\n", "")
    let reading = read(others.0 + line + "\n" + others.1)
    #expect(reading.faults.map(\.description) == [fault])
    var wanted = UserSettings()
    if line.hasPrefix("mouse") {
      wanted.time = .dates
      wanted.demo = .hidden
    } else {
      wanted.usesMouse = false
    }
    #expect(reading.settings == wanted)
  }

  @Test func `A name that there is not is named with its place and the nearest one`() {
    #expect(faults(of: "thme = \"dark\"") == ["1:1: there is no setting “thme”; did you mean “theme”?"])
    #expect(faults(of: "\n[key]\nj = \"next\"") == ["2:2: there is no setting “key”; did you mean “keys”?"])
    #expect(faults(of: "wallpaper = \"a cat\"") == ["1:1: there is no setting “wallpaper”"])
    #expect(
      faults(of: "demo = true\n  tme = 1\n  \"ünïcode\" = 2") == [
        "2:3: there is no setting “tme”; did you mean “time”?", "3:3: there is no setting “ünïcode”",
      ])
  }

  @Test func `Faults come in the order in which they stand in the file`() {
    let places = read("time = 1\nbogus = 1\ndemo = 1\n[keys]\nj = \"nxt\"\ngg = \"first\"\n").faults.map(\.position)
    #expect(places.compactMap(\.self).map(\.line) == [1, 2, 3, 5, 6])
  }

  @Test func `What a file says of names is harmless for the terminal, and short`() throws {
    let fault = try #require(read("\"\\u001B[31m\" = 1").faults.first)
    #expect(!fault.words.unicodeScalars.contains { $0.value < 0x20 })
    let long = try #require(read(String(repeating: "x", count: 5_000) + " = 1").faults.first)
    #expect(long.words.count < 120 && long.words.contains("xxx…”"))
  }

  @Test(
    "Where the syntax is wrong, its place is named, and the settings that held hold on",
    arguments: [
      ("theme = \n", 1, 9), ("theme = \"dark\n", 1, 14), ("[keys\n", 1, 6), ("demo = tru\n", 1, 11), ("= 1", 1, 1),
      ("demo = true\n[:keys]\n", 2, 1), ("a = 1\n\n[ ]\n", 3, 3), ("a = \"\u{1}\"", 1, 6), ("a = 1 2", 1, 7),
    ]) func syntax(text: String, line: Int, column: Int)
  {
    var held = UserSettings()
    held.theme = "light"
    held.keymap = Keymap(added: ["next": ["x"]])
    let reading = read(text, holding: held)
    #expect(reading.settings == held)
    #expect(reading.faults.map(\.position) == [TextPosition(line: line, column: column)])
    #expect(reading.faults.allSatisfy { !$0.words.isEmpty })
  }

  @Test func `A key that stands twice is named with both places`() {
    #expect(faults(of: "demo = true\ndemo = false") == ["2:1: “demo” stands at 1:1 already"])
    #expect(
      faults(of: "[keys]\n\"g h\" = \"next\"\nx = false\n  \"g h\" = \"help\"") == ["4:3: “g h” stands at 2:1 already"])
    #expect(faults(of: "[keys]\nx = \"help\"\n[keys]\n") == ["3:2: “keys” stands at 1:2 already"])
  }

  @Test func `What is too large or nested too deeply is refused`() {
    #expect(faults(of: "a = '" + String(repeating: "x", count: 1 << 20) + "'") == ["larger than 1 MB"])
    let deep = read("a = 1\n[" + String(repeating: "b.", count: 300_000) + "b]")
    #expect(deep.faults.map(\.description) == ["2:65: a key of more than 32 parts"])
    #expect(!read("a = " + String(repeating: "[", count: 500_000)).faults.isEmpty)
    #expect(!read("a = " + String(repeating: "{ b = ", count: 100_000)).faults.isEmpty)
    // Dots in texts and remarks are no parts of keys, nor are those of numbers.
    let dots = String(repeating: ".", count: 100)
    let numbers = Array(repeating: "1.5", count: 100).joined(separator: ", ")
    #expect(read("# \(dots)\n\"\"\"\(dots)\"\"\" = 1").faults.count == 1)
    #expect(faults(of: "x1 = '\(dots)'\nx2 = [\(numbers)]\nx3 = \"\\\"\(dots)\"").count == 3)
  }
}
