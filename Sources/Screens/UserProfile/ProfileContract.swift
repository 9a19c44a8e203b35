import EmptyState
import PostCell
import ScreenSupport

/// Shows the profile. `TitledListView` has the loading and empty states.
@MainActor
protocol ProfileView: TitledListView {
  func show(_ profile: ProfileViewModel)
}

/// Handles the events of the screen. Row 0 is the profile, the others are its posts.
@MainActor
protocol ProfilePresentation: PostPresentation, SourcePresentation, ListPresentation {
  func showTab(at index: Int)
  func showNextTab()
  func showPreviousTab()
  /// The actions on the account; nil if there are none, or before the profile is loaded.
  var profileActions: ProfileActionAvailability? { get }
  func perform(_ action: ProfileAction)
  /// Loads the user's lists, unless they are known.
  func loadLists()
  /// The lists of people that the server has for the account.
  var peopleLists: [PeopleList] { get }
  func openPeople(_ list: PeopleList)
  /// Whether it is the user's own profile, and can be changed.
  var canEdit: Bool { get }
  /// Opens the form for the profile.
  func edit()
}
