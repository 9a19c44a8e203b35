import ArgumentParser
import Domain
import Testing

@testable import tern

/// `tern ADDRESS` and `tern PATH…`.
struct AddressArgumentTests {
  private func address(_ arguments: String...) throws -> FediverseAddress? {
    try PathArgument.parse(arguments).address
  }

  @Test func `an address of a post or profile is opened as such`() throws {
    #expect(try address("https://tern.example/@ada/1234")?.kind == .post)
    #expect(try address("@ada@tern.example")?.kind == .profile)
    #expect(try address("https://blog.example/looms")?.kind == .page)
  }

  @Test func `files, several arguments and standard input are no address`() throws {
    #expect(try address("posts.json") == nil)
    #expect(try address("ada@tern.example") == nil)
    #expect(try address("/") == nil)
    #expect(try address("-") == nil)
    #expect(try address("https://tern.example/@ada/1", "posts.json") == nil)
    #expect(try address() == nil)
  }
}
