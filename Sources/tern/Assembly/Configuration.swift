import Domain

/// What the person asked for on the command line.
struct Configuration {
  /// Files to open as one; `-` is standard input.
  var paths: [String]
  var account: String?
  var timeline: String?
  var stateDirectory: String?
  var dataDirectory: String?
  var logPath: String?
  var hidesDemo: Bool
  /// Whether no server is asked.
  var isOffline: Bool
  /// Whether Login comes first, with the demo's accounts alone.
  var isDemo: Bool
  var isTour: Bool
  /// The handles of accounts that stand side by side, instead of what is remembered.
  var columnHandles: [String]
  /// What they have set once and for all.
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

  /// The same for what prints posts: nobody is given those of the demo who does not name one of its accounts.
  var withoutUnnamedDemo: Configuration {
    var configuration = self
    if account == nil { configuration.hidesDemo = true }
    return configuration
  }
}
