import Domain
import Testing

struct TagSuggestionsTests {
  private func names(beginning typed: String, in texts: String..., limit: Int = 9) -> [String] {
    guard var known = TagSuggestions(startingWith: typed) else { return ["none"] }
    for text in texts { known.add(tagsIn: text) }
    return known.names(limit: limit)
  }

  @Test func `Most used hashtags come first, in their first spelling`() {
    #expect(names(beginning: "lo", in: "#Lorry #Loom", "#loom, #lathe", "#LOOM") == ["Loom", "Lorry"])
    #expect(names(beginning: "lo", in: "#Lorry #Loom", "#loom", limit: 1) == ["Loom"])
    #expect(names(beginning: "l", in: "", limit: -1) == [])
  }

  @Test(arguments: [
    ("CAF", "#café au lait", ["café"]), ("caf", "＃café", ["café"]), ("猫", "好きな #猫写真", ["猫写真"]),
    ("tea_t", "#tea_time", ["tea_time"]), ("tea", "https://tea.example/#tea", []), ("1", "#1 #1st", ["1st"]),
    ("tea", "#tea-time #teapot.", ["tea", "teapot"]), ("tea", "C#tea", []),
  ]) func `Hashtags are found ignoring case and accents`(typed: String, text: String, found: [String]) {
    #expect(names(beginning: typed, in: text) == found)
  }

  @Test(arguments: ["", "_", "tea.", "tea time", "@tea"]) func `Some texts start no hashtag`(typed: String) {
    #expect(names(beginning: typed, in: "#tea") == ["none"])
  }

  @Test func `Hashtags with more weight come first`() {
    var known = TagSuggestions(startingWith: "l")
    known?.add("loom")
    known?.add("loom")
    known?.add("Lace", uses: 1_000)
    known?.add("tea", uses: 9)
    #expect(known?.names(limit: 9) == ["Lace", "loom"])
    #expect(known?.matches("Lathe") == true && known?.matches("tea") == false)
  }
}
