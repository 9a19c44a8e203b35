import Domain
import TestSupport
import Testing

/// People of sources that tell of them only with their posts.
@Suite struct PeopleInPostsTests {
  private let grace = Profile(handle: "grace@demo", name: "Grace")
  private let told = Profile(handle: "grace@demo", name: "Grace", details: ProfileDetails(bio: "I compile.", posts: 3))

  @Test func `The post that tells the most of somebody tells who they are`() async throws {
    let page = TimelinePage(posts: [.fixture(id: "1", author: grace), .fixture(id: "2", author: told)])
    let source = StubTimelineRepository(pages: [.success(page)])
    let person = try await PeopleInPosts(search: source).person(grace, .cached)
    #expect(person.profile.details?.posts == 3)
    #expect(person.about.plain == "I compile.")
  }

  @Test func `Who has passed something on is told of by that`() async throws {
    let page = TimelinePage(posts: [.fixture(id: "1", author: .fixture(handle: "alan"), repost: Repost(by: told))])
    let person = try await PeopleInPosts(search: StubTimelineRepository(pages: [.success(page)])).person(grace, .cached)
    #expect(person.profile == told)
  }

  @Test func `Of whom nothing is told, the name stands`() async throws {
    let person = try await PeopleInPosts(search: StubTimelineRepository()).person(grace, .cached)
    #expect(person == ProfilePage(profile: grace))
  }

  @Test func `What somebody has written is what a search for them finds`() async throws {
    let source = StubTimelineRepository()
    let people = PeopleInPosts(search: source)
    for part in people.parts {
      _ = try await people.posts(of: grace, part, at: .newest, limit: 7, .fresh)
    }
    #expect(
      source.requests == [
        .fresh, .matches(of: "from:grace@demo", at: .newest, limit: 7),
        .fresh, .matches(of: "from:grace@demo has:media", at: .newest, limit: 7),
      ])
  }
}
