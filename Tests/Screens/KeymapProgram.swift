import Domain
import FoundationEssentials
import Runtime
import Settings
import ServerSession
import TerminalKit
import TestSupport

@testable import tern

/// The program in this process, with a custom keymap.
@MainActor
final class KeymapProgram {
  private let assembly: AppAssembly
  private let clock: VirtualClock

  private let size: Size

  var navigator: Navigator { assembly.navigator }

  /// - Parameter arguments: the arguments of `tern screen` that select what is opened.
  init(_ arguments: [String], keymap: Keymap, size: Size) async throws {
    UTF8Locale.set()
    self.size = size
    clock = VirtualClock(now: try Date("2026-11-20T12:00:00Z", strategy: .iso8601))
    let (flags, values) = (Set(arguments.filter { $0.hasPrefix("--") }), arguments.filter { !$0.hasPrefix("--") })
    let hasAccount = flags.contains("--account")
    var configuration = Configuration(
      try SharedOptions.parse(flags.contains("--no-demo") ? ["--no-demo"] : []),
      paths: hasAccount ? [] : values.map { GoldenScreens.fixtures + "/" + $0 },
      isDemo: !flags.isDisjoint(with: ["--demo", "--columns"]),
      isTour: flags.contains("--tour"), columnHandles: flags.contains("--columns") ? DemoCommand.columnHandles : [])
    // Not read: only its name is shown.
    if flags.contains("--config") {
      configuration.settings.file = SettingsFile(path: "config.toml", commands: AppCommands.all)
    }
    configuration.dataDirectory = GoldenScreens.fixtures + "/no-store"
    var environment = try AppEnvironment(configuration, clock: clock, remembers: false)
    if hasAccount {
      let account = try await environment.accounts.accounts().first { "@\($0.profile.handle)" == "@\(values[0])" }
      environment = AppEnvironment(
        accounts: environment.accounts, session: environment.session, log: environment.log, requested: account,
        first: account,
        firstTimeline: nil, fileAccount: nil, drafts: environment.drafts, demoDrafts: environment.demoDrafts,
        localFilters: environment.localFilters)
    }
    var settings = UserSettings.standard
    settings.keymap = keymap
    assembly = AppAssembly(
      configuration: configuration, environment: environment, clock: clock, linkOpener: SpyLinkOpener(),
      terminal: .init(clipboard: SpyClipboard(), quit: {}, suspend: {}, redraw: {}), settings: settings)
    navigator.handle(.resize(size))
    assembly.start()
    try await settle()
  }

  /// - Parameter rename: maps a standard key to the key of this keymap.
  func perform(_ step: ScreenStep, rename: (Key) -> Key) async throws {
    switch step {
    case .key(let key):
      let isText = navigator.focusedField?.handledKeys(key) == true
      navigator.handle(isText ? key : rename(key))
    case .paste(let text):
      // Files are in the folder where `tern screen` runs.
      let path = GoldenScreens.fixtures + "/" + text
      navigator.handle(.paste(FileManager.default.fileExists(atPath: path) ? path : text))
    case .mouse(let action, let point): navigator.handle(.mouse(MouseEvent(action, at: point ?? size.center)))
    case .wait(let seconds):
      let end = clock.now.addingTimeInterval(seconds)
      while let deadline = clock.nextDeadline, deadline <= end {
        clock.advance(to: deadline)
        try await settle()
      }
      clock.advance(to: end)
    }
    try await settle()
  }

  /// Changes the keymap, as a changed settings file does.
  func setKeymap(_ keymap: Keymap) async throws {
    var settings = assembly.settings
    settings.keymap = keymap
    assembly.apply(settings)
    try await settle()
  }

  func draw() -> Canvas { navigator.draw(size: size) }

  private func settle() async throws {
    await clock.settle(assembly.runner)
    _ = draw()
  }
}

extension Size {
  init(_ size: ScreenSize) {
    self.init(width: size.width, height: size.height)
  }
}
