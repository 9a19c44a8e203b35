import Domain
import TestSupport
import Testing

/// Several hashtags in one timeline.
@Suite struct TagCombinationTests {
  @Test(arguments: [
    ("#loom #weave +#spring -#ads", "loom weave +spring -ads"), ("loom", "loom"), ("+a, b -c", "b +a -c"),
  ])
  func `Hashtags are read with their signs`(text: String, name: String) {
    #expect(TagCombination(text)?.name == name)
    #expect(TagCombination(name)?.name == name)
  }

  @Test func `A hashtag must be required`() {
    #expect(TagCombination("-ads") == nil)
    #expect(TagCombination("# +") == nil)
  }

  @Test(arguments: [
    ("a #loom", true), ("a #weave", true), ("a #loom #ads", false), ("a #other", false), ("a #spring", false),
  ])
  func `Posts match any, all and none`(text: String, isFound: Bool) {
    let timeline = TimelineID.tag("loom weave -ads")
    #expect(timeline.receives(.fixture(text: text, visibility: .public), by: .published) == isFound)
  }
}
