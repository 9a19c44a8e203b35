import ArgumentParser
import Domain
import Testing

@testable import tern

/// `tern ADDRESS` and `tern PATH…`.
struct AddressArgumentTests {
  private func address(_ arguments: String...) throws -> TypedAddress? {
    try PathArgument.parse(arguments).address
  }

  /// The kind of a post, profile or page.
  private func kind(of argument: String) throws -> FediverseAddress.Kind? {
    if case .item(let item)? = try address(argument) { item.kind } else { nil }
  }

  @Test(arguments: [
    ("tern.example", "tern.example"), ("https://tern.example", "tern.example"),
    ("http://127.0.0.1:3000", "127.0.0.1:3000"), ("127.0.0.1:4190", "127.0.0.1:4190"),
    ("localhost:4190", "localhost:4190"), ("tern.example:8443", "tern.example:8443"),
    ("#loom@tern.example", "#loom@tern.example"), ("https://tern.example/tags/loom", "#loom@tern.example"),
  ]) func `a server or a hashtag at one is opened as such`(argument: String, title: String) throws {
    guard case .timeline(let timeline)? = try address(argument) else {
      Issue.record("\(argument) is no timeline of a server.")
      return
    }
    #expect(timeline.title == title)
  }

  @Test func `an address of a post or profile is opened as such`() throws {
    #expect(try kind(of: "https://tern.example/@ada/1234") == .post)
    #expect(try kind(of: "@ada@tern.example") == .profile)
    #expect(try kind(of: "https://blog.example/looms") == .page)
  }

  @Test func `files, several arguments and standard input are no address`() throws {
    for file in [
      "posts.json", "tweets.js", "archive.zip", "outbox.tar.gz", "./tern.example", "posts", "#loom", "..", "3.1",
      "posts:1", ":80",
    ] {
      #expect(try address(file) == nil, "\(file)")
    }
    #expect(try address("ada@tern.example") == nil)
    #expect(try address("/") == nil)
    #expect(try address("-") == nil)
    #expect(try address("https://tern.example/@ada/1", "posts.json") == nil)
    #expect(try address() == nil)
  }
}
