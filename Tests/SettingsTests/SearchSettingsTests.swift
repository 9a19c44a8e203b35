import Domain
import Settings
import Testing

/// Searches that the settings have stand as tabs.
@Suite struct SearchSettingsTests {
  private func read(_ text: String) -> SettingsParseResult {
    SettingsReader(commands: SampleCommands.all).read(Array(text.utf8))
  }

  @Test func `They have a name, a query, and an account or all`() {
    let reading = read(
      """
      time = "dates"
      [[searches]]
      name = "Looms"
      query = "(loom OR weave) has:image"
      account = "work"
      [[searches]]
      query = "since:yesterday @ada"
      [keys]
      "g h" = "refresh"
      """)
    #expect(reading.faults.isEmpty)
    #expect(
      reading.settings.searches == [
        ConfiguredSearch(name: "Looms", query: "(loom OR weave) has:image", account: "work"),
        ConfiguredSearch(name: "“since:yesterday @ada”", query: "since:yesterday @ada"),
      ])
  }

  @Test func `What cannot be meant is named with its place, and leaves the others`() {
    let reading = read(
      """
      [[searches]]
      name = "Good"
      query = "tea"
      [[searches]]
      query = "tea OR"
      [[searches]]
      nam = "Looms"
      query = "loom"
      [[searches]]
      name = "Nothing"
      [[searches]]
      query = 7
      [[searches]]
      query = "tea\\u001B"
      """)
    #expect(reading.settings.searches == [ConfiguredSearch(name: "Good", query: "tea")])
    #expect(
      reading.faults.map(\.description) == [
        "5:9: “tea OR” wants something to look for after OR, at character 5",
        "7:1: a search has no “nam”; did you mean “name”?",
        "9:1: a search wants a query",
        "12:9: “query” of a search is a text in quotation marks",
        "14:9: “query” of a search is one line, not empty, without blanks around it",
      ])
  }

  @Test func `What is too long says so, and two blanks within are one`() {
    let (name, query) = (String(repeating: "n", count: 61), String(repeating: "q", count: 201))
    let reading = read(
      "[[searches]]\nname = \"\(name)\"\nquery = \"tea\"\n[[searches]]\nquery = \"\(query)\"\n"
        + "[[searches]]\nquery = \"green  tea\"\n")
    #expect(reading.settings.searches.map(\.query) == ["green tea"])
    #expect(
      reading.faults.map(\.description) == [
        "2:8: “name” of a search has 60 characters at the most",
        "5:9: “query” of a search has 200 characters at the most",
      ])
  }

  @Test(arguments: ["searches = \"tea\"", "searches = 1", "searches = [\"tea\"]", "[searches]\nquery = \"tea\""])
  func `What is no list of searches says how they are written`(text: String) {
    let reading = read(text)
    #expect(reading.settings.searches.isEmpty)
    #expect(reading.faults.count == 1 && reading.faults[0].words.contains("[[searches]]"), "\(reading.faults)")
  }

  @Test func `There are no more than fit`() {
    let reading = read(String(repeating: "[[searches]]\nquery = \"tea\"\n", count: 51))
    #expect(reading.settings.searches.count == 50)
    #expect(reading.faults.map(\.words) == ["there are no more than 50 searches"])
  }
}
