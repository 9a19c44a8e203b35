import Composer
import EmptyState
import Help
import Login
import Outgoing
import Person
import PictureView
import PostCell
import PostDetail
import Report
import ServerSearch
import Sidebar
import Stats
import TerminalKit
import Timeline
import Tour

/// All commands that there are, module by module.
enum AppCommands {
  static let all =
    ProgramCommands.all + PaletteCommands.all + PaneCommands.all + ColumnCommands.all + ListCommands.all
    + ReadingCommands.all + LoginCommands.all + TimelineCommands.all + SidebarCommands.all + PostCommands.all
    + ActCommands.all + PersonActCommands.all + ReportCommands.all + PictureCommands.all
    + ComposerCommands.all + OutgoingCommands.all
    + EditorCommands.all
    + PostDetailCommands.all + PersonCommands.all + ServerSearchCommands.all + StatsCommands.all + HelpCommands.all
    + TourCommands.all
}
