import EmptyState
import Management
import NotificationRequests
import ServerInfo
import ServerSearch

/// The empty views of the screens about what a server offers, for the tour.
@MainActor
enum TourScreens {
  /// - Parameter host: the server in the examples.
  static func emptyViews(at host: String) -> [EmptyStateViewModel] {
    NotificationRequestsAssembly.emptyViews + ManagementAssembly.emptyViews + ServerSearchAssembly.emptyViews(at: host)
      + ServerInfoAssembly.emptyViews(at: host)
  }
}
