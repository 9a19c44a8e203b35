import Domain
import Testing

/// Display names next to handles.
struct DisplayNameTests {
  private func shown(_ name: String) -> String { Profile(handle: "eve@bad.example", name: name).displayName }

  @Test(arguments: [
    " ", "\u{A0}", "\u{3000}", "\u{2003}", "\u{202F}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{2800}", "\u{3164}",
    "\u{115F}", "\u{FFA0}", "\u{AD}", "\u{200E}", "\u{202E}", "\u{2066}", "\u{180E}", "\u{E0001}", "\t", "\n",
    "\u{34F}",
  ]) func `Blanks and invisible characters are removed`(blank: String) {
    let filling = String(repeating: blank, count: 200)
    let name = shown("\(filling)Ada\(filling)Lovelace\(filling)")
    #expect(name == "Ada Lovelace" || name == "AdaLovelace")
    #expect(shown(filling) == "eve@bad.example")
  }

  @Test(arguments: [
    "Grace Hopper", "軌道 太郎", "👩\u{200D}💻 Grace", "♥\u{FE0F} x", "می\u{200C}خواهم", "יעל",
    "🏴\u{E0067}\u{E0062}\u{E007F}",
    "Ada @ work", "@",
  ]) func `Other names are unchanged`(name: String) {
    #expect(shown(name) == name)
  }

  @Test func `A name that contains a handle is quoted`() {
    #expect(shown("Ada  @ada@good.example") == "“Ada @ada@good.example”")
    #expect(shown("Ada＠good.example") == "“Ada＠good.example”")
    #expect(shown("Ada”  @ada@good.example “") == "“Ada' @ada@good.example '”")
  }

  @Test func `Long names are truncated and handles are not`() {
    let long = Profile(handle: "eve@bad.example", name: String(repeating: "漢字", count: 100))
    #expect(long.nameAndHandle.hasSuffix("字漢… @eve@bad.example") && long.nameAndHandle.count == 49)
    #expect(Profile(handle: "eve", name: "Eve").nameAndHandle == "Eve @eve")
    #expect(Profile(handle: "eve", name: "eve").nameAndHandle == "@eve")
    #expect(Profile(handle: "eve", name: "\u{3164}").nameAndHandle == "@eve")
    #expect(Profile(handle: "", name: "Eve").nameAndHandle == "Eve")
    #expect(Profile(handle: "eve", name: "Ada @ada@x").nameAndLabel == "“Ada @ada@x” · @eve")
  }
}
