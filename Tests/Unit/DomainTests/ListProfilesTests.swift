import Domain
import Synchronization
import Testing

struct ListProfilesTests {
  /// Pages of one account each. The last page refers to itself, as from a faulty server.
  private final class People: ProfileRepository {
    let tabs: [ProfileTab] = [.posts]
    private let requests = Mutex(0)
    var requestCount: Int { requests.withLock(\.self) }

    func profile(_ profile: Profile, _ freshness: Freshness) async throws(TimelineError) -> ProfilePage {
      throw .cancelled
    }

    func posts(
      of profile: Profile, _ tab: ProfileTab, _ request: PageRequest
    ) async throws(TimelineError) -> TimelinePage { throw .cancelled }

    func profiles(
      in list: ProfileList, after cursor: RemoteCursor?
    ) async throws(TimelineError) -> ProfileListPage {
      requests.withLock { $0 += 1 }
      let number = cursor.flatMap { Int($0.rawValue) } ?? 0
      return ProfileListPage([Profile(handle: "person\(number)")], next: RemoteCursor("\(min(number + 1, 3))"))
    }
  }

  @Test func `All pages are loaded, and a page that follows itself ends the list`() async throws {
    let people = People()
    let list = ListProfiles(.muted, profiles: people)
    var handles: [String] = []
    var cursor: RemoteCursor?
    repeat {
      let page = try await list.page(after: cursor)
      handles += page.profiles.map(\.handle)
      cursor = page.next
    } while cursor != nil
    #expect(handles == ["person0", "person1", "person2", "person3"])
    #expect(people.requestCount == 4)
  }
}
