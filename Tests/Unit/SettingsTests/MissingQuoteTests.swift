import Settings
import Testing

@Suite struct MissingQuoteTests {
  @Test(arguments: [
    ("theme = \"dark\nlayout = \"single\"", 1, "missing quotation mark: a text starts and ends with \""),
    ("theme = 'dark\n", 1, "missing quotation mark: a text starts and ends with '"),
    ("theme = \"dark", 1, "missing quotation mark: a text starts and ends with \""),
    ("theme = dark\"", 1, "missing quotation mark: a text starts and ends with \""),
    ("theme = dark\n", 1, "missing quotation marks: write \"dark\""),
    ("[keys]\nrefresh = g-h # so", 2, "missing quotation marks: write \"g-h\""),
    ("[keys]\n\"g h = \"refresh\"", 2, "missing quotation mark: a text starts and ends with \""),
    ("[keys]\ng h\" = \"refresh\"", 2, "missing quotation mark: a text starts and ends with \""),
    ("x = [ \"a, \"b\" ]", 1, "missing quotation mark: a text starts and ends with \""),
    ("theme = terminal\n", 1, "missing quotation marks: write \"terminal\""),
    ("time = full", 1, "missing quotation marks: write \"full\""),
    ("pictures = none # so", 1, "missing quotation marks: write \"none\""),
    ("density = infra", 1, "missing quotation marks: write \"infra\""),
    ("layout = false-one", 1, "missing quotation marks: write \"false-one\""),
    ("theme = 2dark", 1, "missing quotation marks: write \"2dark\""),
    ("player = /usr/bin/mpv --fs", 1, "missing quotation marks: write \"/usr/bin/mpv --fs\""),
    ("player = ~/bin/x", 1, "missing quotation marks: write \"~/bin/x\""),
    ("timelines = [Home, Notifications]", 1, "missing quotation marks: write \"Home\""),
    ("theme = “dark”", 1, "“ is not a valid quotation mark: write \"…\""),
    ("theme = \"\"\"dark\n", 1, "missing quotation mark: a text starts and ends with \""),
  ])
  func `A missing quotation mark is reported`(text: String, line: Int, words: String) throws {
    let result = SettingsReader(commands: SampleCommands.all).read(Array(text.utf8), fallback: UserSettings())
    let fault = try #require(result.faults.first)
    #expect(result.faults.count == 1 && fault.position?.line == line)
    #expect(fault.message == words)
  }

  @Test(arguments: ["theme == \"dark\"", "theme = 1.2.3", "[keys\n", "theme = \"da\\qrk\"", "= 3"])
  func `Other faults keep their message`(text: String) throws {
    let result = SettingsReader(commands: SampleCommands.all).read(Array(text.utf8), fallback: UserSettings())
    #expect(result.faults.count == 1 && result.faults.first?.message.contains("missing quotation") == false)
  }
}
