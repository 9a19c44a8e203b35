import Domain
import NcursesKit
import Runtime
import Settings
import TerminalKit

/// Chooses the theme: the configured one in its variant for the terminal's background, or for `auto`, dark or light.
/// The terminal is queried for its background. The reply is saved for terminals that send none.
@MainActor
final class ThemeChoice {
  private let terminal: NcursesTerminal
  private let session: any SessionRepository
  private let runner: TaskRunner
  private var settings: UserSettings
  private var shownTheme: Theme
  /// The background saved at the last run.
  private var savedBackground: RGB?
  /// The background that the terminal has reported.
  private var reportedBackground: RGB?
  private let changed: @MainActor () -> Void

  /// - Parameters:
  ///   - shownTheme: the theme that the terminal was opened with, from `theme(of:)`.
  ///   - changed: called when the screen must be redrawn.
  init(
    _ settings: UserSettings, shownTheme: Theme, terminal: NcursesTerminal, session: any SessionRepository,
    runner: TaskRunner, changed: @escaping @MainActor () -> Void
  ) {
    self.changed = changed
    self.settings = settings
    self.shownTheme = shownTheme
    self.terminal = terminal
    self.session = session
    self.runner = runner
  }

  /// The theme for what is known so far. Without information the background is taken as dark, as it is in most
  /// terminals that do not report it.
  static func theme(of settings: UserSettings, reportedBackground: RGB? = nil, savedBackground: RGB? = nil) -> Theme {
    if let own = settings.customTheme { return own }
    let isLight = reportedBackground?.isLight ?? Environment.isBackgroundLight ?? savedBackground?.isLight ?? false
    return Theme.named(settings.theme, isLight: isLight) ?? Theme.defaultTheme(isLight: isLight)
  }

  /// Queries the terminal and loads the saved background if the theme depends on them. Does not wait for either.
  func detectBackground() {
    guard settings.dependsOnBackground, Environment.allowsColor else { return }
    terminal.queryBackground()
    runner.start(for: self) { [weak self, session] in
      let number = await session.load().terminalBackground
      guard let self, !Task.isCancelled else { return }
      savedBackground = number.map { RGB($0) }
      updateTheme()
    }
  }

  /// Whether the current theme is for a light background.
  var isLight: Bool { shownTheme.isLight }

  /// The background colour, or a guess if unknown.
  var background: RGB {
    if case .rgb(let color)? = shownTheme.background { return color }
    return terminal.background ?? RGB(isLight ? 0xFFFFFF : 0)
  }

  /// Applies changed settings.
  func apply(_ settings: UserSettings) {
    let hadQueried = self.settings.dependsOnBackground
    self.settings = settings
    updateTheme()
    if !hadQueried { detectBackground() }
  }

  /// Updates the theme if the terminal has reported another background. To be called after input.
  func backgroundMayHaveChanged() {
    guard let background = terminal.background, background != reportedBackground else { return }
    reportedBackground = background
    updateTheme()
    guard background != savedBackground else { return }
    // A failure to save is ignored: the background is guessed next time.
    runner.start { [session] in
      try? await session.update { $0.terminalBackground = background.number }
    }
  }

  private func updateTheme() {
    let theme = Self.theme(of: settings, reportedBackground: reportedBackground, savedBackground: savedBackground)
    guard theme != shownTheme else { return }
    shownTheme = theme
    terminal.setTheme(theme)
    changed()
  }
}

extension UserSettings {
  /// Whether the theme differs between light and dark backgrounds.
  fileprivate var dependsOnBackground: Bool {
    let choices = [false, true].map { Theme.named(theme, isLight: $0) ?? Theme.defaultTheme(isLight: $0) }
    return customTheme == nil && choices[0] != choices[1]
  }
}
