import AddressLookup
import Composer
import EmptyState
import Help
import Login
import Management
import NotificationRequests
import Outbox
import PictureView
import PostCell
import PostDetail
import Report
import ServerInfo
import ServerSearch
import SettingsList
import Sidebar
import Statistics
import TerminalKit
import Timeline
import Tour
import UserProfile

/// All commands of the program, by the places where they work.
enum AppCommands {
  static let places = [
    CommandPlace("every screen", ProgramCommands.all), CommandPlace("menus", MenuCommands.all),
    CommandPlace("panes", PaneCommands.all), CommandPlace("columns", ColumnCommands.all),
    CommandPlace("lists and forms", ListCommands.all), CommandPlace("timelines and lists", SourceCommands.all),
    CommandPlace("accounts and sign-in", LoginCommands.all), CommandPlace("timelines", TimelineCommands.all),
    CommandPlace("the sidebar", SidebarCommands.all),
    CommandPlace("posts", PostCommands.all + PostActionCommands.all),
    CommandPlace("posts and profiles", ProfileActionCommands.all), CommandPlace("reports", ReportCommands.all),
    CommandPlace("pictures", PictureCommands.all), CommandPlace("the composer", ComposerCommands.all),
    CommandPlace("the outbox", OutboxCommands.all), CommandPlace("text", EditorCommands.all),
    CommandPlace("threads", PostDetailCommands.all), CommandPlace("profiles", ProfileCommands.all),
    CommandPlace("server search", ServerSearchCommands.all), CommandPlace("servers", ServerInfoCommands.all),
    CommandPlace("addresses", AddressLookupCommands.all), CommandPlace("statistics", StatisticsCommands.all),
    CommandPlace("held notifications", NotificationRequestsCommands.all),
    CommandPlace("settings", SettingsListCommands.all), CommandPlace("forms", FormCommands.all),
    CommandPlace("filters, lists and hashtags", ManagedListCommands.all + ManagementCommands.all),
    CommandPlace("keys", KeyListCommands.all), CommandPlace("help", HelpCommands.all),
    CommandPlace("the tour", TourCommands.all),
  ]

  static let all = places.flatMap(\.commands)
}
