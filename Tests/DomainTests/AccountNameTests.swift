import Domain
import Testing

@Suite struct AccountNameTests {
  private static func account(_ handle: String, _ name: String? = nil) throws -> Account {
    Account(
      id: .store(handle), profile: Profile(handle: handle, name: "Someone"),
      givenName: try name.map { try AccountName($0) }, origin: .imported(format: "Test"))
  }

  @Test func `Blanks around a name are none of it, and its case does not matter`() throws {
    let name = try AccountName("  Work life ")
    #expect(name.text == "Work life")
    #expect(name.isMeant(by: "work LIFE"))
    #expect(!name.isMeant(by: "work"))
  }

  @Test(
    arguments: [
      ("", .isEmpty), (" \n ", .isEmpty), ("@work", .looksLikeSomethingElse), ("-work", .looksLikeSomethingElse),
      ("two\nlines", .hasControls), ("bell\u{7}", .hasControls), (String(repeating: "a", count: 61), .isTooLong),
      ("a" + String(repeating: "\u{301}", count: 180), .isTooLong), ("wo\u{200B}rk", .hasInvisibles),
      ("wo\u{200D}rk", .hasInvisibles), ("work\u{FE0F}", .hasInvisibles), ("\u{2060}", .hasInvisibles),
      ("\u{3164}", .hasInvisibles), ("\u{2800}", .hasInvisibles), ("\u{AD}work", .hasInvisibles),
      ("ada@demo", .isOfDemo), ("Anyone@Demo", .isOfDemo), ("demo:ada", .isOfDemo),
    ] as [(String, AccountName.Fault)])
  func `What nothing can be called is refused`(typed: String, fault: AccountName.Fault) {
    #expect(throws: fault) { try AccountName(typed) }
    #expect(!fault.words.isEmpty)
  }

  @Test(
    arguments: [
      "☕\u{FE0F} work", "1\u{FE0F}\u{20E3}", "👩🏽\u{200D}⚕\u{FE0F}", "🏳\u{FE0F}\u{200D}🌈", "می\u{200C}خواهم",
    ])
  func `Emoji as pickers give them are names, and words of scripts whose letters join`(typed: String) throws {
    #expect(try AccountName(typed).text.unicodeScalars.elementsEqual(typed.unicodeScalars))
  }

  @Test(arguments: ["☕\u{200D}", "1\u{FE0F}", "wo\u{200C}rk", "\u{200C}می", "می\u{200C}", "👩\u{200D}a"])
  func `What joins nothing is refused`(typed: String) {
    #expect(throws: AccountName.Fault.hasInvisibles) { try AccountName(typed) }
  }

  @Test func `Names that look alike are one`() throws {
    #expect(try AccountName("☕\u{FE0F} work").isMeant(by: "☕ Work"))
    #expect(try !AccountName("☕ work").isMeant(by: "work"))
  }

  @Test func `An account goes by its name, its handle, its storage key and the first part of its handle`() throws {
    let accounts = [try Self.account("ada@near.example", "Work"), try Self.account("grace@near.example")]
    for typed in ["work", "Work", "ada@near.example", "@ada@near.example", "store:ada@near.example", "ada", "@ada"] {
      #expect(accounts.account(called: typed)?.profile.handle == "ada@near.example", "\(typed)")
    }
    #expect(accounts.account(called: "grace")?.profile.handle == "grace@near.example")
    #expect(accounts.account(called: "nobody") == nil && accounts.account(called: "") == nil)
  }

  @Test func `A name comes before handles, and is free where nobody else is meant by it`() throws {
    let accounts = [try Self.account("grace"), try Self.account("ada", "work")]
    #expect(accounts.account(called: "work")?.profile.handle == "ada")
    func holder(_ name: String, besides handle: String) throws -> String? {
      accounts.holder(of: try AccountName(name), besides: .store(handle))?.profile.handle
    }
    #expect(try holder("WORK", besides: "grace") == "ada")
    #expect(try holder("work", besides: "ada") == nil)
    #expect(try holder("Grace", besides: "ada") == "grace")
    #expect(try holder("store:grace", besides: "ada") == "grace")
    #expect(try holder("private", besides: "ada") == nil)
  }
}
