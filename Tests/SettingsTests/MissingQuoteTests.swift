import Settings
import Testing

@Suite struct MissingQuoteTests {
  @Test(arguments: [
    ("theme = \"dark\nlayout = \"single\"", 1, "a quotation mark is missing: a text begins with \" and ends with \""),
    ("theme = 'dark\n", 1, "a quotation mark is missing: a text begins with ' and ends with '"),
    ("theme = \"dark", 1, "a quotation mark is missing: a text begins with \" and ends with \""),
    ("theme = dark\"", 1, "a quotation mark is missing: a text begins with \" and ends with \""),
    ("theme = dark\n", 1, "a quotation mark is missing: write \"dark\""),
    ("[keys]\nrefresh = g-h # so", 2, "a quotation mark is missing: write \"g-h\""),
    ("[keys]\n\"g h = \"refresh\"", 2, "a quotation mark is missing: a text begins with \" and ends with \""),
    ("[keys]\ng h\" = \"refresh\"", 2, "a quotation mark is missing: a text begins with \" and ends with \""),
    ("x = [ \"a, \"b\" ]", 1, "a quotation mark is missing: a text begins with \" and ends with \""),
    ("theme = “dark”", 1, "“ is no quotation mark here: write \"…\""),
    ("theme = \"\"\"dark\n", 1, "a quotation mark is missing: a text begins with \" and ends with \""),
  ])
  func `A quotation mark that is missing is said to be missing`(text: String, line: Int, words: String) throws {
    let reading = SettingsReader(commands: SampleCommands.all).read(Array(text.utf8), holding: UserSettings())
    let fault = try #require(reading.faults.first)
    #expect(reading.faults.count == 1 && fault.position?.line == line)
    #expect(fault.words == words)
  }

  @Test(arguments: ["theme == \"dark\"", "theme = 1.2.3", "[keys\n", "theme = \"da\\qrk\"", "= 3"])
  func `Another fault keeps its own words`(text: String) throws {
    let reading = SettingsReader(commands: SampleCommands.all).read(Array(text.utf8), holding: UserSettings())
    #expect(reading.faults.count == 1 && reading.faults.first?.words.contains("quotation mark is missing") == false)
  }
}
