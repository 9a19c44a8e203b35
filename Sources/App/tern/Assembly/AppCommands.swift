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

/// All commands of the program, module by module.
enum AppCommands {
  static let all =
    ProgramCommands.all + MenuCommands.all + PaneCommands.all + ColumnCommands.all + ListCommands.all
    + SourceCommands.all + LoginCommands.all + TimelineCommands.all + SidebarCommands.all + PostCommands.all
    + PostActionCommands.all + ProfileActionCommands.all + ReportCommands.all + PictureCommands.all
    + ComposerCommands.all + OutboxCommands.all
    + EditorCommands.all
    + PostDetailCommands.all + ProfileCommands.all + ServerSearchCommands.all + ServerInfoCommands.all
    + AddressLookupCommands.all + StatisticsCommands.all + NotificationRequestsCommands.all
    + SettingsListCommands.all + FormCommands.all + ManagedListCommands.all + ManagementCommands.all
    + KeyListCommands.all
    + HelpCommands.all
    + TourCommands.all
}
