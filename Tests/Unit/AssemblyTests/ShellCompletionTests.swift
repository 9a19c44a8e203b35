import Testing

@testable import tern

@Suite("Shell completion")
struct ShellCompletionTests {
  @Test("Words are unquoted")
  func words() {
    let words = CommandWords(["tern", "list", "--account", #"Ada\ L\'"#, #"--data-directory="a b""#, "--timeline", ""])
    #expect(words.value(of: "--account") == "Ada L'")
    #expect(words.value(of: "--data-directory") == "a b")
    #expect(words.value(of: "--timeline") == nil)
    #expect(words.has("--account") && !words.has("--no-demo"))
    #expect(CommandWords.unquoted(#"'a\b' "c\"d" e\"#) == #"a\b c"d e"#)
  }

  @Test("An option value may follow an equals sign")
  func values() {
    #expect(CommandWords.valueTyped(in: #"--account="@a"#) == "@a")
    #expect(CommandWords.valueTyped(in: #"a=b\ c"#) == "a=b c")
    #expect(CommandWords(["tern", "demo", "--account"]).isDemo && CommandWords(["tern", "screen", "--demo"]).isDemo)
    #expect(!CommandWords(["tern", "list", "demo"]).isDemo)
  }

  @Test("Names are escaped for each shell")
  func forms() {
    #expect(ShellCompletion.form(of: "it's $(x)", for: .bash) == #"'it'\''s $(x)'"#)
    #expect(ShellCompletion.form(of: #"a:b\c"#, for: .zsh) == #"a\:b\\c"#)
    #expect(ShellCompletion.form(of: "a b", for: .fish) == "a b")
  }
}
