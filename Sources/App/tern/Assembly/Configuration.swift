import Domain

/// The options of the command line, together with the settings.
struct Configuration {
  /// Files to show as one timeline; `-` is standard input.
  var paths: [String]
  /// The post, profile or server to open; nil if none was given.
  var address: TypedAddress?
  var account: String?
  var timeline: String?
  var stateDirectory: String?
  var dataDirectory: String?
  var logPath: String?
  var hidesDemo: Bool
  /// Whether no server may be contacted.
  var isOffline: Bool
  /// Whether only the demo accounts exist, starting at the account list.
  var isDemo: Bool
  var isTour: Bool
  /// Whether the Home of all accounts opens first.
  var opensAllAccounts = false
  /// The handles of accounts to show as columns instead of the saved columns.
  var columnHandles: [String]
  /// The settings file in use.
  var settings: ProgramSettings

  init(
    _ options: SharedOptions, paths: [String] = [], isDemo: Bool = false, isTour: Bool = false,
    columnHandles: [String] = [], settings: ProgramSettings = .standard
  ) {
    self.paths = paths
    account = options.account?.escapingControls
    timeline = options.timeline?.escapingControls
    stateDirectory = options.stateDirectory
    dataDirectory = options.dataDirectory
    logPath = options.log
    hidesDemo = options.hidesDemo
    isOffline = options.isOffline
    self.isDemo = isDemo
    self.isTour = isTour
    self.columnHandles = columnHandles
    self.settings = settings
  }

  /// A copy that excludes the demo unless an account is named. Used by commands that print posts.
  var excludingUnnamedDemo: Configuration {
    var configuration = self
    if account == nil { configuration.hidesDemo = true }
    return configuration
  }
}
