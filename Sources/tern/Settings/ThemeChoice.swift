import Domain
import NcursesKit
import Runtime
import Settings
import TerminalKit

/// Decides which theme the terminal has: the one that is set, in its form for the terminal's background; where that is
/// `auto`, dark or light, as the background is. The terminal is asked for it, and what it has said is remembered for one
/// that says nothing.
@MainActor
final class ThemeChoice {
  private let terminal: NcursesTerminal
  private let session: any SessionRepository
  private let runner: TaskRunner
  private var settings: UserSettings
  private var shown: Theme
  /// What the terminal said the last time that Tern ran.
  private var remembered: RGB?
  private var answered: RGB?
  private let changed: @MainActor () -> Void

  /// - Parameters:
  ///   - shown: the theme that the terminal was opened with: `theme(of:)`.
  ///   - changed: called when the screen is to be drawn anew.
  init(
    _ settings: UserSettings, shown: Theme, terminal: NcursesTerminal, session: any SessionRepository,
    runner: TaskRunner, changed: @escaping @MainActor () -> Void
  ) {
    self.changed = changed
    self.settings = settings
    self.shown = shown
    self.terminal = terminal
    self.session = session
    self.runner = runner
  }

  /// The best that can be said before anything has been asked: most terminals that say nothing are dark.
  static func theme(of settings: UserSettings, answered: RGB? = nil, remembered: RGB? = nil) -> Theme {
    if let own = settings.ownTheme { return own }
    let isLight = answered?.isLight ?? Environment.isBackgroundLight ?? remembered?.isLight ?? false
    return Theme.named(settings.theme, isLight: isLight) ?? Theme.suiting(isLight: isLight)
  }

  /// Asks the terminal, and what is remembered, where it depends on them; nothing waits for the answers.
  func begin() {
    guard settings.dependsOnBackground, Environment.wantsColor else { return }
    terminal.askForBackground()
    runner.start(for: self) { [weak self, session] in
      let number = await session.load().terminalBackground
      guard let self, !Task.isCancelled else { return }
      remembered = number.map { RGB($0) }
      choose()
    }
  }

  /// Whether what is shown is made for a light background.
  var isLight: Bool { shown.isLight }

  /// What everything stands on, as far as that is known.
  var ground: RGB {
    if case .rgb(let color)? = shown.ground { return color }
    return terminal.background ?? RGB(isLight ? 0xFFFFFF : 0)
  }

  func use(_ settings: UserSettings) {
    let hasAsked = self.settings.dependsOnBackground
    self.settings = settings
    choose()
    if !hasAsked { begin() }
  }

  /// To be called when something has come from the terminal.
  func terminalDidSpeak() {
    guard let background = terminal.background, background != answered else { return }
    answered = background
    choose()
    guard background != remembered else { return }
    // It is guessed the next time, and is no reason to bother anybody.
    runner.start { [session] in
      try? await session.update { $0.terminalBackground = background.number }
    }
  }

  private func choose() {
    let theme = Self.theme(of: settings, answered: answered, remembered: remembered)
    guard theme != shown else { return }
    shown = theme
    terminal.use(theme)
    changed()
  }
}

extension UserSettings {
  /// Whether the theme is another one on a light background than on a dark one.
  fileprivate var dependsOnBackground: Bool {
    let choices = [false, true].map { Theme.named(theme, isLight: $0) ?? Theme.suiting(isLight: $0) }
    return ownTheme == nil && choices[0] != choices[1]
  }
}
