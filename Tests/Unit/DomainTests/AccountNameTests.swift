import Domain
import Testing

@Suite struct AccountNameTests {
  private static func account(_ handle: String, _ name: String? = nil) throws -> Account {
    Account(
      id: .store(handle), profile: Profile(handle: handle, name: "Someone"),
      givenName: try name.map { try AccountName($0) }, origin: .imported(format: "Test"))
  }

  @Test func `Names are trimmed and compared ignoring case`() throws {
    let name = try AccountName("  Work life ")
    #expect(name.text == "Work life")
    #expect(name.matches("work LIFE"))
    #expect(!name.matches("work"))
  }

  @Test(
    arguments: [
      ("", .isEmpty), (" \n ", .isEmpty), ("@work", .hasReservedPrefix), ("-work", .hasReservedPrefix),
      ("two\nlines", .hasControls), ("bell\u{7}", .hasControls), (String(repeating: "a", count: 61), .isTooLong),
      ("a" + String(repeating: "\u{301}", count: 180), .isTooLong), ("wo\u{200B}rk", .hasInvisibles),
      ("wo\u{200D}rk", .hasInvisibles), ("work\u{FE0F}", .hasInvisibles), ("\u{2060}", .hasInvisibles),
      ("\u{3164}", .hasInvisibles), ("\u{2800}", .hasInvisibles), ("\u{AD}work", .hasInvisibles),
      ("ada@demo", .isReservedForDemo), ("Anyone@Demo", .isReservedForDemo), ("demo:ada", .isReservedForDemo),
    ] as [(String, AccountName.ValidationError)])
  func `Invalid names are rejected`(typed: String, fault: AccountName.ValidationError) {
    #expect(throws: fault) { try AccountName(typed) }
    #expect(!fault.message.isEmpty)
  }

  @Test(
    arguments: [
      "☕\u{FE0F} work", "1\u{FE0F}\u{20E3}", "👩🏽\u{200D}⚕\u{FE0F}", "🏳\u{FE0F}\u{200D}🌈", "می\u{200C}خواهم",
    ])
  func `Emoji sequences and joining scripts are valid`(typed: String) throws {
    #expect(try AccountName(typed).text.unicodeScalars.elementsEqual(typed.unicodeScalars))
  }

  @Test(arguments: ["☕\u{200D}", "1\u{FE0F}", "wo\u{200C}rk", "\u{200C}می", "می\u{200C}", "👩\u{200D}a"])
  func `Stray joiners are rejected`(typed: String) {
    #expect(throws: AccountName.ValidationError.hasInvisibles) { try AccountName(typed) }
  }

  @Test func `Names that look alike are equal`() throws {
    #expect(try AccountName("☕\u{FE0F} work").matches("☕ Work"))
    #expect(try !AccountName("☕ work").matches("work"))
  }

  @Test func `Accounts are found by name, handle, storage key and local part`() throws {
    let accounts = [try Self.account("ada@near.example", "Work"), try Self.account("grace@near.example")]
    for typed in ["work", "Work", "ada@near.example", "@ada@near.example", "store:ada@near.example", "ada", "@ada"] {
      #expect(accounts.account(named: typed)?.profile.handle == "ada@near.example", "\(typed)")
    }
    #expect(accounts.account(named: "grace")?.profile.handle == "grace@near.example")
    #expect(accounts.account(named: "nobody") == nil && accounts.account(named: "") == nil)
  }

  @Test func `Names take precedence over local parts and must be unambiguous`() throws {
    let accounts = [try Self.account("grace"), try Self.account("ada", "work")]
    #expect(accounts.account(named: "work")?.profile.handle == "ada")
    func conflict(_ name: String, excluding handle: String) throws -> String? {
      accounts.conflictingAccount(for: try AccountName(name), excluding: .store(handle))?.profile.handle
    }
    #expect(try conflict("WORK", excluding: "grace") == "ada")
    #expect(try conflict("work", excluding: "ada") == nil)
    #expect(try conflict("Grace", excluding: "ada") == "grace")
    #expect(try conflict("store:grace", excluding: "ada") == "grace")
    #expect(try conflict("private", excluding: "ada") == nil)
  }
}
