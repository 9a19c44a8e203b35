import Domain
import Testing

/// Addresses of posts and profiles, recognized by their form.
struct FediverseAddressTests {
  @Test(arguments: [
    "https://tern.example/@ada/113456", "https://tern.example/@ada@far.example/113456",
    "https://gts.example/@ada/statuses/01HXYZ", "https://tern.example/users/ada/statuses/113456",
    "https://tern.example/ap/users/1/statuses/2", "https://akkoma.example/notice/AbCdEf",
    "https://akkoma.example/objects/0c7f3d2a-11aa-4f4e-9c7e-2d6d5b1f0a11", "https://misskey.example/notes/9abc12",
    "https://pixel.example/p/ada/5561", "https://snac.example/ada/p/1700000000.123",
    "https://tern.example/@ada/113456?view=full#reply",
  ])
  func `a post is recognized`(url: String) {
    #expect(FediverseAddress(url)?.kind == .post)
  }

  @Test(arguments: [
    "https://tern.example/@ada", "https://tern.example/@ada@far.example", "https://tern.example/users/ada",
    "@ada@tern.example", "@ada@demo", " @ada@tern.example ",
  ])
  func `a profile is recognized`(text: String) {
    #expect(FediverseAddress(text)?.kind == .profile)
  }

  @Test(arguments: [
    "https://tern.example/", "https://tern.example/about", "https://tern.example/tags/loom", "https://medium.com/@ada",
    "https://www.youtube.com/@looms", "https://tern.example/@ada/some-long-headline", "ada@tern.example", "@ada",
    "loom",
    "@ada@", "@@tern.example", "ftp://tern.example/@ada", "@ada@tern.example said", "from:@ada@tern.example",
  ])
  func `other texts are none`(text: String) {
    #expect(FediverseAddress(text) == nil)
  }

  @Test func `any page and a handle without the first sign can be typed`() {
    #expect(FediverseAddress(typed: "https://blog.example/2026/looms")?.kind == .page)
    #expect(FediverseAddress(typed: "ada@tern.example")?.text == "@ada@tern.example")
    #expect(FediverseAddress(typed: "https://tern.example/@ada/1 ")?.kind == .post)
    #expect(FediverseAddress(typed: "two words") == nil)
    #expect(FediverseAddress(typed: "") == nil)
  }
}

struct LanguageNameTests {
  @Test func `a language has its English name, and else its code`() {
    #expect(LanguageName.name(of: "de") == "German")
    #expect(LanguageName.name(of: "pt-BR") == "Portuguese")
    #expect(LanguageName.name(of: "tlh") == "tlh")
    #expect(LanguageName.base(of: "ZH_Hant") == "zh")
  }
}
