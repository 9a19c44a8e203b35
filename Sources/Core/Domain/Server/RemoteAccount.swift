/// All requests of a server for reading.
public typealias RemoteServer = RemoteTimelines & RemoteProfiles & RemoteMarkers & PostHistoryRepository
  & ServerSearchRepository & HeldNotificationsRepository & ServerFeatureRepository

/// The server of an account: its requests by family. A family that its kind of server lacks is nil.
public struct RemoteAccount: Sendable {
  public var timelines: any RemoteServer
  public var publishing: (any RemotePublishing)?
  public var actions: (any RemoteActions)?
  public var scheduled: (any ScheduledPostRepository)?
  public var management: (any ManagementRepository)?

  public init(
    timelines: any RemoteServer, publishing: (any RemotePublishing)? = nil, actions: (any RemoteActions)? = nil,
    scheduled: (any ScheduledPostRepository)? = nil, management: (any ManagementRepository)? = nil
  ) {
    self.timelines = timelines
    self.publishing = publishing
    self.actions = actions
    self.scheduled = scheduled
    self.management = management
  }
}
