import Domain
import Settings
import Testing

/// Searches that the settings show as tabs.
@Suite struct SearchSettingsTests {
  private func read(_ text: String) -> SettingsParseResult {
    SettingsReader(commands: SampleCommands.all).read(Array(text.utf8))
  }

  @Test func `A search has a name, a query, and an account or all`() {
    let result = read(
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
    #expect(result.faults.isEmpty)
    #expect(
      result.settings.searches == [
        ConfiguredSearch(name: "Looms", query: "(loom OR weave) has:image", account: "work"),
        ConfiguredSearch(name: "“since:yesterday @ada”", query: "since:yesterday @ada"),
      ])
  }

  @Test func `A fault in a search is reported with its position and leaves the others`() {
    let result = read(
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
    #expect(result.settings.searches == [ConfiguredSearch(name: "Good", query: "tea")])
    #expect(
      result.faults.map(\.description) == [
        "5:9: “tea OR”: expected a term after OR, at character 5",
        "7:1: unknown key “nam” in a search; did you mean “name”?",
        "9:1: a search needs a query",
        "12:9: “query” of a search must be text in quotation marks",
        "14:9: “query” of a search must be one line, not empty, without spaces around it",
      ])
  }

  @Test func `Texts that are too long are faults, and white space is collapsed`() {
    let (name, query) = (String(repeating: "n", count: 61), String(repeating: "q", count: 201))
    let result = read(
      "[[searches]]\nname = \"\(name)\"\nquery = \"tea\"\n[[searches]]\nquery = \"\(query)\"\n"
        + "[[searches]]\nquery = \"green  tea\"\n")
    #expect(result.settings.searches.map(\.query) == ["green tea"])
    #expect(
      result.faults.map(\.description) == [
        "2:8: “name” of a search can have at most 60 characters",
        "5:9: “query” of a search can have at most 200 characters",
      ])
  }

  @Test(arguments: ["searches = \"tea\"", "searches = 1", "searches = [\"tea\"]", "[searches]\nquery = \"tea\""])
  func `The fault for an invalid list of searches shows the syntax`(text: String) {
    let result = read(text)
    #expect(result.settings.searches.isEmpty)
    #expect(result.faults.count == 1 && result.faults[0].message.contains("[[searches]]"), "\(result.faults)")
  }

  @Test func `The number of searches is limited`() {
    let result = read(String(repeating: "[[searches]]\nquery = \"tea\"\n", count: 51))
    #expect(result.settings.searches.count == 50)
    #expect(result.faults.map(\.message) == ["only 50 searches are allowed"])
  }
}
