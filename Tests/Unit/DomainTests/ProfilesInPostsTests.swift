import Domain
import TestSupport
import Testing

/// Profiles of sources that have them only with posts.
@Suite struct ProfilesInPostsTests {
  private let grace = Profile(handle: "grace@demo", name: "Grace")
  private let detailed = Profile(
    handle: "grace@demo", name: "Grace", details: ProfileDetails(bio: "I compile.", posts: 3))

  @Test func `A profile comes from the post with the most details`() async throws {
    let page = TimelinePage(posts: [.fixture(id: "1", author: grace), .fixture(id: "2", author: detailed)])
    let source = StubTimelineRepository(pages: [.success(page)])
    let person = try await ProfilesInPosts(search: source).profile(grace, .cached)
    #expect(person.profile.details?.posts == 3)
    #expect(person.about.plain == "I compile.")
  }

  @Test func `A profile can come from a repost`() async throws {
    let page = TimelinePage(posts: [.fixture(id: "1", author: .fixture(handle: "alan"), repost: Repost(by: detailed))])
    let person = try await ProfilesInPosts(search: StubTimelineRepository(pages: [.success(page)])).profile(
      grace, .cached)
    #expect(person.profile == detailed)
  }

  @Test func `An unknown account keeps its name`() async throws {
    let person = try await ProfilesInPosts(search: StubTimelineRepository()).profile(grace, .cached)
    #expect(person == ProfilePage(profile: grace))
  }

  @Test func `Posts of an account are found by a search`() async throws {
    let source = StubTimelineRepository()
    let people = ProfilesInPosts(search: source)
    for part in people.tabs {
      _ = try await people.posts(of: grace, part, PageRequest(.newest, limit: 7, .fresh))
    }
    #expect(
      source.requests == [
        .fresh, .matches(of: "from:grace@demo", at: .newest, limit: 7),
        .fresh, .matches(of: "from:grace@demo has:media", at: .newest, limit: 7),
      ])
  }
}
