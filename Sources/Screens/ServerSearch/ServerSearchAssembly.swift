import Domain
import EmptyState
import PostCell
import ScreenSupport
import TerminalKit

/// Builds the results of a server search and connects its components.
@MainActor
public enum ServerSearchAssembly {
  public static func make(
    _ search: ServerSearch, services: AppServices, session: AccountSession, router: any PostWireframe
  ) -> any ViewController {
    ListScreen(
      ServerSearchPresenter(search, services: services, session: session, router: router), services: services)
  }

  /// The empty views of trends and suggestions, for the tour.
  public static func emptyViews(at host: String) -> [EmptyStateViewModel] {
    [ServerSearchText.nothingTrending(at: host), ServerSearchText.noSuggestions(at: host)]
  }
}

/// The content of the list.
public enum ServerSearch {
  /// The matches of a query at a server. The words of the query are highlighted.
  case matches(of: SearchQuery, any ServerSearchRepository)
  /// The people of a notification. Only the relationships with them are requested.
  case profiles(ListedProfiles)
  /// A list of accounts at the server.
  case list(ServerProfileList)
  /// The notifications of one account that the server holds back.
  case heldNotifications(NotificationRequest, any HeldNotificationsRepository)
  /// The hashtags, links and posts that are trending at a server.
  case trends(any ServerFeatureRepository)
  /// The accounts that a server suggests to follow.
  case suggestions(any ServerFeatureRepository)
}

/// A list of accounts at a server, loaded page by page.
public struct ServerProfileList {
  let list: ProfileList
  /// Whose list it is, or who wrote the post: “@grace”.
  let owner: String
  let profiles: any ListProfilesUseCase

  public init(_ list: ProfileList, of owner: String, _ profiles: any ListProfilesUseCase) {
    self.list = list
    self.owner = owner
    self.profiles = profiles
  }
}

/// The people of a notification, or those who reposted a post.
public struct ListedProfiles: Hashable, Sendable {
  /// “Ada and 2 others follow you”.
  let title: String
  let profiles: [Profile]
  /// The number of people that the server does not name.
  let unnamed: Int
  /// Whether they wait for the user to accept their follow requests.
  let areRequesting: Bool
  /// The delay in seconds before their relationships are requested. A list next to another one is often replaced
  /// immediately.
  let loadDelay: Double

  public init(of notification: PostNotification, loadDelay: Double = 0) {
    areRequesting = notification.kind == .followRequest
    self.loadDelay = loadDelay
    title = notification.text(isAboutPost: false)
    profiles = notification.profiles
    unnamed = max(0, notification.count - notification.profiles.count)
  }

  /// - Parameter reposters: those whose reposts a timeline shows, newest first.
  public init(reposters: [Profile], of post: Post) {
    let reposts = PostNotification(reposts: reposters, of: post)
    (areRequesting, loadDelay, unnamed) = (false, 0, 0)
    title = reposts.text(isAboutPost: true)
    profiles = reposters
  }
}
